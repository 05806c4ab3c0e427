import { createHash } from 'node:crypto'

/** How long Adyen keeps an answer under its key, at least. The twin forgets it at once afterwards. */
const WINDOW_MS = 7 * 24 * 3_600_000

/** The longest key. */
export const KEY_MAX = 64

/** An answer of Adyen's. */
export interface TwinAnswer {
  readonly status: number
  readonly body: object
}

/** Adyen's memory of keys, which belongs to the whole company. */
export interface IdempotencyKeys {
  /** Returns the first answer of a key, `busy` while that request runs, or null for a new key. */
  readonly take: (key: string, request: string) => TwinAnswer | 'busy' | null
  readonly keep: (key: string, answer: TwinAnswer) => void
  /** Keys that came with another request than the first. Adyen repeats the first answer, and a caller that reuses keys never notices. */
  readonly misuses: () => readonly string[]
}

/** Creates a memory that is empty. */
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
