import type { Page } from '@playwright/test'
import { refuseUnknownOptions } from '../../refuse-unknown-options.ts'
import { WALLET_CHOICE, type WalletChoice } from '../customer-choices.ts'
import { METHODS_FRAME } from './methods.ts'

/**
 * Presses the wallet's button, in embedded fields or on the hosted payment page.
 *
 * @returns Its sheet, a window of its own.
 */
export async function openWallet(page: Page): Promise<Page> {
  const button = page.locator(METHODS_FRAME).contentFrame().locator('button').filter({ hasText: 'GWallet' })
  const opened = page.waitForEvent('popup')
  await button.click()
  return opened
}

/**
 * Pays in the sheet of either simulated wallet. The sheet closes, and the page that opened it continues.
 *
 * @throws When the choice is unknown. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const sheet = await openWallet(page)
 * await payInWallet(sheet, { endingIn: '1111' })
 * ```
 */
export async function payInWallet(sheet: Page, choice: WalletChoice = {}): Promise<void> {
  refuseUnknownOptions(choice, WALLET_CHOICE, 'choice')
  const { endingIn, passcode = '1234' } = choice
  const payButton = sheet.locator('button.pay')
  await payButton.waitFor()
  if (endingIn !== undefined)
    await sheet.locator('label').filter({ hasText: endingIn }).locator('input[name="card"]').check()
  const asked = sheet.locator('#passcode')
  if (await asked.isVisible()) await asked.fill(passcode)
  // The sheet may close before Playwright has confirmed the press.
  await payButton.click().catch((error: unknown) => {
    if (!sheet.isClosed()) throw error
  })
}
