import { describe, expect, it } from 'vitest'

import { decodeCursor, encodeCursor } from './page-cursor.ts'

describe('a cursor', () => {
  it('reads back as the place it was written for', () => {
    const position = { createdAtMs: 1_790_000_000_000, id: '019b0000-0000-7000-8000-000000000000' }
    expect(decodeCursor(encodeCursor(position))).toEqual(position)
  })

  it.each(['', 'nonsense', 'MTIz', '!!!!', `${encodeCursor({ createdAtMs: 1, id: 'a' })}=`])(
    'is none: %j',
    (text) => {
      expect(decodeCursor(text)).toBeNull()
    },
  )
})
