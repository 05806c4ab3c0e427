/**
 * The schemes of links that open a payment app. Anything else could run code in the page or open an unrelated app; an app with another
 * scheme is opened by its `https` link.
 */
export const APP_LINK_SCHEMES = [
  'https',
  'alipay',
  'alipays',
  'bhim',
  'credpay',
  'gpay',
  'mobilepay',
  'payconiq',
  'paytmmp',
  'phonepe',
  'swish',
  'tez',
  'upi',
  'vipps',
  'weixin',
] as const

/** Returns the scheme of a link in lower case; null if the text has none, or holds characters that links escape. */
export function schemeOf(link: string): string | null {
  return /^([a-z][a-z0-9+.-]*):[!-~]+$/i.exec(link)?.[1]?.toLowerCase() ?? null
}
