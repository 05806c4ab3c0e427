import type { Operation } from './operation.ts'

/** A form of a payment, as it was sent. */
export interface SentForm {
  readonly operation: Operation
  readonly id: string
  /** The key that was created with the form: a form that is sent twice acts once. */
  readonly key: string
  /** Decimal text; empty for all of it. */
  readonly amount: string
}
