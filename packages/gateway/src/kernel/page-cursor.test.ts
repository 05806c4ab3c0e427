import { describe, expect, it } from 'vitest'

import { decodeCursor, encodeCursor } from './page-cursor.ts'

describe('a cursor', () => {
  it('reads back as the place it was written for', () => {
    const position = { createdAtMs: 1_790_000_000_000, id: '019b0000-0000-7000-8000-000000000000' }
    expect(decodeCursor(encodeCursor(position))).toEqual(position)
  })

  it.each(['.id', '1.', 'x1.id', '1234567890123456.id', '1', '1.a\n'])('is none of ours: %j', (text) => {
    expect(decodeCursor(Buffer.from(text).toString('base64url'))).toBeNull()
  })

  it.each(['', 'nonsense', 'MTIz', '!!!!', `${encodeCursor({ createdAtMs: 1, id: 'a' })}=`])(
    'is none: %j',
    (text) => {
      expect(decodeCursor(text)).toBeNull()
    },
  )
})
