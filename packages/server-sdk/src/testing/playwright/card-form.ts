import type { FrameLocator, Locator, Page } from '@playwright/test'
import { completeCard, type TypedCard } from '../typed-card.ts'

/** The fields of the card form, for assertions. */
export interface CardFields {
  /** The number of the card. */
  readonly number: Locator
  /** Month and year, `MM/YY`. */
  readonly expiry: Locator
  /** The security code. */
  readonly cvv: Locator
}

/** The card frame of embedded fields. */
const CARD_FRAME = 'iframe[src*="/embedded-fields/card-frame/"]'

/**
 * Finds the fields of embedded fields.
 *
 * @param place - the container of the form, if a page has several.
 */
export function cardFields(place: Page | Locator): CardFields {
  return fieldsIn(place.locator(CARD_FRAME).contentFrame())
}

/**
 * Waits for a card form and finds its fields: those of embedded fields, in their frame, or those of the hosted payment
 * page and of a form of your own, which need only say `autocomplete="cc-number"` and its like.
 *
 * @param place - the container of the form, if a page has several.
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
export async function fillCard(place: Page | Locator, card: TypedCard): Promise<void> {
  const fields = await findCardFields(place)
  const { number, expiry, cvv } = completeCard(card)
  await fields.number.pressSequentially(number)
  await fields.expiry.pressSequentially(expiry)
  await fields.cvv.pressSequentially(cvv)
}
