import type { Connection } from './connection.ts'

/** An event as it goes into the outbox. */
export interface NewEvent {
  readonly merchantId: string
  /** `msg_` and 27 base62 characters. */
  readonly id: string
  readonly transactionId: string
  /** The event is sent once per subject and type; by default, the subject is the transaction. */
  readonly subject?: string
  /** Its full name. */
  readonly type: string
  /** The JSON as it will be signed and sent. */
  readonly payload: string
  readonly createdAtMs: number
}

/** Writes an event and its deliveries to all subscribers in the current commit. */
export type AddToOutbox = (trx: Connection, event: NewEvent) => Promise<void>
