import type { SentForm } from './sent-form.ts'

/** The outcome of a form. */
export interface FormOutcome {
  /** A sentence for the page. */
  readonly message: string
  /** The form, if its outcome at the gateway is unknown: only the same key and amount act once. */
  readonly undecided: SentForm | null
}
