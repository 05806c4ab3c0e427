import { existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

/** The record of a payment whose shopper has to confirm it. */
export interface Asked {
  /** Names our page for this payment. */
  readonly page: string
  /** The address to which the shopper returns. */
  readonly returnUrl: string
  /** Once the shopper has answered: proves that, and names this payment and no other. */
  readonly result?: string
  readonly isConfirmed?: boolean
}

/** An operation on a payment after its approval. */
export type Operation = 'CAPTURE' | 'REFUND' | 'VOID' | 'INCREMENT' | 'EXTEND'

/** The outcome of a key: one line of the log. */
export interface Entry {
  readonly key: string
  readonly kind: 'AUTHORIZE' | 'PURCHASE' | 'VERIFY' | Operation | 'ORDER' | 'FENCE'
  /** `processing_code`. */
  readonly code: string
  readonly amount: number
  readonly currency: string
  readonly account: string
  /** The time until which an authorization, or its extension, can be captured. */
  readonly captureBefore?: string
  /** The time at which a pending call is approved: its code is 1002 until then. */
  readonly approvedAt?: string
  /** Whether the gateway's page shows a code: the answer stays the same, whatever happens to the payment. */
  readonly isShown?: boolean
  /** Set if the shopper is asked: the code is 1002 until the gateway brings the answer. */
  readonly asked?: Asked
  /** Whether we authenticated the cardholder ourselves: with the shopper's answer, or without asking. */
  readonly isAuthenticated?: boolean
  /** The original of an operation. */
  readonly original?: string
  readonly parent?: string
}

/** Books that survive the loss of the process: a line is on the disk before it is reported. */
export interface Books {
  find(key: string): Entry | undefined
  list(): readonly Entry[]
  write(entry: Entry): Entry
}

export function openBooks(path: string): Books {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  // The text after the last line end was being written when the power failed: no answer has reported it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole.split('\n').filter(Boolean)
  const entries = new Map(lines.map((line) => JSON.parse(line) as Entry).map((entry) => [entry.key, entry]))
  const log = openSync(path, 'a')
  ftruncateSync(log, Buffer.byteLength(whole))
  return {
    find: (key) => entries.get(key),
    list: () => [...entries.values()],
    write(entry) {
      writeSync(log, `${JSON.stringify(entry)}\n`)
      fsyncSync(log)
      entries.set(entry.key, entry)
      return entry
    },
  }
}

/** Reads the books as they are now: time approves what is pending, and nothing has to be written for that. */
export function readAtPresent(books: Books): Books {
  const atPresent = (entry: Entry): Entry =>
    entry.approvedAt !== undefined && entry.approvedAt <= new Date().toISOString()
      ? { ...entry, code: '0000' }
      : entry
  return {
    list: () => books.list().map(atPresent),
    find(key) {
      const entry = books.find(key)
      return entry && atPresent(entry)
    },
    write: (entry) => atPresent(books.write(entry)),
  }
}
