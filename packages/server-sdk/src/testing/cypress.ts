/**
 * A customer's hands for Cypress, on the pages that the hands for Playwright serve. They give plain commands to Cypress' own
 * `cy`; the frames that cards are typed into belong to other origins, so a project needs `chromeWebSecurity: false` and a
 * browser of the Chromium family.
 *
 * @module
 */
export { cancelChallenge, fillCard, passChallenge } from './cypress/card.ts'
export { CONTROLS } from './cypress/controls.ts'
export type { CypressCommands, CypressDocument, CypressElement } from './cypress/cypress-commands.ts'
export { expectInFrames } from './cypress/find-in-frames.ts'
export { payOnHostedPage, payWithSavedCard } from './cypress/hosted-page.ts'
export { chooseMethod, decideAtProvider } from './cypress/methods.ts'
export { payWithWallet } from './cypress/wallet.ts'
export type { ProviderAnswers, ProviderDecision, SavedCardChoice, WalletChoice } from './customer-choices.ts'
export type { TypedCard } from './typed-card.ts'
