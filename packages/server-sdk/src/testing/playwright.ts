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

/** What a customer uses on the bank's page. */
export interface BankControls {
  readonly password: Locator
  readonly submitButton: Locator
  readonly cancelButton: Locator
}

/** The bank's page in its frame, for assertions and for what {@link passChallenge} does not do. */
export interface BankPage extends BankControls {
  readonly frame: FrameLocator
}

const FAR_OFF = '12/34'
const AMERICAN_EXPRESS = /^\s*3[47]/

/** The card frame of embedded fields. */
const CARD_FRAME = 'iframe[src*="/embedded-fields/card-frame/"]'

/**
 * The frame in which the bank asks, in pages of the flow and in a page of the merchant's own with the browser's helper, but
 * not the hidden one of the fingerprint, which may still be there.
 */
const BANK_FRAME = 'iframe:is([name="bank"], [name^="sluice-bank-"]):not([aria-hidden="true"])'

/**
 * Finds the fields of embedded fields.
 *
 * @param place - what holds the form, when a page has several.
 */
export function cardFields(place: Page | Locator): CardFields {
  return fieldsIn(place.locator(CARD_FRAME).contentFrame())
}

/**
 * Waits for a card form and finds its fields: those of embedded fields, in their frame, or those of the hosted payment
 * page and of a form of your own, which need only say `autocomplete="cc-number"` and its like.
 *
 * @param place - what holds the form, when a page has several.
 */
export async function findCardFields(place: Page | Locator): Promise<CardFields> {
  const frame = place.locator(CARD_FRAME)
  const number = place.locator('input[autocomplete~="cc-number"]')
  await frame.or(number).first().waitFor({ state: 'attached' })
  return (await frame.count()) > 0 ? cardFields(place) : fieldsIn(place)
}

function fieldsIn(place: Page | Locator | FrameLocator): CardFields {
  const field = (purpose: string) =>
    place.locator(`input[autocomplete~="${purpose}"]`).filter({ visible: true })
  return { number: field('cc-number'), expiry: field('cc-exp'), cvv: field('cc-csc') }
}

/**
 * Types a card, key by key as a person does, into embedded fields, the hosted payment page or a form of your own.
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
  const fields = await findCardFields(place)
  await fields.number.pressSequentially(number)
  await fields.expiry.pressSequentially(expiry)
  await fields.cvv.pressSequentially(cvv)
}

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
 * @see docs/protocol.md#simulators
 */
export async function passChallenge(page: Page, password = '1234'): Promise<void> {
  const bank = await findBank(page)
  await bank.password.fill(password)
  await bank.submitButton.click()
}
