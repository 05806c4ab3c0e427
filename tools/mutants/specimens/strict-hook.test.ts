/** A file for `try-mutants.test.ts`: its hook stumbles over a body that is run a second time. */
import { afterEach, beforeEach, expect, it } from 'vitest'

import { decodeCursor, encodeCursor } from '../../../packages/platform/src/kernel/page-cursor.ts'

let runs = 0
beforeEach(() => {
  runs = 0
})
afterEach(() => {
  expect(runs).toBe(1)
})

it('reads a cursor back as the place it was written for', () => {
  runs += 1
  const position = { createdAtMs: 1, id: 'a' }
  expect(decodeCursor(encodeCursor(position))).toEqual(position)
})
