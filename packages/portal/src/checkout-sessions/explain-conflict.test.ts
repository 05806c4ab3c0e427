import { expect, it } from 'vitest'

import { Refusal } from '../app/ask.ts'
import { explainConflict } from './explain-conflict.ts'

it.each([
  ['CREATED', 'waits for a correction'],
  ['PENDING', 'is in progress'],
  ['APPROVED', 'has ended in the meantime (Approved)'],
  ['SESSION_EXPIRED', 'has ended in the meantime (Expired)'],
])('a conflict with a session that is %s shows %j', (status, words) => {
  const explained = explainConflict(new Refusal('conflict', [], { status }))
  expect(explained).toMatchObject({ kind: 'conflict', said: expect.stringContaining(words) as unknown })
})

it.each(['conflict', 'forbidden'] as const)('a refusal (%s) without a status stays as it is', (kind) => {
  const refusal = new Refusal(kind)
  expect(explainConflict(refusal)).toBe(refusal)
})
