import type { FrameLocator, Locator, Page } from '@playwright/test'

/** The controls of the bank's page. */
export interface BankControls {
  /** The password field, where `1234` approves. */
  readonly password: Locator
  /** Sends the password. */
  readonly submitButton: Locator
  /** Leaves the challenge; the payment is declined. */
  readonly cancelButton: Locator
}

/** The bank's page in its frame, for assertions and for what {@link passChallenge} does not do. */
export interface BankPage extends BankControls {
  /** The frame that contains the page. */
  readonly frame: FrameLocator
}

/**
 * The frame in which the bank asks, in pages of the flow and in a page of the merchant's own with the browser's helper, but
 * not the hidden one of the fingerprint, which may still be there.
 */
const BANK_FRAME = 'iframe:is([name="bank"], [name^="sluice-bank-"]):not([aria-hidden="true"])'

/**
 * Finds the page of the simulated bank in a checkout with embedded fields and on the hosted payment page: a frame of the
 * bank, in a frame of the gateway.
 */
export function bankPage(page: Page): BankPage {
  const panel = page.locator('iframe[src*="/three-ds/frame"]:not([aria-hidden])').contentFrame()
  const frame = panel.locator('iframe[name="bank"]').contentFrame()
  return { frame, ...controlsIn(frame) }
}

function controlsIn(place: Page | FrameLocator): BankControls {
  return {
    password: place.locator('input[name="password"]'),
    submitButton: place.locator('button[value="submit"]'),
    cancelButton: place.locator('button[value="cancel"]'),
  }
}

/**
 * Waits for the page of the simulated bank, in every place: in embedded fields and on the hosted payment page, in the
 * frame of the client's 3-D Secure flow, or as a page of its own.
 *
 * @throws When the bank does not ask. Playwright's own time-out error.
 */
export async function findBank(page: Page): Promise<BankControls> {
  const places = [bankPage(page), controlsIn(page.locator(BANK_FRAME).contentFrame()), controlsIn(page)]
  try {
    return await Promise.any(
      places.map(async (place) => {
        await place.password.waitFor()
        return place
      }),
    )
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  }
}

/**
 * Answers the bank's question, in every place where the bank asks it.
 *
 * @param password - `1234` approves; see the simulators for the others.
 * @see docs/protocol/simulators.md#simulators
 */
export async function passChallenge(page: Page, password = '1234'): Promise<void> {
  const bank = await findBank(page)
  await bank.password.fill(password)
  await bank.submitButton.click()
}
