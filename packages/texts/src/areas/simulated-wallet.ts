/** Failures that a tester can have the wallet report, by the code that the page gets. */
export type WalletErrorCode = 'INTERNAL_ERROR' | 'BUYER_ACCOUNT_ERROR' | 'DEVELOPER_ERROR'

/** The texts of the wallets' sheet in one language. */
export interface SheetTexts {
  readonly language: string
  readonly title: string
  readonly shop: string
  readonly amount: string
  readonly cards: string
  readonly kinds: Readonly<Record<'PAN_ONLY' | 'CRYPTOGRAM_3DS', string>>
  readonly ends: Readonly<Record<'approved' | 'challenge' | 'declined', string>>
  readonly noCards: string
  readonly address: string
  readonly passcode: string
  readonly passcodeHint: string
  readonly wrongPasscode: string
  readonly pay: string
  readonly cancel: string
  readonly offline: string
  readonly hints: string
  readonly errors: Readonly<Record<WalletErrorCode, string>>
  readonly simulation: string
  readonly unreadableTitle: string
  readonly unreadableText: string
}
