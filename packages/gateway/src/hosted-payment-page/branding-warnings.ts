import type { BrandingWarning } from '@sluice/hpp-ui/assets'

/** Ratios are told with one digit, rounded down: 4.49 is not the 4.5 that is asked for. */
const tell = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)

/**
 * Says which colours of a merchant the page does not show as they were set, a line each.
 *
 * @param label - the merchant, as the configuration file calls it.
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
