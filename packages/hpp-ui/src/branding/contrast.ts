/** Colours as in the configuration: `#rrggbb`. */
export type HexColor = `#${string}`

type Rgb = readonly [red: number, green: number, blue: number]

export function isHexColor(text: string): text is HexColor {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Relative luminance, 0 (black) to 1 (white). WCAG 2.2, "relative luminance". */
export function luminance(color: HexColor): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio, 1 to 21. WCAG 2.2, "contrast ratio". */
export function contrastRatio(one: HexColor, other: HexColor): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixes two colours in sRGB. @param share - of `other`, 0 to 1. */
export function mix(color: HexColor, other: HexColor, share: number): HexColor {
  const target = channels(other)
  const mixed = channels(color).map((channel, index) =>
    Math.round(channel + ((target[index] ?? 0) - channel) * share),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Black or white, whichever can be read better on a colour: one of them always reaches 4.5. */
export function textOn(background: HexColor): HexColor {
  return contrastRatio('#ffffff', background) >= contrastRatio('#000000', background) ? '#ffffff' : '#000000'
}

/** A step that is too small to be visible. */
const STEPS = 40

/**
 * Returns the colour itself if its contrast suffices, else the nearest one towards black or white that does.
 *
 * @param ratio - at most 4.5, which black or white reaches on every background.
 */
export function legible(color: HexColor, background: HexColor, ratio: number): HexColor {
  const goal = textOn(background)
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = mix(color, goal, step / STEPS)
    if (contrastRatio(candidate, background) >= ratio) return candidate
  }
  return goal
}

/** Further than this it would be another colour. */
const SAME_COLOR_SHARE = 0.16

/**
 * Returns a ground for text that looks like the given colour. Brands expect white on their colour, so it is darkened a little
 * where that is enough for white to be read.
 */
export function groundForText(color: HexColor): { readonly ground: HexColor; readonly text: HexColor } {
  const darkest = mix(color, '#000000', SAME_COLOR_SHARE)
  return contrastRatio('#ffffff', darkest) >= 4.5
    ? { ground: legible(color, '#ffffff', 4.5), text: '#ffffff' }
    : { ground: color, text: textOn(color) }
}

function channels(color: HexColor): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as unknown as Rgb
}
