/** The kinds of holders of a reference: sessions, and the endpoints that create a transaction. */
export type HoldKind = 'SESSION' | 'AUTHORIZE' | 'PAYMENT' | 'PAYOUT'

/** The scope in which a reference is unique: one terminal of one merchant. */
export interface ReferenceKey {
  readonly merchantId: string
  readonly terminalId: string
  readonly reference: string
}

/** A reference and its holder: one namespace per terminal, first come first served. */
export interface ReferenceHold {
  readonly kind: HoldKind
  /** A transaction's id, or a session's hash. */
  readonly holderId: string
  readonly currency: string
  readonly amountMinor: number
  /** The `Idempotency-Key` of the request that took the reference; null if it had none. */
  readonly requestKey: string | null
}
