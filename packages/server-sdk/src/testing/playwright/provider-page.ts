import type { Page } from '@playwright/test'

/** What a customer decides at a provider; `stay` leaves the payment open and goes back to the shop. */
export type ProviderDecision = 'approve' | 'decline' | 'cancel' | 'stay'

/** What a provider's page may ask before it takes a decision. */
export interface ProviderAnswers {
  /**
   * Six digits; the code itself can decide, see the test values of the simulators.
   *
   * @defaultValue `777123`, which the bank approves
   */
  readonly blikCode?: string
}

/** The page that waits for the bank's app says it in other words. */
const BUTTONS: Readonly<Record<ProviderDecision, readonly string[]>> = {
  approve: ['approve', 'confirm'],
  decline: ['decline', 'reject'],
  cancel: ['cancel', 'reject'],
  stay: ['stay'],
}

/**
 * Decides on the page of a simulated provider, whichever it is: chooses the first bank or wallet of a list, types the
 * BLIK code, and presses the button. The browser leaves for the shop.
 *
 * @see docs/protocol.md#provider-pages
 */
export async function decideAtProvider(
  page: Page,
  decision: ProviderDecision,
  { blikCode = '777123' }: ProviderAnswers = {},
): Promise<void> {
  const button = (values: readonly string[]) =>
    page.locator(values.map((value) => `button[name="decision"][value="${value}"]`).join(', ')).first()
  await button(Object.values(BUTTONS).flat()).waitFor()
  if (decision === 'approve' || decision === 'decline') {
    const code = page.locator('input[name="code"]')
    if (await code.isVisible()) {
      await code.fill(blikCode)
      await button(['code']).click()
    }
    const choice = page.locator('.choices a').first()
    if (await choice.isVisible()) await choice.click()
  }
  await button(BUTTONS[decision]).click()
}
