import { completeCard, type TypedCard } from '../typed-card.ts'
import type { CypressCommands } from './cypress-commands.ts'
import { CONTROLS } from './controls.ts'
import { actInFrames } from './find-in-frames.ts'

declare const cy: CypressCommands

/**
 * Types a card, key by key, into embedded fields, the hosted payment page or a form of your own, which need only say
 * `autocomplete="cc-number"` and its like.
 *
 * @param within - a selector of the form's container, if a page has several.
 *
 * @example
 * ```ts
 * fillCard(TEST_CARDS.challenge)
 * cy.contains('button', 'Pay').click()
 * passChallenge('1234')
 * ```
 */
export function fillCard(card: TypedCard, within?: string): void {
  const { number, expiry, cvv } = completeCard(card)
  const typed = [
    [CONTROLS.cardNumber, number],
    [CONTROLS.expiry, expiry],
    [CONTROLS.cvv, cvv],
  ] as const
  for (const [selector, text] of typed)
    actInFrames(selector, (field) => void cy.wrap(field, { log: false }).type(text), { within })
}

/**
 * Answers the bank's question, in every place where the bank asks it: a dialog, a frame or a page.
 *
 * @param password - `1234` approves; see the simulators for the others.
 * @see docs/protocol/simulators.md#simulators
 */
export function passChallenge(password = '1234'): void {
  actInFrames(CONTROLS.bankPassword, (field) => void cy.wrap(field).type(password))
  actInFrames(CONTROLS.bankSubmit, (button) => void cy.wrap(button).click())
}

/** Leaves the challenge; the payment is declined. */
export function cancelChallenge(): void {
  actInFrames(CONTROLS.bankPassword, () => {})
  actInFrames(CONTROLS.bankCancel, (button) => void cy.wrap(button).click())
}
