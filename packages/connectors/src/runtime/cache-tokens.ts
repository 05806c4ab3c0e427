import type { Clock } from '@sluice/shared/clock'
import type { Secret } from '@sluice/shared/secret'

/** An access token of a provider. */
export interface AccessToken {
  readonly token: Secret<string>
  readonly expiresAtMs: number
}

/** A token is replaced before it expires, so that no request arrives with one that has just expired. */
const EARLY_MS = 60_000

/**
 * Keeps one token for each account. Calls that need a token at the same time share one request for it, and a failed request is not kept.
 *
 * @param grant - gets a token from the provider.
 */
export function cacheTokens(
  clock: Clock,
  grant: (account: string | null) => Promise<AccessToken>,
): (account: string | null) => Promise<Secret<string>> {
  const known = new Map<string | null, AccessToken>()
  const asked = new Map<string | null, Promise<AccessToken>>()
  const get = (account: string | null): Promise<AccessToken> => {
    const earlier = asked.get(account)
    if (earlier) return earlier
    const request = grant(account).finally(() => asked.delete(account))
    asked.set(account, request)
    return request
  }
  return async (account) => {
    const kept = known.get(account)
    if (kept && clock.now() < kept.expiresAtMs - EARLY_MS) return kept.token
    const next = await get(account)
    known.set(account, next)
    return next.token
  }
}
