import type { Branding } from '@sluice/types'

/**
 * Makes the merchant's font usable by its name. The gateway has fetched and checked it, and serves it itself: a frame that holds
 * cards calls no other origin. A browser loads it when a text uses it.
 *
 * @param gatewayOrigin - where the gateway serves it.
 */
export function addBrandFont(
  { font_family: family, font_url: path }: Pick<Branding, 'font_family' | 'font_url'>,
  gatewayOrigin: string,
): void {
  if (family === null || path === null) return
  const address = new URL(path, gatewayOrigin)
  if (address.origin !== gatewayOrigin) return
  document.fonts.add(new FontFace(family, `url("${address.href}")`, { display: 'swap' }))
}
