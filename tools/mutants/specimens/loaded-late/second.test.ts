import { expect, it } from 'vitest'

import { decodeCursor, encodeCursor } from '../../../../packages/platform/src/kernel/page-cursor.ts'

it('reads a cursor back', () => {
  const position = { createdAtMs: 1, id: 'a' }
  expect(decodeCursor(encodeCursor(position))).toEqual(position)
})
