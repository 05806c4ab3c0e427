import { describe, expect, it } from 'vitest'

import { createEventStreamReader } from './event-stream.ts'

const TEXT =
  ': heartbeat\n\nretry: 2000\nid: 0\n\nid: msg_1\nevent: a\ndata: {"a": "ü: b"}\n\nid: msg_2\ndata: x\ndata: y\n\n'

describe('the reader of an event stream', () => {
  it.each([1, 2, 3, 7, TEXT.length])('returns the same messages from chunks of %i characters', (size) => {
    const read = createEventStreamReader()
    const pieces = TEXT.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
    expect(pieces.flatMap((piece) => read(piece))).toEqual([
      { id: '0', data: '' },
      { id: 'msg_1', data: '{"a": "ü: b"}' },
      { id: 'msg_2', data: 'x\ny' },
    ])
  })

  it('returns nothing of an incomplete message', () => {
    expect(createEventStreamReader()('id: msg_1\ndata: {"a"')).toEqual([])
  })
})
