import type { SavedCard } from '../../protocol/form-plan.ts'
import { rulesOfBrand } from '../../validation/card-brand.ts'
import { make } from '../make.ts'
import { brandIcon } from './brand-icons.ts'

export const SAVED_CARD_ID = 'saved-card'

/** Describes the saved card: its brand, its last four digits, and its expiry date. */
export function makeSavedCardLine(savedCard: SavedCard, expiry: Element): HTMLElement {
  const { brand } = rulesOfBrand(savedCard.cardBrand)
  return make(
    'p',
    { class: SAVED_CARD_ID, id: SAVED_CARD_ID },
    make('img', { class: 'brand', src: brandIcon(brand), alt: brand ?? '' }),
    // The spaces keep the parts apart for screen readers, which read the line as the name of the form.
    ' ',
    make('span', {}, make('span', { 'aria-hidden': 'true' }, '•••• '), lastFourOf(savedCard.maskedPan)),
    ' ',
    expiry,
  )
}

/** Formats `MMYY` as cards show it. */
export function expiryOf({ expirationDate }: SavedCard): string {
  return `${expirationDate.slice(0, 2)}/${expirationDate.slice(-2)}`
}

/** Masks the merchant's text, so that at most four digits are shown. */
function lastFourOf(maskedPan: string): string {
  return maskedPan.replace(/\D/g, '').slice(-4)
}
