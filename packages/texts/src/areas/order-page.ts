/** The outcome of an order, in the shopper's eyes. */
export type OrderEnding = 'approved' | 'declined' | 'canceled' | 'expired'

/** The lines of an account whose labels people read in their own language. */
export type AccountLine =
  | 'account_name'
  | 'account_number'
  | 'account_type'
  | 'bank_code'
  | 'bank_name'
  | 'branch_code'
  | 'branch_name'
  | 'reference'
  | 'routing_number'
  | 'sort_code'

/** The kinds of a Japanese account. */
export type AccountKind = 'ORDINARY' | 'CURRENT' | 'SAVINGS'

/** The texts of the gateway's own page of an order. */
export interface OrderPageTexts {
  readonly appTitle: string
  readonly transferTitle: string
  readonly shop: string
  readonly amount: string
  /** The label before the time until which the shopper can pay. */
  readonly until: string
  /** The label of a link; `{app}`. */
  readonly openApp: string
  readonly scan: string
  /** The text alternative of the code's picture. */
  readonly codeLabel: string
  readonly copyCode: string
  /** The heading above an account, where the code is another payment method. */
  readonly orTransfer: string
  readonly transferHint: string
  readonly copy: string
  readonly copied: string
  /** Instructions on a page of the provider's. */
  readonly providerPage: string
  readonly waiting: string
  readonly waitingTransfer: string
  /** Shown while the gateway queries the provider about the payment, which can no longer be paid here. */
  readonly checkingTitle: string
  readonly checking: string
  /** Shown above the page after a cancellation that the provider did not confirm. */
  readonly notCanceled: string
  readonly cancel: string
  readonly back: string
  readonly lines: Readonly<Record<AccountLine, string>>
  readonly accountTypes: Readonly<Record<AccountKind, string>>
  readonly endings: Readonly<Record<OrderEnding, string>>
  readonly endingText: string
}
