/**
 * What a payment link can be. Only an ACTIVE one can be paid; every other status is final.
 */
export const PAYMENT_LINK_STATUSES = ['ACTIVE', 'USED_UP', 'EXPIRED', 'DEACTIVATED'] as const

/** Where a payment link stands. */
export type PaymentLinkStatus = (typeof PAYMENT_LINK_STATUSES)[number]
