/** The pictures of the documentation: everything in `docs/images`. `npm run pictures` takes them again. */
export const PICTURES = [
  'shop.webp',
  'shop-phone-dark.webp',
  'challenge.webp',
  'hosted-page.webp',
  'hosted-page-phone-dark.webp',
  'wallet.webp',
  'reference.webp',
  'portal-payments.webp',
  'portal-payment.webp',
  'portal-declined-phone-dark.webp',
  'portal-webhooks.webp',
  'portal-look.webp',
  'portal-test-tools.webp',
  'portal-going-live.webp',
] as const

export type Picture = (typeof PICTURES)[number]

/** Pages are read on phones, too. */
export const PICTURE_MAX_BYTES = 60_000
