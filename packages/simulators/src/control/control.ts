import type { Metadata } from '@sluice/types'
import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { Incident, RecordEvent } from '../events/incident.ts'

/** A ledger entry of a provider under one key. */
export interface BookEntry {
  readonly providerId: string
  readonly idempotencyKey: string
  /**
   * AUTHORIZE, PURCHASE, CAPTURE, REFUND or VOID; for an order its type; FENCE for a promise never to execute the
   * key.
   */
  readonly type: string
  /** Null for a fence, which names only a key; the same applies to the following members. */
  readonly merchantId: string | null
  readonly transactionId: string | null
  readonly amountMinor: number | null
  readonly currency: string | null
  /** The key of the authorization, purchase or order that an operation belongs to; else null. */
  readonly originalKey: string | null
  /** The provider's current answer to a status query; null for a fence. */
  readonly processingCode: ProcessingCode | null
  /** Whether the code is stored. A pending entry changes on its own. */
  readonly isSettled: boolean
}

/** Entries are found by the keys of attempts, or by transactions. */
export type BooksQuery = { readonly keys: readonly string[] } | { readonly transactionIds: readonly string[] }

export type ReadBooks = (query: BooksQuery) => Promise<readonly BookEntry[]>

/** The kinds of requests that move money. */
export const MOVEMENTS = ['AUTHORIZATION', 'OPERATION', 'ORDER'] as const

export type Movement = (typeof MOVEMENTS)[number]

/** Metadata for the next requests of a merchant, as if they had sent it. */
export interface Instruction {
  readonly merchantId: string
  readonly movement: Movement
  readonly metadata: Metadata
  /** The number of requests to which it applies. */
  readonly requests: number
}

/** Controls for tests. Every call may be repeated: the second one changes nothing. */
export interface SimulatorControl {
  /**
   * Moves a merchant's clock ahead of real time, so that everything it waits for is due earlier. A clock never goes
   * back: a smaller offset changes nothing.
   *
   * @returns how far ahead the clock is.
   */
  moveClock(merchantId: string, offsetMs: number): Promise<number>
  /** Deletes all data of a merchant except fences, which are promises and name only a key. */
  removeMerchant(merchantId: string): Promise<void>
  readonly readBooks: ReadBooks
  /** Executes and reports the decisions of shoppers and banks that are due. Returns how many there were. */
  runDue(): Promise<number>
  /** The request's own metadata takes precedence. Instructions are lost at a restart. */
  instruct(instruction: Instruction): void
  /**
   * Makes the provider of an approved transaction report a later incident; the event is due at once. Returns null
   * if the ledger has no approval of the transaction, or if no address is known.
   *
   * @param callbackUrl - where the gateway takes the provider's events; without it the address that the simulators were given.
   */
  report(incident: Incident, callbackUrl?: string): Promise<RecordEvent | null>
}
