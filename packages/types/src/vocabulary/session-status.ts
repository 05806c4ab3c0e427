/**
 * The statuses of a checkout session. There is no INVALID: a payment that a rule refuses returns its session to
 * CREATED, so that the customer can correct the form.
 */
export const SESSION_STATUSES = [
  'CREATED',
  'PENDING',
  'APPROVED',
  'DECLINED',
  'CANCELED',
  'SESSION_EXPIRED',
] as const

/** The status of a session. */
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** Embedded fields are on the merchant's page, a hosted session has a page of the gateway. */
export const SESSION_KINDS = ['EMBEDDED', 'HOSTED'] as const

/** Whether a session is for embedded fields or for a payment page. */
export type SessionKind = (typeof SESSION_KINDS)[number]

/** Whether a session saves its card: never, always, or if the shopper ticks a box. */
export const SESSION_TOKENIZATIONS = ['NONE', 'IMPLICIT', 'OPT_IN'] as const

/** Whether a session saves the card, or asks the shopper. */
export type SessionTokenization = (typeof SESSION_TOKENIZATIONS)[number]
