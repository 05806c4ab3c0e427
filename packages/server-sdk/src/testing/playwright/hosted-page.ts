import type { Locator, Page } from '@playwright/test'
import { refuseUnknownOptions } from '../../refuse-unknown-options.ts'
import { SAVED_CARD_CHOICE, type SavedCardChoice } from '../customer-choices.ts'
import type { TypedCard } from '../typed-card.ts'
import { fillCard } from './card-form.ts'

/** The controls of the hosted payment page, for assertions and for what the helpers do not do. */
export interface HostedPageControls {
  /** The button that pays with the chosen method; hidden while a method is chosen that is confirmed elsewhere. */
  readonly payButton: Locator
  /** Leads back to the shop and ends the session; absent where the shop named no address. */
  readonly cancelLink: Locator
  /** Asks to save the card for later payments; absent if the session does not offer it. */
  readonly saveCard: Locator
  /** The saved cards, the card form and the other ways to pay; absent where there is one way only. */
  readonly ways: Locator
  /** Shows the outcome of the payment. */
  readonly result: Locator
}

/** Finds what a customer uses on the hosted payment page, in every language. */
export function hostedPage(page: Page): HostedPageControls {
  return {
    payButton: page.locator('#pay'),
    cancelLink: page.locator('#cancel'),
    saveCard: page.locator('input[type="checkbox"]').filter({ visible: true }),
    ways: page.locator('input[name="way"]'),
    result: page.locator('#result-title'),
  }
}

/**
 * Pays on the hosted payment page with a card that is typed in. Answer a challenge of the bank with `passChallenge`.
 *
 * @example
 * ```ts
 * await page.goto(redirect_url)
 * await payOnHostedPage(page, TEST_CARDS.challenge)
 * await passChallenge(page, '1234')
 * ```
 */
export async function payOnHostedPage(page: Page, card: TypedCard): Promise<void> {
  const { payButton, ways } = hostedPage(page)
  await payButton.waitFor()
  if ((await ways.count()) > 0) await page.locator('input[name="way"][value="card"]').check()
  await fillCard(page, card)
  await payButton.click()
}

/**
 * Pays on the hosted payment page with a card that the customer saved before.
 *
 * @throws When the page offers no such card. Playwright's own time-out error.
 * @throws When there is no such choice. {@link ConfigurationError}
 */
export async function payWithSavedCard(page: Page, choice: SavedCardChoice = {}): Promise<void> {
  refuseUnknownOptions(choice, SAVED_CARD_CHOICE, 'choice')
  const { endingIn = '', cvv = '123' } = choice
  const way = page
    .locator('.way')
    .filter({ has: page.locator('input[name="way"][value^="saved-"]'), hasText: endingIn })
    .first()
  await way.locator('input[name="way"]').check()
  await way.locator('input[autocomplete~="cc-csc"]').fill(cvv)
  await hostedPage(page).payButton.click()
}
