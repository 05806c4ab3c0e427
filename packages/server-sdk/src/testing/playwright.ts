/**
 * A customer's hands for Playwright: card forms, saved cards, other methods, wallets and banks' pages, which lie in frames of
 * frames and in windows of their own; helpers for them would be the same in every shop. They find things by what does not
 * change with the language.
 *
 * @module
 */
export type { ProviderAnswers, ProviderDecision, SavedCardChoice, WalletChoice } from './customer-choices.ts'
export { type BankControls, type BankPage, bankPage, findBank, passChallenge } from './playwright/bank.ts'
export { type CardFields, cardFields, fillCard, findCardFields } from './playwright/card-form.ts'
export {
  type HostedPageControls,
  hostedPage,
  payOnHostedPage,
  payWithSavedCard,
} from './playwright/hosted-page.ts'
export { chooseMethod } from './playwright/methods.ts'
export { decideAtProvider } from './playwright/provider-page.ts'
export { openWallet, payInWallet } from './playwright/wallet-sheet.ts'
export type { TypedCard } from './typed-card.ts'
