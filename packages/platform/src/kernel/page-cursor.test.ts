import { describe, expect, it } from 'vitest'

import { decodeCursor, encodeCursor } from './page-cursor.ts'

const ID = '019b0000-0000-7000-8000-000000000000'

describe('a cursor', () => {
  it('reads back as the position that was written', () => {
    const position = { createdAtMs: 1_790_000_000_000, id: ID }
    expect(decodeCursor(encodeCursor(position))).toEqual(position)
    const delivery = { ...position, id: `msg_2Kx9.${ID}` }
    expect(decodeCursor(encodeCursor(delivery))).toEqual(delivery)
  })

  it.each([
    `.${ID}`,
    '1.',
    `x1.${ID}`,
    `1234567890123456.${ID}`,
    '1',
    `1.${ID}\n`,
    // PostgreSQL rejects text with NUL.
    '1.\0',
    `1.${ID}\0`,
    '1.a b',
    '1.é',
  ])('a foreign cursor is rejected: %j', (text) => {
    expect(decodeCursor(Buffer.from(text).toString('base64url'))).toBeNull()
  })

  it.each(['', 'nonsense', 'MTIz', '!!!!', `${encodeCursor({ createdAtMs: 1, id: ID })}=`])(
    'an invalid cursor is rejected: %j',
    (text) => {
      expect(decodeCursor(text)).toBeNull()
    },
  )
})
