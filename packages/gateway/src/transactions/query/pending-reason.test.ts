import { expect, it } from 'vitest'

import { findPendingReason } from './pending-reason.ts'

it.each([
  ['CHALLENGE', 'AUTHENTICATING', 'challenge'],
  ['REDIRECT', 'PENDING', 'customer_redirected'],
  ['WAITING', 'PENDING', 'provider_outcome'],
  ['WAITING', 'UNKNOWN', 'unknown_outcome'],
  ['WAITING', 'NEEDS_DECISION', 'manual_resolution'],
  [null, 'PENDING', 'provider_outcome'],
  ['WORKING', 'STARTED', 'processing'],
  [null, null, 'processing'],
] as const)(
  'finds that a payment at step %s with a call that is %s waits for %s',
  (step, attempt, reason) => {
    expect(findPendingReason(step, attempt)).toBe(reason)
  },
)
