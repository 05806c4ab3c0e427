import type { Clock } from '@sluice/platform/kernel/clock'
import { memoize } from '@sluice/platform/kernel/timed-cache'

import type { RefreshTokenStore } from './refresh-token.store.ts'

/** How long a family that another process has revoked may still call here. */
const REVOKED_ELSEWHERE_MS = 1_000

/** A hundred bytes each. */
const MAX_REMEMBERED = 10_000

/**
 * Caches for a moment that a family was not revoked, because every request checks, and the database would have to
 * answer each of them. A family that this process revokes is out at once, one that another process revokes within a
 * second.
 *
 * @param clock - real time.
 * @decision 0003
 */
export function memoizeRevocations(store: RefreshTokenStore, clock: Clock): RefreshTokenStore {
  const options = { clock, maxEntries: MAX_REMEMBERED, lifetimeMs: REVOKED_ELSEWHERE_MS }
  const remember = () => memoize(options, (familyId: string) => store.isRevoked(familyId))
  let isRevoked = remember()
  return {
    ...store,
    isRevoked: (familyId) => isRevoked(familyId),
    async renew(use) {
      const renewed = await store.renew(use)
      // Using a token a second time ends its family.
      if ('refusal' in renewed) isRevoked = remember()
      return renewed
    },
    async revoke(...token) {
      await store.revoke(...token)
      isRevoked = remember()
    },
  }
}
