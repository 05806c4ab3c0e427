/** The next action of the page after a payment ended in the browser. */
export type PaymentOutcome =
  /** Approved, as far as the browser knows. Your server queries the gateway before you ship anything. */
  | 'paid-hint'
  /** Nothing was paid: show the message. The same session accepts another attempt. */
  | 'correct'
  /** Ended without payment: another attempt needs a new session, which your server creates with a new reference. */
  | 'declined'
  /** Money may have moved: do not offer to pay again. Your server queries the gateway until the payment is decided. */
  | 'follow'

const ENDED_WITHOUT_MONEY: readonly string[] = ['DECLINED', 'CANCELED', 'SESSION_EXPIRED']

/** Errors after which money may have moved, or the session was paid elsewhere. After all others, nothing was paid. */
const UNDECIDED: readonly string[] = [
  'outcome_unknown',
  'session_finished',
  'session_expired',
  'session_not_found',
  'frame_removed',
  'destroyed',
]

/**
 * Returns what a page should do after a payment, given the arguments of `callback`.
 *
 * @param response - The first argument of `callback`, or what `pay` resolved with; null if there is none.
 * @param error - The second argument of `callback`, or what `pay` rejected with.
 *
 * @example
 * ```ts
 * switch (outcomeOf(response, error)) {
 *   case 'correct':
 *     return show(error?.message ?? 'Check the marked field.')
 *   case 'declined':
 *     return location.assign('/pay-again')
 *   case 'paid-hint':
 *   case 'follow':
 *     return location.assign('/order') // your server asks the gateway
 * }
 * ```
 */
export function outcomeOf(
  response: { readonly status: string; readonly correctable?: boolean } | null | undefined,
  error?: unknown,
): PaymentOutcome {
  if (!response) return UNDECIDED.includes(codeOf(error)) ? 'follow' : 'correct'
  const { status, correctable } = response
  if (correctable === true || status === 'INVALID') return 'correct'
  if (ENDED_WITHOUT_MONEY.includes(status)) return 'declined'
  return status === 'APPROVED' ? 'paid-hint' : 'follow'
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}
