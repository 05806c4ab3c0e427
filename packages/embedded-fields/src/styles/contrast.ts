/** Red, green and blue from 0 to 255, and the opacity, 0–1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

/** Parses a color as browsers compute it, `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)`; returns null for other notations. */
export function parseColor(computed: string): Color | null {
  const [, red, green, blue, alpha = '1'] =
    /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(computed) ?? []
  return red === undefined ? null : [Number(red), Number(green), Number(blue), Number(alpha)]
}

/** Computes the relative luminance as WCAG 2.2 defines it, 0–1. */
export function luminanceOf([red, green, blue]: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Computes the contrast ratio as WCAG 2.2 defines it, 1–21. */
export function contrastOf(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
