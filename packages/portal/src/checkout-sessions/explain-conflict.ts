import { Refusal } from '../app/ask.ts'
import { CHECKOUT_TEXTS as texts } from '../texts/checkout-texts.ts'
import { statusLabel } from '../wording/status-mark.ts'

/** Explains a conflict with a session by the status that the gateway names; returns any other refusal unchanged. */
export function explainConflict(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.kind !== 'conflict' || error.status === null) return error
  const known: Readonly<Record<string, string>> = texts.conflicts
  const message = known[error.status] ?? texts.over(statusLabel(error.status))
  return new Refusal('conflict', [], { message, status: error.status })
}
