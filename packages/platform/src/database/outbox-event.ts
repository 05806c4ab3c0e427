import type { Connection } from './connection.ts'

/** An event as it goes into the outbox. */
export interface NewEvent {
  readonly merchantId: string
  /** `msg_` and 27 base62 characters. */
  readonly id: string
  readonly transactionId: string
  /** Sent once for each subject and type; without it the subject is the transaction. */
  readonly subject?: string
  /** Its full name. */
  readonly type: string
  /** The JSON as it will be signed and sent. */
  readonly payload: string
  readonly createdAtMs: number
}

/** Writes an event, and its way to everybody who asked for it, in the commit under way. */
export type AddToOutbox = (trx: Connection, event: NewEvent) => Promise<void>
