import type { SentForm } from './sent-form.ts'

/** What became of a form. */
export interface FormOutcome {
  /** A sentence for the page. */
  readonly message: string
  /** The form, where nobody knows whether the gateway did what the form says: only the same key and amount act once. */
  readonly undecided: SentForm | null
}
