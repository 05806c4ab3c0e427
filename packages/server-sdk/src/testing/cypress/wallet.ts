import { refuseUnknownOptions } from '../../refuse-unknown-options.ts'
import { WALLET_CHOICE, type WalletChoice } from '../customer-choices.ts'
import type { CypressCommands } from './cypress-commands.ts'
import { actInFrames } from './find-in-frames.ts'

declare const cy: CypressCommands

/** A window and its page have to load. */
const SHEET_PATIENCE_MS = 30_000

/**
 * Presses the wallet's button, in embedded fields or on the hosted payment page, and pays in its sheet. The sheet is a
 * separate window, where Cypress commands do not work: a script fills its fields and presses its button.
 *
 * @throws When there is no such choice. {@link ConfigurationError}
 */
export function payWithWallet(choice: WalletChoice = {}): void {
  refuseUnknownOptions(choice, WALLET_CHOICE, 'choice')
  let opened: Window | null = null
  actInFrames(
    'button',
    (button) => {
      const view = button.ownerDocument.defaultView
      if (!view) throw new Error('the frame of the wallet has disappeared')
      const open = view.open.bind(view)
      view.open = (...about) => (opened = open(...about))
      cy.wrap(button).click()
    },
    { text: 'GWallet' },
  )
  cy.document({ log: false, timeout: SHEET_PATIENCE_MS })
    .should(() => void findPayButton(opened))
    .then(() => pay(findPayButton(opened), choice))
}

function findPayButton(sheet: Window | null): HTMLElement {
  const button = sheet?.document.querySelector<HTMLElement>('button.pay')
  if (!button) throw new Error('the sheet of the wallet is not open yet')
  return button
}

function pay(button: HTMLElement, { endingIn, passcode = '1234' }: WalletChoice): void {
  const sheet = button.ownerDocument
  if (endingIn !== undefined) {
    const labels = [...sheet.querySelectorAll('label')]
    const card = labels.find(({ textContent }) => textContent?.includes(endingIn))
    if (!card) throw new Error(`the sheet offers no card that ends in ${endingIn}`)
    card.querySelector<HTMLElement>('input[name="card"]')?.click()
  }
  const asked = sheet.querySelector<HTMLInputElement>('#passcode')
  if (asked?.checkVisibility()) {
    asked.value = passcode
    asked.dispatchEvent(new Event('input', { bubbles: true }))
  }
  button.click()
}
