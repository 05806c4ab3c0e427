import type { CardBrand } from '@sluice/types/vocabulary'

const PLATE = (color: string) => `<rect width="34" height="22" rx="2.5" fill="${color}"/>`
const PALE = PLATE('#f3f5f8')
const DARK = PLATE('#20232b')

const CIRCLES = (left: string, right: string, shared: string) =>
  `<circle cx="13.5" cy="11" r="6.5" fill="${left}"/><circle cx="20.5" cy="11" r="6.5" fill="${right}"/><path d="M17 5.52a6.5 6.5 0 0 1 0 10.96 6.5 6.5 0 0 1 0-10.96Z" fill="${shared}"/>`

/** Lettering is drawn as strokes, so no font is needed. */
const LETTERS = (path: string, color = '#fff') =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>`

/** Small decorative pictures that distinguish the brands. 34 × 22 units each. */
const BRAND_ICONS: Readonly<Record<CardBrand, string>> = {
  VISA:
    PLATE('#1a2b6d') +
    LETTERS(
      'M7 7.5 9.4 14.5 12 7.5M14.6 7.5 13.6 14.5M20 8.3C18 7 16.6 8 17 9.4 17.4 10.8 19.6 10.9 19.5 12.8 19.4 14.6 17.2 14.9 15.8 13.8M21.6 14.5 25 7.5 26.6 14.5M22.8 12.4H26',
    ) +
    '<path d="M0 18.5H34V19.5A2.5 2.5 0 0 1 31.5 22H2.5A2.5 2.5 0 0 1 0 19.5Z" fill="#f2a900"/>',
  MASTERCARD: DARK + CIRCLES('#eb001b', '#f79e1b', '#ff5f00'),
  AMEX:
    PLATE('#1f6fd0') +
    LETTERS(
      'M4 14.5 6.3 7.5 8.6 14.5M4.8 12.4H7.8M11 14.5V7.5L13.5 12 16 7.5V14.5M22.4 7.5H18.7V14.5H22.4M18.7 11H21.8M24.8 7.5 29.6 14.5M29.6 7.5 24.8 14.5',
    ),
  MAESTRO: DARK + CIRCLES('#0099df', '#ed0006', '#6c6bbd'),
  DINERS:
    PALE +
    '<circle cx="17" cy="11" r="7.5" fill="#0b5aa5"/><circle cx="17" cy="11" r="5.6" fill="#fff"/><path d="M15.4 7.1a4.2 4.2 0 0 0 0 7.8ZM18.6 7.1a4.2 4.2 0 0 1 0 7.8Z" fill="#0b5aa5"/>',
  DISCOVER:
    PALE +
    '<path d="M34 11.5V19.5A2.5 2.5 0 0 1 31.5 22H12C22 20.5 29 17 34 11.5Z" fill="#ef7622"/>' +
    LETTERS('M5 7.5H7C11.4 7.5 11.4 14.5 7 14.5H5ZM13.4 7.5V14.5', '#20232b') +
    '<circle cx="19" cy="11" r="3.4" fill="#ef7622"/>',
  JCB:
    PALE +
    '<rect x="7.5" y="4" width="5.6" height="14" rx="2.2" fill="#0e4c96"/><rect x="14.2" y="4" width="5.6" height="14" rx="2.2" fill="#d7002a"/><rect x="20.9" y="4" width="5.6" height="14" rx="2.2" fill="#0a8f3c"/>',
  UNIONPAY:
    PALE +
    '<path d="M9.2 4H14.4L11.4 18H6.2Z" fill="#d10429"/><path d="M15.6 4H20.8L17.8 18H12.6Z" fill="#01426a"/><path d="M22 4H27.2L24.2 18H19Z" fill="#00757a"/>',
}

/** A grey that is visible on light and on dark backgrounds. */
const UNKNOWN_BRAND =
  '<g fill="none" stroke="#8a93a6" stroke-width="1.5"><rect x=".75" y=".75" width="32.5" height="20.5" rx="2.75"/><path d="M1 6.5H33" stroke-width="3"/><path d="M5.5 15H13" stroke-linecap="round"/></g>'

/** Returns a brand's picture as markup. */
export function drawBrand(brand: CardBrand | null): string {
  const picture = brand === null ? UNKNOWN_BRAND : BRAND_ICONS[brand]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 22">${picture}</svg>`
}

/**
 * Returns the address of a brand's picture, for the `src` of an image.
 *
 * A `data:` image, because a picture is no document: nothing in it could run, and no policy of Trusted Types is needed
 * to draw it.
 */
export function brandIcon(brand: CardBrand | null): string {
  return `data:image/svg+xml,${encodeURIComponent(drawBrand(brand))}`
}
