import type { KnownOptions } from '../refuse-unknown-options.ts'

/** The choice of a saved card. */
export interface SavedCardChoice {
  /**
   * The last digits of its number, as the page shows them.
   *
   * @defaultValue the first card of the list
   */
  readonly endingIn?: string
  /** @defaultValue `123` */
  readonly cvv?: string
}

export const SAVED_CARD_CHOICE: KnownOptions<SavedCardChoice> = { endingIn: true, cvv: true }

/** The choices of a customer in the sheet of a simulated wallet. */
export interface WalletChoice {
  /**
   * The last digits of the card, as the sheet shows them. `1111` is a card of the device, `3184` one on file that the
   * bank challenges.
   *
   * @defaultValue the card that the sheet has chosen
   */
  readonly endingIn?: string
  /** @defaultValue `1234`, which is right; a card on file needs none */
  readonly passcode?: string
}

export const WALLET_CHOICE: KnownOptions<WalletChoice> = { endingIn: true, passcode: true }

/** A customer's decision at a provider; `stay` leaves the payment open and returns to the shop. */
export type ProviderDecision = 'approve' | 'decline' | 'cancel' | 'stay'

/** Values that a provider's page may ask for before it accepts a decision. */
export interface ProviderAnswers {
  /**
   * Six digits; the code itself can decide, see the test values of the simulators.
   *
   * @defaultValue `777123`, which the bank approves
   */
  readonly blikCode?: string
}

export const PROVIDER_ANSWERS: KnownOptions<ProviderAnswers> = { blikCode: true }

/** The buttons of each decision. The page that waits for the bank's app says it in other words. */
const BUTTONS: Readonly<Record<ProviderDecision, readonly string[]>> = {
  approve: ['approve', 'confirm'],
  decline: ['decline', 'reject'],
  cancel: ['cancel', 'reject'],
  stay: ['stay'],
}

const buttonWith = (values: readonly string[]) =>
  values.map((value) => `button[name="decision"][value="${value}"]`).join(', ')

/** Selectors of a simulated provider's page. */
export const PROVIDER_PAGE = {
  /** On the gateway's own page of an order: the link to the page that simulates the app or the bank. */
  link: 'a[href*="/simulators/provider/"]',
  code: 'input[name="code"]',
  sendCode: buttonWith(['code']),
  choice: '.choices a',
  anyDecision: buttonWith(Object.values(BUTTONS).flat()),
  decision: (decision: ProviderDecision): string => buttonWith(BUTTONS[decision]),
}
