import type { PaymentResultType } from '@sluice/types/vocabulary'

import type { MethodErrorCode, MethodFieldName } from '../elements/method-list/method-fields.ts'

/** What a scheme of another provider is to a shopper, as far as that is known. */
export type RedirectKind = 'wallet' | 'bank' | 'scheme' | 'voucher' | 'service'

/** Failures of a wallet that the shopper can do something about. */
export type WalletFailure = 'popup_blocked' | 'wallet_failed'

/** What is said around the ways to pay that are no card form. */
export interface MethodTexts {
  /** Name of the list, and title of its frame, for screen readers. */
  readonly methodList: string
  readonly names: Readonly<Record<PaymentResultType, string>>
  /** How a scheme of another provider is called; its letters are put behind it. */
  readonly redirects: Readonly<Record<RedirectKind, string>>
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
