/** What holds a reference: sessions, and the endpoints that make a transaction of their own. */
export type HoldKind = 'SESSION' | 'AUTHORIZE' | 'PAYMENT' | 'PAYOUT'

/** Where a reference is unique: at one terminal of one merchant. */
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
  /** Of the request that took it; null when it came without an `Idempotency-Key`. */
  readonly requestKey: string | null
}
