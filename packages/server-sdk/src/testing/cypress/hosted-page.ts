import { refuseUnknownOptions } from '../../refuse-unknown-options.ts'
import { SAVED_CARD_CHOICE, type SavedCardChoice } from '../customer-choices.ts'
import type { TypedCard } from '../typed-card.ts'
import { fillCard } from './card.ts'
import { CONTROLS } from './controls.ts'
import type { CypressCommands } from './cypress-commands.ts'
import { actInFrames, seek } from './find-in-frames.ts'

declare const cy: CypressCommands

const pressPay = () => actInFrames(CONTROLS.payButton, (button) => void cy.wrap(button).click())

/**
 * Pays on the hosted payment page with a card that is typed in. Answer a challenge of the bank with `passChallenge`.
 *
 * @example
 * ```ts
 * cy.visit(redirect_url)
 * payOnHostedPage(TEST_CARDS.challenge)
 * passChallenge('1234')
 * ```
 */
export function payOnHostedPage(card: TypedCard): void {
  actInFrames(CONTROLS.payButton, (_button, page) => {
    const way = seek(page, 'input[name="way"][value="card"]')
    if (way) cy.wrap(way).check()
  })
  fillCard(card)
  pressPay()
}

/**
 * Pays on the hosted payment page with a card that the customer saved before.
 *
 * @throws When there is no such choice. {@link ConfigurationError}
 */
export function payWithSavedCard(choice: SavedCardChoice = {}): void {
  refuseUnknownOptions(choice, SAVED_CARD_CHOICE, 'choice')
  const { endingIn = '', cvv = '123' } = choice
  const way = 'input[name="way"][value^="saved-"]'
  actInFrames(way, (radio) => void cy.wrap(radio).check(), { text: endingIn })
  actInFrames(CONTROLS.cvv, (field) => void cy.wrap(field).type(cvv), { text: endingIn })
  pressPay()
}
