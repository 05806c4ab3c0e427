import { createHash } from 'node:crypto'

/** The minimum time for which Adyen stores an answer under its key. The twin deletes it right afterwards. */
const WINDOW_MS = 7 * 24 * 3_600_000

/** The maximum length of a key. */
export const KEY_MAX = 64

/** An answer of Adyen's. */
export interface TwinAnswer {
  readonly status: number
  readonly body: object
}

/** Adyen's store of keys, which the whole company shares. */
export interface IdempotencyKeys {
  /** Returns the first answer of a key, `busy` while that request runs, or null for a new key. */
  readonly take: (key: string, request: string) => TwinAnswer | 'busy' | null
  readonly keep: (key: string, answer: TwinAnswer) => void
  /**
   * Keys that were reused with another request. Adyen repeats the first answer, so a caller that reuses keys never
   * notices.
   */
  readonly misuses: () => readonly string[]
}

/** Creates an empty store. */
export function createIdempotencyKeys(nowMs: () => number): IdempotencyKeys {
  const entries = new Map<
    string,
    { readonly hash: string; readonly atMs: number; answer: TwinAnswer | null }
  >()
  const misuses: string[] = []
  return {
    take(key, request) {
      const hash = createHash('sha256').update(request).digest('hex')
      const entry = entries.get(key)
      if (entry === undefined || nowMs() - entry.atMs >= WINDOW_MS) {
        entries.set(key, { hash, atMs: nowMs(), answer: null })
        return null
      }
      if (entry.hash !== hash) misuses.push(key)
      return entry.answer ?? 'busy'
    },
    keep(key, answer) {
      const entry = entries.get(key)
      if (entry) entry.answer = answer
    },
    misuses: () => misuses,
  }
}
