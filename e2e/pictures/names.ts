/** The pictures of the documentation: all that `docs/images` holds. `npm run pictures` makes them anew. */
export const PICTURES = [
  'shop.webp',
  'shop-phone-dark.webp',
  'challenge.webp',
  'hosted-page.webp',
  'hosted-page-phone-dark.webp',
  'wallet.webp',
  'reference.webp',
] as const

export type Picture = (typeof PICTURES)[number]

/** Pages are read on phones, too. */
export const PICTURE_MAX_BYTES = 60_000
