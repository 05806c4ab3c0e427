import type { BrandingColor } from '@sluice/types/vocabulary'
import { contrastRatio, type HexColor } from './contrast.ts'
import { CONTROL_RATIO, paletteOf, readBrandColors, schemeOf, TEXT_RATIO } from './palette.ts'

/** A pair of colours that the page does not show as they were set. */
export interface BrandingWarning {
  readonly color: BrandingColor
  /** Its background. */
  readonly background: HexColor
  /** The contrast of the configured colour, 1 to 21. */
  readonly ratio: number
  /** The required contrast ratio. */
  readonly requiredRatio: number
}

/**
 * Lists the colours of a branding with too little contrast to their background. The page makes such a colour darker
 * or lighter until its contrast suffices, so nothing breaks; the merchant may want to choose another.
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
