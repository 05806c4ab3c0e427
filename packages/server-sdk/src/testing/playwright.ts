/**
 * A customer's hands for Playwright: the card form and the bank's page lie in frames of frames, and helpers for them
 * would be the same in every shop. They find things by what does not change with the language.
 *
 * @module
 */
import type { FrameLocator, Locator, Page } from '@playwright/test'

/** What a customer types. */
export interface TypedCard {
  /** With or without spaces. */
  readonly number: string
  /**
   * `MM/YY`.
   *
   * @defaultValue December 2034
   */
  readonly expiry?: string
  /** @defaultValue `123`, or `1234` for American Express */
  readonly cvv?: string
}

/** The fields of the card form, for assertions. */
export interface CardFields {
  readonly number: Locator
  readonly expiry: Locator
  readonly cvv: Locator
}

/** The bank's page, for assertions and for what {@link passChallenge} does not do. */
export interface BankPage {
  readonly frame: FrameLocator
  readonly password: Locator
  readonly submitButton: Locator
  readonly cancelButton: Locator
}

const FAR_OFF = '12/34'
const AMERICAN_EXPRESS = /^\s*3[47]/

/**
 * Finds the fields of the card form.
 *
 * @param place - what holds the form, when a page has several.
 */
export function cardFields(place: Page | Locator): CardFields {
  const frame = place.locator('iframe[src*="/embedded-fields/card-frame/"]').contentFrame()
  const field = (purpose: string) => frame.locator(`input[autocomplete~="${purpose}"]`)
  return { number: field('cc-number'), expiry: field('cc-exp'), cvv: field('cc-csc') }
}

/**
 * Types a card into the embedded fields, key by key as a person does.
 *
 * @param place - the page, or what holds the form when a page has several.
 *
 * @example
 * ```ts
 * await fillCard(page, TEST_CARDS.challenge)
 * await page.getByRole('button', { name: 'Pay' }).click()
 * await passChallenge(page, '1234')
 * ```
 */
export async function fillCard(
  place: Page | Locator,
  { number, expiry = FAR_OFF, cvv = AMERICAN_EXPRESS.test(number) ? '1234' : '123' }: TypedCard,
): Promise<void> {
  const fields = cardFields(place)
  await fields.number.pressSequentially(number)
  await fields.expiry.pressSequentially(expiry)
  await fields.cvv.pressSequentially(cvv)
}

/** Finds the page of the simulated bank: a frame of the bank, in a frame of the gateway, in a dialog of the checkout. */
export function bankPage(page: Page): BankPage {
  // The fingerprint's frame, hidden from everybody, may still be there.
  const frame = page
    .locator('iframe[src*="/three-ds/frame"]:not([aria-hidden])')
    .contentFrame()
    .locator('iframe[name="bank"]')
    .contentFrame()
  return {
    frame,
    password: frame.locator('input[name="password"]'),
    submitButton: frame.locator('button[value="submit"]'),
    cancelButton: frame.locator('button[value="cancel"]'),
  }
}

/**
 * Answers the bank's question in the embedded checkout.
 *
 * @param password - `1234` approves; see the simulators for the others.
 * @see docs/protocol.md#simulators
 */
export async function passChallenge(page: Page, password = '1234'): Promise<void> {
  const bank = bankPage(page)
  await bank.password.fill(password)
  await bank.submitButton.click()
}
