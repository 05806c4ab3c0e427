import { LIMITS } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { CLOSES_SOON_AFTER_MS } from './challenge-time.ts'

it('two minutes of a challenge are left when its end is announced, as the texts say', () => {
  expect(LIMITS.CHALLENGE_TIMEOUT_SECONDS * 1_000 - CLOSES_SOON_AFTER_MS).toBe(120_000)
})
