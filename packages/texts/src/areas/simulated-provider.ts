/** The state of an order, as the shopper sees it. */
export type Ending = 'approved' | 'declined' | 'canceled' | 'expired' | 'pending'

/** Codes that a value for tests can bring. */
export type MeaningCode = '0000' | '1000' | '1001' | '1002' | '1003' | '1004' | '1005' | '4201'

/** A problem with the shopper's input. */
export type Complaint = 'code_format' | 'code_unknown'

/** The providers' texts in one language. */
export interface ProviderTexts {
  readonly language: string
  readonly errorPrefix: string
  readonly shop: string
  readonly amount: string
  readonly method: string
  readonly reference: string
  readonly title: string
  readonly decision: string
  readonly approve: string
  readonly decline: string
  readonly cancel: string
  readonly stay: string
  readonly simulation: string
  readonly bankTitle: string
  readonly bankText: string
  readonly otherBank: string
  readonly consentTitle: string
  readonly fromAccount: string
  /** Text of the page that represents a payment app. */
  readonly appTitle: string
  readonly walletTitle: string
  readonly walletText: string
  readonly walletContinue: string
  readonly walletConfirmTitle: string
  readonly wallet: string
  readonly otherWallet: string
  readonly transferTitle: string
  readonly transferText: string
  readonly transferReference: string
  readonly accountName: string
  readonly payUntil: string
  readonly arrived: string
  readonly notArrived: string
  readonly backToShop: string
  readonly blikTitle: string
  readonly blikLabel: string
  readonly blikHint: string
  readonly blikSubmit: string
  readonly waitTitle: string
  readonly waitText: string
  readonly waitNote: string
  readonly waitOpenNote: string
  readonly confirm: string
  readonly reject: string
  readonly complaints: Readonly<Record<Complaint, string>>
  readonly hints: string
  readonly meanings: Readonly<Record<MeaningCode, string>>
  readonly endings: Readonly<Record<Ending, string>>
  readonly finishedText: string
  readonly finishedAlone: string
  readonly unknownTitle: string
  readonly unknownText: string
}
