import type { BrandingColor } from '@sluice/types/vocabulary'
import { contrastRatio, type HexColor } from './contrast.ts'
import { CONTROL_RATIO, paletteOf, readBrandColors, schemeOf, TEXT_RATIO } from './palette.ts'

/** A pair of colours that the page does not show as they were set. */
export interface BrandingWarning {
  readonly color: BrandingColor
  /** What it would stand on. */
  readonly background: HexColor
  /** As set, 1 to 21. */
  readonly ratio: number
  /** What it takes. */
  readonly requiredRatio: number
}

/**
 * Names the colours of a branding that people could not tell from what is behind them. The page moves such a colour
 * towards black or white until they can, so nothing breaks; the merchant may want to choose one that stays.
 *
 * @param colors - `#rrggbb` by the names of the branding.
 */
export function findWeakColors(colors: Readonly<Record<string, string>>): readonly BrandingWarning[] {
  const brand = readBrandColors(colors)
  const scheme = schemeOf(brand) ?? 'light'
  const palette = paletteOf(brand, scheme)
  const field = palette['input-background']
  const rules: readonly (readonly [BrandingColor, HexColor, number])[] = [
    ['text', palette.page, TEXT_RATIO],
    ['text', palette.surface, TEXT_RATIO],
    ['accent', palette.surface, CONTROL_RATIO],
    ['warning', palette.surface, TEXT_RATIO],
    ['input', field, TEXT_RATIO],
    ['input_focus', field, TEXT_RATIO],
    ['placeholder', field, TEXT_RATIO],
    ['input_border', palette.surface, CONTROL_RATIO],
    ['input_focus_border', palette.surface, CONTROL_RATIO],
  ]
  return rules.flatMap(([color, background, requiredRatio]) => {
    const set = brand[color]
    const ratio = set && contrastRatio(set, background)
    return ratio !== undefined && ratio < requiredRatio ? [{ color, background, ratio, requiredRatio }] : []
  })
}
