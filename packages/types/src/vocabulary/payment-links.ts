/** The statuses of a payment link. Only an ACTIVE one can be paid; every other status is final. */
export const PAYMENT_LINK_STATUSES = ['ACTIVE', 'USED_UP', 'EXPIRED', 'DEACTIVATED'] as const

/** The status of a payment link. */
export type PaymentLinkStatus = (typeof PAYMENT_LINK_STATUSES)[number]
