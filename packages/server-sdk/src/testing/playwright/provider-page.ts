import type { Page } from '@playwright/test'
import { refuseUnknownOptions } from '../../refuse-unknown-options.ts'
import {
  PROVIDER_ANSWERS,
  PROVIDER_PAGE,
  type ProviderAnswers,
  type ProviderDecision,
} from '../customer-choices.ts'

/**
 * Decides on the page of a simulated provider, whichever it is: opens the app from the page with the code, chooses the first bank or wallet of a list, types the
 * BLIK code, and presses the button. The browser then goes to the shop.
 *
 * @throws When there is no such answer. {@link ConfigurationError}
 * @see docs/protocol/simulators.md#provider-pages
 */
export async function decideAtProvider(
  page: Page,
  decision: ProviderDecision,
  answers: ProviderAnswers = {},
): Promise<void> {
  refuseUnknownOptions(answers, PROVIDER_ANSWERS, 'answers')
  const { blikCode = '777123' } = answers
  await page.locator(`${PROVIDER_PAGE.anyDecision}, ${PROVIDER_PAGE.link}`).first().waitFor()
  const link = page.locator(PROVIDER_PAGE.link).first()
  // It opens a new tab; here, one page simulates both devices.
  if (await link.isVisible()) await page.goto((await link.getAttribute('href')) ?? '')
  if (decision === 'approve' || decision === 'decline') {
    const code = page.locator(PROVIDER_PAGE.code)
    if (await code.isVisible()) {
      await code.fill(blikCode)
      await page.locator(PROVIDER_PAGE.sendCode).first().click()
    }
    const choice = page.locator(PROVIDER_PAGE.choice).first()
    if (await choice.isVisible()) await choice.click()
  }
  await page.locator(PROVIDER_PAGE.decision(decision)).first().click()
}
