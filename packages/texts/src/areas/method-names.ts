/** Payment methods without a brand: each language has a name for them. */
export type NamelessMethod =
  | 'card'
  | 'saved_card'
  | 'network-token'
  | 'gwallet-pay'
  | 'payment_open_banking'
  | 'payment_wallets'
  | 'payment_bank_transfer'
  | 'payment_qr_code'
  | 'provider-redirect-onb'
  | 'provider-redirect-gfc'
  | 'payout_upi'

/** The names of payment methods without a brand. */
export type MethodNameTexts = Readonly<Record<NamelessMethod, string>>
