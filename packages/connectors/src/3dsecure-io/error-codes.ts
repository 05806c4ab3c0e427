/**
 * `Erro` codes that do not mean a mistake in our message. EMV’s words: 402 transaction timed out, 403 transient system failure,
 * 404 permanent system failure, 405 system connection failure. Every other code is an error.
 */
const UNREACHABLE = {
  '402': 'UNAVAILABLE',
  '403': 'UNAVAILABLE',
  '404': 'UNAVAILABLE',
  '405': 'UNAVAILABLE',
} as const

/** The codes of `/preauth`. 305, “Unknown BIN”: no scheme has the card. */
export const ENROLMENT_ERRORS: Readonly<Record<string, 'NOT_ENROLLED' | 'UNAVAILABLE'>> = {
  '305': 'NOT_ENROLLED',
  ...UNREACHABLE,
}

/** The codes of `/auth`. */
export const AUTHENTICATION_ERRORS: Readonly<Record<string, 'UNAVAILABLE'>> = UNREACHABLE

/**
 * The codes of `/postauth`. 305, “No RReq has been received”: the shopper is still at the bank, or the bank does
 * not respond.
 */
export const RESULT_ERRORS: Readonly<Record<string, 'NONE'>> = { '305': 'NONE' }

/** `errorComponent`s that ended the challenge: the bank, the directory server, the bank’s client. `S` is the 3DS server itself. */
export const ENDS_CHALLENGE: ReadonlySet<string> = new Set(['A', 'C', 'D'])
