/** The kind of payment method, by the shopper's action. */
export type MethodKind = 'bank' | 'wallet' | 'app' | 'cash'

/** The values that a payment method may ask for. */
export type MethodFieldName = 'first_name' | 'last_name' | 'email' | 'blik_code'

export type MethodErrorCode =
  | 'email_required'
  | 'email_invalid'
  | 'first_name_required'
  | 'last_name_required'
  | 'blik_code_invalid'
  | 'blik_code_refused'

/** Failures of a wallet that the shopper can do something about. */
export type WalletFailure = 'popup_blocked' | 'wallet_failed'

/** The texts around the payment methods other than cards. */
export interface MethodTexts {
  /** BCP 47; the gateway names methods by its first two letters. */
  readonly language: string
  /** Name of the list, and title of its frame, for screen readers. */
  readonly methodList: string
  /** The note below the name of a method. */
  readonly kinds: Readonly<Record<MethodKind, string>>
  /** Label of the field that searches a long list. */
  readonly search: string
  /** The number of search results; `{count}`. */
  readonly found: string
  /** The search has found nothing, and what to do then. */
  readonly notFound: string
  /** The message for a discontinued method that people still search for; `{name}`. */
  readonly ended: string
  /** The methods that replaced it; `{names}`, joined by "or". */
  readonly instead: string
  /** Opens the rest of a long list; how many follows in brackets. */
  readonly more: string
  readonly labels: Readonly<Record<MethodFieldName, string>>
  readonly optional: string
  /** The hint under the field for a BLIK code. */
  readonly blikHint: string
  readonly errors: Readonly<Record<MethodErrorCode, string>>
  /** The button after the shopper's data from the session. */
  readonly change: string
  /** The note of a method that asks for nothing here. */
  readonly confirmNext: string
  readonly proceed: string
  readonly working: string
  /** Shown after a long wait. */
  readonly stillWorking: string
  /** The payment continues at the address to which the shopper was sent before. */
  readonly awayTitle: string
  readonly awayProceed: string
  readonly awayCancel: string
  readonly nothingOffered: string
  /** Shown in place of a wallet's button that cannot be used. */
  readonly noWallet: string
  /** The text before the wallet's name. */
  readonly payWith: string
  readonly wallet: Readonly<Record<WalletFailure, string>>
}
