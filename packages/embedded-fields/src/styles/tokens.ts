/**
 * The custom properties with which a merchant styles the fields: the only place that names them.
 *
 * The merchant's page reads them as text, the frame judges them: a style sheet of another origin must not be able to
 * bring an address, a second declaration or a giant into ours.
 */
const TOKEN_KINDS = {
  'font-family': 'font-family',
  'input-font-size': 'length',
  'accent-color': 'color',
  'accent-background-color': 'color',
  'label-font-size': 'length',
  'warning-color': 'color',
  'warning-background-color': 'color',
  'input-color': 'color',
  'input-focus-border-color': 'color',
  'input-border-color': 'color',
  'input-focus-color': 'color',
  'place-holder-color': 'color',
  'input-border-radius': 'length',
  'button-border-radius': 'length',
  'button-font-size': 'length',
} as const satisfies Record<string, TokenKind>

type TokenKind = 'color' | 'length' | 'font-family'

export type StyleToken = keyof typeof TOKEN_KINDS

export type StyleTokens = Partial<Record<StyleToken, string>>

export const STYLE_TOKENS = Object.keys(TOKEN_KINDS) as readonly StyleToken[]

/** The merchant's name of a token, as the specification gives it. */
export function merchantProperty(token: StyleToken): `--lib-${StyleToken}` {
  return `--lib-${token}`
}

/** The name our own style sheets use. */
export function ownProperty(token: StyleToken): `--sluice-${StyleToken}` {
  return `--sluice-${token}`
}

/** Long enough for a stack of six font names. */
const VALUE_MAX_CHARS = 200
/** Taller than any legible form; a larger value is a mistake or mischief. */
const LENGTH_MAX_PX = 64

/**
 * Returns the value if it is what its token may hold, else null.
 *
 * @param isColor - What the browser's style engine says; `CSS.supports('color', …)`.
 */
export function acceptToken(
  token: StyleToken,
  value: string,
  isColor: (value: string) => boolean,
): string | null {
  const text = value.trim()
  if (text.length > VALUE_MAX_CHARS) return null
  return ACCEPTS[TOKEN_KINDS[token]](text, isColor) ? text : null
}

/**
 * A name, `#…`, or one of the functions that make a colour, of plain numbers and names: nothing that could name a
 * resource, end the declaration, or be replaced by something else after the browser was asked whether it is a colour.
 */
const SOUND_COLOR =
  /^(?:[\w#.,%/ +-]|(?<=\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|calc))\(|\))+$/i

const ACCEPTS: Readonly<Record<TokenKind, (text: string, isColor: (value: string) => boolean) => boolean>> = {
  color: (text, isColor) => SOUND_COLOR.test(text) && isColor(text),
  length: (text) => lengthToPx(text) !== null,
  'font-family': (text) => /^[\p{L}\p{N} ,'"_-]+$/u.test(text),
}

/** `12px` and `0` in pixels; null for every other unit and for lengths over 64 px. */
export function lengthToPx(text: string): number | null {
  const [, number] = /^(\d{1,3}(?:\.\d{1,4})?)px$/.exec(text.trim()) ?? []
  const px = text.trim() === '0' ? 0 : Number(number)
  return px <= LENGTH_MAX_PX ? px : null
}

/**
 * Turns `rem` and `em` into pixels of the merchant's page: inside the frame they would mean the frame's own font size.
 */
export function toPixelLength(value: string, rootFontPx: number, ownFontPx: number): string {
  const [, number, unit] = /^(\d{1,3}(?:\.\d{1,4})?)(rem|em)$/.exec(value.trim()) ?? []
  if (number === undefined) return value
  return `${Math.round(Number(number) * (unit === 'rem' ? rootFontPx : ownFontPx) * 100) / 100}px`
}
