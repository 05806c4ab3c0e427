/**
 * A customer's hands for Playwright: card forms, saved cards, other methods, wallets and banks' pages, which lie in frames of
 * frames and in windows of their own; helpers for them would be the same in every shop. They find things by what does not
 * change with the language.
 *
 * @module
 */
export { type BankControls, type BankPage, bankPage, findBank, passChallenge } from './playwright/bank.ts'
export {
  type CardFields,
  cardFields,
  fillCard,
  findCardFields,
  type TypedCard,
} from './playwright/card-form.ts'
export {
  type HostedPageControls,
  hostedPage,
  payOnHostedPage,
  payWithSavedCard,
  type SavedCardChoice,
} from './playwright/hosted-page.ts'
export { chooseMethod } from './playwright/methods.ts'
export { decideAtProvider, type ProviderAnswers, type ProviderDecision } from './playwright/provider-page.ts'
export { openWallet, payInWallet, type WalletChoice } from './playwright/wallet-sheet.ts'
