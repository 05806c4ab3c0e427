import type { Metadata } from '@sluice/types'
import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { Incident, RecordEvent } from '../events/incident.ts'

/** What a provider wrote down under one key. */
export interface BookEntry {
  readonly providerId: string
  readonly idempotencyKey: string
  /** AUTHORIZE, PURCHASE, CAPTURE, REFUND or VOID; of an order its type; FENCE for a promise never to execute the key. */
  readonly type: string
  /** Null of a fence, like the members below: it names a key only. */
  readonly merchantId: string | null
  readonly transactionId: string | null
  readonly amountMinor: number | null
  readonly currency: string | null
  /** Of an operation: the authorization, purchase or order that it belongs to; else null. */
  readonly originalKey: string | null
  /** What the provider answers when it is asked now; null of a fence. */
  readonly processingCode: ProcessingCode | null
  /** Whether the code is written down: what is pending changes by itself. */
  readonly isSettled: boolean
}

/** Entries are found by the keys of attempts, or by transactions. */
export type BooksQuery = { readonly keys: readonly string[] } | { readonly transactionIds: readonly string[] }

export type ReadBooks = (query: BooksQuery) => Promise<readonly BookEntry[]>

/** The kinds of requests that move money. */
export const MOVEMENTS = ['AUTHORIZATION', 'OPERATION', 'ORDER'] as const

export type Movement = (typeof MOVEMENTS)[number]

/** What the next requests of a merchant shall meet, as if their metadata said so. */
export interface Instruction {
  readonly merchantId: string
  readonly movement: Movement
  readonly metadata: Metadata
  /** How many requests it is for. */
  readonly requests: number
}

/** What a test moves and reads by hand. Every call may be repeated: the second one changes nothing. */
export interface SimulatorControl {
  /**
   * Brings everything that a merchant waits for nearer, until the merchant's clock is that far ahead of real time. A clock
   * never goes back: a smaller offset changes nothing.
   *
   * @returns how far ahead the clock is.
   */
  moveClock(merchantId: string, offsetMs: number): Promise<number>
  /** Deletes everything of a merchant but fences, which are promises and name a key only. */
  removeMerchant(merchantId: string): Promise<void>
  readonly readBooks: ReadBooks
  /** Lets shoppers and banks decide whose time has come, and reports it; gives how much was done. */
  runDue(): Promise<number>
  /** What a request's own metadata says goes before. Instructions are forgotten at a restart. */
  instruct(instruction: Instruction): void
  /**
   * Lets the provider of an approved transaction report what happened to it later; the event is due now. Gives null for a
   * transaction without an approval in the books, and where no address is known.
   *
   * @param callbackUrl - where the gateway takes the provider's events; without it the address that the simulators were given.
   */
  report(incident: Incident, callbackUrl?: string): Promise<RecordEvent | null>
}
