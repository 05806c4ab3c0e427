import type { Clock } from '@sluice/platform/kernel/clock'

import { type RootKey, readRootKeys } from './root-keys.ts'

/** The wallet's file of root keys, fetched. */
export interface FetchedRoots {
  readonly text: string
  /** How long its headers say it stays as it is; null when they say nothing. */
  readonly freshForMs: number | null
}

/** The wallet's root keys are unknown now: no token can be verified. */
export class RootsUnavailableError extends Error {
  override readonly name = 'RootsUnavailableError'
}

const HOUR_MS = 3_600_000

/** Without a word from the wallet. Its keys live for years and are announced long before they are used. */
const FRESH_BY_DEFAULT_MS = HOUR_MS
/** A wallet that forbids storing is not asked at every payment. */
const FRESH_MIN_MS = 60_000
const FRESH_MAX_MS = 24 * HOUR_MS
/** For how long keys are believed after the wallet could not be asked: an outage of theirs is none of ours for so long. */
const STALE_MAX_MS = 24 * HOUR_MS
/** Who does not answer now does not answer a moment later. */
const RETRY_AFTER_MS = 10_000

/**
 * Gives the function that knows the wallet's root keys: fetched when they are first needed and when they have aged, once
 * for all who wait. While the wallet cannot be asked, old ones serve on for a day at most; each key ends at its own
 * time, independent of the file's age.
 *
 * @param onFailure - told of every fetch that failed, for the operators.
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
      if (roots === null || roots.length === 0) throw new Error('the file has no root keys that can be read')
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
