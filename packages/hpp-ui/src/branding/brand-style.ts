import type { Branding } from '@sluice/types'
import { type Palette, paletteOf, readBrandColors, type Scheme, schemeOf } from './palette.ts'

/** The color schemes of the page: one that the merchant's background determines, else that of the shopper's system. */
export type PageScheme = Scheme | 'auto'

export function pageScheme(branding: Pick<Branding, 'colors'> | null): PageScheme {
  return schemeOf(readBrandColors(branding?.colors ?? {})) ?? 'auto'
}

/** Returns the merchant's look as a style sheet: its font, and the colours of the page as custom properties. */
export function brandStyle(branding: Branding | null): string {
  const brand = readBrandColors(branding?.colors ?? {})
  const family = readFamily(branding?.font_family)
  const font = readAddress(branding?.font_url)
  const scheme = schemeOf(brand)
  return [
    family &&
      font &&
      `@font-face{font-family:"${family}";src:url("${font}") format("woff2");font-display:swap}`,
    `:root{${family ? `--brand-font:"${family}",;` : ''}${properties(paletteOf(brand, scheme ?? 'light'))}}`,
    scheme === null && `@media (prefers-color-scheme:dark){:root{${properties(paletteOf(brand, 'dark'))}}}`,
  ]
    .filter(Boolean)
    .join('')
}

function properties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}

/** A name that cannot end a string in a style sheet; other names are ignored. */
function readFamily(family: string | null | undefined): string | null {
  return family && /^[\p{L}\p{N} _-]{1,40}$/u.test(family) ? family : null
}

/** A path of the gateway, or an address of the web, that cannot end a string in a style sheet. */
function readAddress(address: string | null | undefined): string | null {
  return address && /^(?:https?:\/)?\/[\w./:%-]+$/.test(address) ? address : null
}
