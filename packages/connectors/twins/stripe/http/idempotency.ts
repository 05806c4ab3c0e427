import { createHash } from 'node:crypto'

import { Refusal } from '../api/refusal.ts'

/** How long Stripe stores an answer under its key. */
const WINDOW_MS = 24 * 3_600_000

export interface StoredAnswer {
  readonly status: number
  readonly body: string
  readonly requestId: string
}

type Entry =
  | { readonly fingerprint: string; readonly atMs: number; readonly answer: null }
  | { readonly fingerprint: string; readonly atMs: number; readonly answer: StoredAnswer }

export interface IdempotencyKeys {
  /** Claims the key, or returns the answer that is stored under it. */
  readonly take: (key: string, request: string) => StoredAnswer | null
  readonly keep: (key: string, answer: StoredAnswer) => void
  /** Releases the key, because nothing was executed. */
  readonly release: (key: string) => void
  /** Counts the key as in use until the returned function is called, because its answer is not complete yet. */
  readonly busy: (key: string) => () => void
}

export function createIdempotencyKeys(nowMs: () => number): IdempotencyKeys {
  const entries = new Map<string, Entry>()
  const underway = new Set<string>()
  return {
    take(key, request) {
      const fingerprint = createHash('sha256').update(request).digest('hex')
      const entry = entries.get(key)
      if (!entry || nowMs() - entry.atMs >= WINDOW_MS) {
        entries.set(key, { fingerprint, atMs: nowMs(), answer: null })
        return null
      }
      if (entry.fingerprint !== fingerprint) throw otherRequest(key)
      if (entry.answer === null || underway.has(key)) throw inUse(key)
      return entry.answer
    },
    keep(key, answer) {
      const entry = entries.get(key)
      if (entry) entries.set(key, { ...entry, answer })
    },
    release(key) {
      entries.delete(key)
    },
    busy(key) {
      underway.add(key)
      return () => underway.delete(key)
    },
  }
}

function otherRequest(key: string): Refusal {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return new Refusal(400, { type: 'idempotency_error', message }, { isKept: false })
}

function inUse(key: string): Refusal {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
  return new Refusal(
    409,
    { type: 'idempotency_error', code: 'idempotency_key_in_use', message },
    { isKept: false },
  )
}
