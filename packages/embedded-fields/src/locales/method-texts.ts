import type { PaymentResultType } from '@sluice/types/vocabulary'

import type { MethodErrorCode, MethodFieldName } from '../elements/method-list/method-fields.ts'

/** What methods have in common for a shopper, in the order of their groups. */
export const METHOD_KINDS = ['bank', 'wallet', 'app', 'cash'] as const

export type MethodKind = (typeof METHOD_KINDS)[number]

/** What a method of another provider is to a shopper. */
export type RedirectName =
  | 'walletPayment'
  | 'onlineWallet'
  | 'mobileWallet'
  | 'onlineTransfer'
  | 'onlineBanking'
  | 'instantTransfer'
  | 'bankScheme'
  | 'prepaidVoucher'
  | 'giftCard'
  | 'paymentSlip'
  | 'cash'

/** Failures of a wallet that the shopper can do something about. */
export type WalletFailure = 'popup_blocked' | 'wallet_failed'

/** What is said around the ways to pay that are no card form. */
export interface MethodTexts {
  /** BCP 47, to name countries in. */
  readonly language: string
  /** Name of the list, and title of its frame, for screen readers. */
  readonly methodList: string
  readonly names: Readonly<Record<PaymentResultType, string>>
  readonly redirects: Readonly<Record<RedirectName, string>>
  /** Headings in a long list. */
  readonly kinds: Readonly<Record<MethodKind, string>>
  /** Label of the field that searches a long list. */
  readonly search: string
  /** How many the search has found; `{count}`. */
  readonly found: string
  /** Opens the rest of a long list; how many follows in brackets. */
  readonly more: string
  readonly labels: Readonly<Record<MethodFieldName, string>>
  readonly optional: string
  /** Under the field for a BLIK code. */
  readonly blikHint: string
  readonly errors: Readonly<Record<MethodErrorCode, string>>
  readonly proceed: string
  readonly working: string
  /** The payment goes on where the shopper was sent to before. */
  readonly awayTitle: string
  readonly awayProceed: string
  readonly awayCancel: string
  readonly nothingOffered: string
  /** Before the wallet's name. */
  readonly payWith: string
  readonly wallet: Readonly<Record<WalletFailure, string>>
}
