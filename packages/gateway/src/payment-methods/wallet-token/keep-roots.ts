import type { Clock } from '@sluice/platform/kernel/clock'

import { type RootKey, readRootKeys } from './root-keys.ts'

/** The fetched file of the wallet's root keys. */
export interface FetchedRoots {
  readonly text: string
  /** The time for which the keys are fresh by their headers; null without such headers. */
  readonly freshForMs: number | null
}

/** The wallet's root keys are unavailable, so no token can be verified. */
export class RootsUnavailableError extends Error {
  override readonly name = 'RootsUnavailableError'
}

const HOUR_MS = 3_600_000

/** The freshness without headers. The wallet's keys are valid for years and are announced long before use. */
const FRESH_BY_DEFAULT_MS = HOUR_MS
/** The minimum freshness, so that a wallet that forbids caching is not called for every payment. */
const FRESH_MIN_MS = 60_000
const FRESH_MAX_MS = 24 * HOUR_MS
/** How long stale keys are used while the wallet is down, so that its outage does not affect payments. */
const STALE_MAX_MS = 24 * HOUR_MS
/** The pause after a failed fetch, because an unavailable wallet rarely responds a moment later. */
const RETRY_AFTER_MS = 10_000

/**
 * Returns a function for the wallet's root keys. They are fetched when first needed and when stale, once for all
 * waiting callers. While the wallet is down, stale keys are used for a day at most; each key expires at its own time,
 * independent of the file's age.
 *
 * @param onFailure - called for every failed fetch, to notify the operators.
 */
export function keepRoots(options: {
  readonly fetch: () => Promise<FetchedRoots>
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}): () => Promise<readonly RootKey[]> {
  const { fetch, clock, onFailure } = options
  let known: { readonly roots: readonly RootKey[]; readonly freshUntilMs: number } | null = null
  let retryAtMs = 0
  let fetching: Promise<void> | null = null

  async function refresh(): Promise<void> {
    try {
      const { text, freshForMs } = await fetch()
      const roots = readRootKeys(text)
      if (roots === null || roots.length === 0) throw new Error('the file contains no readable root keys')
      const lifetimeMs = Math.min(Math.max(freshForMs ?? FRESH_BY_DEFAULT_MS, FRESH_MIN_MS), FRESH_MAX_MS)
      known = { roots, freshUntilMs: clock.now() + lifetimeMs }
    } catch (error) {
      retryAtMs = clock.now() + RETRY_AFTER_MS
      onFailure(error)
    } finally {
      fetching = null
    }
  }

  return async () => {
    const isFresh = known !== null && clock.now() < known.freshUntilMs
    if (!isFresh && clock.now() >= retryAtMs) await (fetching ??= refresh())
    if (known === null || clock.now() >= known.freshUntilMs + STALE_MAX_MS) {
      throw new RootsUnavailableError('the root keys of the wallet cannot be fetched')
    }
    return known.roots
  }
}
