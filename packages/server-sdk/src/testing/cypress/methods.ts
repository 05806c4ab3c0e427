import { refuseUnknownOptions } from '../../refuse-unknown-options.ts'
import {
  PROVIDER_ANSWERS,
  PROVIDER_PAGE,
  type ProviderAnswers,
  type ProviderDecision,
} from '../customer-choices.ts'
import type { CypressCommands } from './cypress-commands.ts'
import { actInFrames, seek } from './find-in-frames.ts'

declare const cy: CypressCommands

const press = (selector: string) => actInFrames(selector, (button) => void cy.wrap(button).click())

/**
 * Chooses a method that is confirmed elsewhere, in embedded fields or on the hosted payment page. The browser goes to
 * the provider's page: continue there with `decideAtProvider`.
 *
 * @param type - the type of the method as in the session, `payment_open_banking`.
 * @param details - the data that the method requires first, by the name of its member: `{ blik_code: '777123' }`.
 */
export function chooseMethod(type: string, details: Readonly<Record<string, string>> = {}): void {
  const method = `[data-method="${type}"]`
  actInFrames(
    method,
    (_method, page) => {
      // On the hosted page, a method has its own row, or is in the list that the last row opens.
      const row = seek(page, `${method} input[name="way"]`)
      const others = seek(page, 'input[name="way"][value="other"]')
      if (row) {
        cy.wrap(row).check()
        fillIn(method, type, details)
        press('#pay')
        return
      }
      if (others) cy.wrap(others).check()
      if (!seek(page, method)) press('.method-more')
      press(`${method} .method-choose`)
      fillIn(method, type, details)
      if (Object.keys(details).length > 0) press(`${method} .method-proceed`)
    },
    { mayBeHidden: true },
  )
}

function fillIn(method: string, type: string, details: Readonly<Record<string, string>>): void {
  const members = Object.entries(details)
  if (members.length === 0) return
  // The customer data that the session knows is folded away.
  actInFrames(`${method} [id="${type}-${members[0]?.[0]}"], ${method} .method-change`, (_element, page) => {
    const change = seek(page, `${method} .method-change`)
    if (change) cy.wrap(change).click()
  })
  for (const [member, value] of members)
    actInFrames(`${method} [id="${type}-${member}"]`, (field) => void cy.wrap(field).type(value))
}

/**
 * Decides on the page of a simulated provider, whichever it is: opens the app from the page with the code, chooses the first bank or wallet of a list, types the
 * BLIK code, and presses the button. The browser then goes to the shop.
 *
 * @throws When there is no such answer. {@link ConfigurationError}
 * @see docs/protocol/simulators.md#provider-pages
 */
export function decideAtProvider(decision: ProviderDecision, answers: ProviderAnswers = {}): void {
  refuseUnknownOptions(answers, PROVIDER_ANSWERS, 'answers')
  const { blikCode = '777123' } = answers
  actInFrames(`${PROVIDER_PAGE.anyDecision}, ${PROVIDER_PAGE.link}`, (_element, page) => {
    const link = seek(page, PROVIDER_PAGE.link)
    if (!link) return
    // Cypress has one tab.
    link.removeAttribute('target')
    cy.wrap(link).click()
  })
  if (decision === 'approve' || decision === 'decline') {
    actInFrames(PROVIDER_PAGE.anyDecision, (_button, page) => {
      const code = seek(page, PROVIDER_PAGE.code)
      if (!code) return
      cy.wrap(code).type(blikCode)
      press(PROVIDER_PAGE.sendCode)
    })
    actInFrames(PROVIDER_PAGE.anyDecision, (_button, page) => {
      const choice = seek(page, PROVIDER_PAGE.choice)
      if (choice) cy.wrap(choice).click()
    })
  }
  press(PROVIDER_PAGE.decision(decision))
}
