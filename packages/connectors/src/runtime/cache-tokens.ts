import type { Clock } from '@sluice/shared/clock'
import type { Secret } from '@sluice/shared/secret'

/** An access token of a provider. */
export interface AccessToken {
  readonly token: Secret<string>
  readonly expiresAtMs: number
}

/** A token is replaced before it expires, so that no request arrives with an expired one. */
const EARLY_MS = 60_000

/** The tokens of a provider's accounts. */
export interface KeptTokens {
  readonly get: (account: string | null) => Promise<Secret<string>>
  /**
   * Gets another token in place of one that the provider rejected. If that token was already replaced, returns the
   * current one.
   */
  readonly renew: (account: string | null, refused: Secret<string>) => Promise<Secret<string>>
}

/**
 * Caches one token per account. Concurrent calls share one request for a token, and a failed request is not cached.
 *
 * @param grant - gets a token from the provider.
 */
export function cacheTokens(
  clock: Clock,
  grant: (account: string | null) => Promise<AccessToken>,
): KeptTokens {
  const known = new Map<string | null, AccessToken>()
  const asked = new Map<string | null, Promise<AccessToken>>()
  const ask = async (account: string | null): Promise<Secret<string>> => {
    const earlier = asked.get(account)
    if (earlier) return (await earlier).token
    const request = grant(account)
    asked.set(account, request)
    try {
      const granted = await request
      known.set(account, granted)
      return granted.token
    } finally {
      asked.delete(account)
    }
  }
  const get = async (account: string | null): Promise<Secret<string>> => {
    const kept = known.get(account)
    return kept && clock.now() < kept.expiresAtMs - EARLY_MS ? kept.token : ask(account)
  }
  return {
    get,
    async renew(account, refused) {
      if (known.get(account)?.token === refused) known.delete(account)
      return get(account)
    },
  }
}
