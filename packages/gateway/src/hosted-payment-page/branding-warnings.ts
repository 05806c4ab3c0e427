import type { BrandingWarning } from '@sluice/hpp-ui/assets'

/** Ratios have one digit, rounded down, because 4.49 does not meet the required 4.5. */
const tell = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)

/**
 * Returns the colors of a merchant that the page does not show as configured, one line each.
 *
 * @param label - the merchant's name in the configuration file.
 */
export function describeBrandingWarnings(
  label: string,
  colors: Readonly<Record<string, string>>,
  warnings: readonly BrandingWarning[],
): readonly string[] {
  return warnings.map(
    ({ color, background, ratio, requiredRatio }) =>
      `${label}: branding.colors.${color} ${colors[color]} has a contrast of ${tell(ratio)}:1 on ${background}, ` +
      `and people need ${requiredRatio}:1; the page shows it darker or lighter until they can read it`,
  )
}
