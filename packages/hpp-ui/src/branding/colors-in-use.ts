import type { BrandingColor } from '@sluice/types/vocabulary'
import type { HexColor } from './contrast.ts'
import { type Palette, paletteOf, readBrandColors, schemeOf } from './palette.ts'

/** The parts of the page that use each colour of a branding. */
const SHOWN_AS: Readonly<Record<BrandingColor, keyof Palette>> = {
  accent: 'button',
  accent_background: 'input-background',
  warning: 'warning-color',
  warning_background: 'warning-background-color',
  input: 'input-color',
  input_border: 'input-border-color',
  input_focus: 'input-focus-color',
  input_focus_border: 'input-focus-border-color',
  placeholder: 'place-holder-color',
  text: 'ink',
  background: 'page',
}

/**
 * Returns the colours that the page shows with a branding: standard colours for those that are not set, darker or lighter ones for those that
 * could not be read.
 *
 * @param colors - `#rrggbb` by the names of the branding.
 */
export function colorsInUse(
  colors: Readonly<Record<string, string>>,
): Readonly<Record<BrandingColor, HexColor>> {
  const brand = readBrandColors(colors)
  const palette = paletteOf(brand, schemeOf(brand) ?? 'light')
  const shown = Object.entries(SHOWN_AS).map(([color, name]) => [color, palette[name]])
  return Object.fromEntries(shown) as Record<BrandingColor, HexColor>
}
