/** The operations of `POST /api/transactions/manage` on an earlier transaction. */
export const MANAGE_TYPES = ['CAPTURE', 'REFUND', 'VOID', 'INCREMENT', 'EXTEND'] as const

/** An operation on an approved transaction. */
export type ManageType = (typeof MANAGE_TYPES)[number]

/** The operations that every provider makes unless it is declared otherwise. */
export const USUAL_OPERATIONS = ['CAPTURE', 'REFUND', 'VOID'] as const satisfies readonly ManageType[]

/**
 * The operations that change an authorization without moving money: one raises its amount, the other extends the time
 * to capture.
 */
export const CHANGE_TYPES = ['INCREMENT', 'EXTEND'] as const satisfies readonly ManageType[]

/** An operation that changes an authorization. */
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** The types that a session or a card request may have. */
export const CARD_TRANSACTION_TYPES = ['AUTHORIZE', 'PURCHASE', 'VERIFY'] as const

/** A transaction type of authorize: reserve the money, capture it, or verify the card without money. */
export type CardTransactionType = (typeof CARD_TRANSACTION_TYPES)[number]

/** The transaction types of card requests that move money. */
export const MONEY_TRANSACTION_TYPES = ['AUTHORIZE', 'PURCHASE'] as const

/** Every `transaction_type` of a transaction record. */
export const TRANSACTION_TYPES = [
  'PURCHASE',
  'AUTHORIZE',
  'VERIFY',
  'PAYMENT',
  'PAYOUT',
  ...MANAGE_TYPES,
] as const

/** The type of a transaction. */
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** The features that can be enabled for a terminal. */
export const TERMINAL_FEATURES = [
  'TRX_TYPE_PURCHASE',
  'TRX_TYPE_AUTHORIZE',
  'TRX_TYPE_VERIFY',
  'TRX_TYPE_PAYMENT',
  'TRX_TYPE_PAYOUT',
  'TRX_TYPE_CAPTURE',
  'TRX_TYPE_REFUND',
  'TRX_TYPE_VOID',
  'TRX_TYPE_INCREMENT',
  'TRX_TYPE_EXTEND',
  'TOKENIZATION',
  'THREE_DS',
  'FALLBACK_ROUTING',
  'MULTI_CAPTURE',
  'PARTIAL_APPROVALS',
  'CHALLENGE_PREFERENCE',
  'SCA_EXEMPTIONS',
] as const

/** A feature that can be enabled for a terminal. */
export type TerminalFeature = (typeof TERMINAL_FEATURES)[number]

/** The merchant's kinds of integration; */
export const INTEGRATIONS = ['DIRECT_API', 'EMBEDDED_FIELDS', 'HOSTED_PAYMENT_PAGE'] as const

/** The merchant's kind of integration. */
export type Integration = (typeof INTEGRATIONS)[number]

/** The state of a transaction's fallback routing. */
export const RETRY_STATUSES = ['NONE', 'IN_PROGRESS', 'SUCCEEDED', 'EXHAUSTED', 'NOT_RETRYABLE'] as const

/** The state of retries at other providers. */
export type RetryStatus = (typeof RETRY_STATUSES)[number]

/** The initiators of a transaction: manage operations and payouts are the merchant's. */
export const INITIATORS = ['CUSTOMER', 'MERCHANT'] as const

/** The initiator of a transaction: the customer or the merchant. */
export type Initiator = (typeof INITIATORS)[number]
