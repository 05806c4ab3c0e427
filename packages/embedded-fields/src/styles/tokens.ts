/**
 * The custom properties with which a merchant styles the fields: the only place that names them.
 *
 * The merchant's page reads them as text, and the frame validates them: a style sheet of another origin must not bring
 * an address, a second declaration or an oversized value into ours.
 */
const TOKEN_KINDS = {
  'font-family': 'font-family',
  'input-font-size': 'font-size',
  'accent-color': 'color',
  'accent-background-color': 'color',
  'label-font-size': 'font-size',
  'warning-color': 'color',
  'warning-background-color': 'color',
  'input-color': 'color',
  'input-focus-border-color': 'color',
  'input-border-color': 'color',
  'input-focus-color': 'color',
  'place-holder-color': 'color',
  'input-border-radius': 'border-radius',
  'button-border-radius': 'border-radius',
  'button-font-size': 'font-size',
} as const satisfies Record<string, TokenKind>

/** The CSS property that takes such values. */
type TokenKind = 'color' | 'font-size' | 'border-radius' | 'font-family'

export type StyleToken = keyof typeof TOKEN_KINDS

export type StyleTokens = Partial<Record<StyleToken, string>>

export const STYLE_TOKENS = Object.keys(TOKEN_KINDS) as readonly StyleToken[]

/** Returns the merchant's name of a token, as in the specification. */
export function merchantProperty(token: StyleToken): `--lib-${StyleToken}` {
  return `--lib-${token}`
}

/** Returns the name that our own style sheets use. */
export function ownProperty(token: StyleToken): `--sluice-${StyleToken}` {
  return `--sluice-${token}`
}

/** Returns the CSS property that takes the token's values. */
export function propertyOf(token: StyleToken): TokenKind {
  return TOKEN_KINDS[token]
}

/** Long enough for a stack of six font names. */
export const VALUE_MAX_CHARS = 200
/** Taller than any legible text. A larger value is a mistake or an attack. */
const FONT_SIZE_MAX_PX = 64

/**
 * Returns the value if it is what its token may hold, else null. The page around the frame has computed it: relative
 * lengths are in pixels, and colours are resolved.
 *
 * @param supports - The check of the browser's style engine, `CSS.supports`.
 */
export function acceptToken(
  token: StyleToken,
  value: string,
  supports: (property: string, value: string) => boolean,
): string | null {
  const text = value.trim()
  const kind = TOKEN_KINDS[token]
  return text.length <= VALUE_MAX_CHARS && SOUND[kind](text) && supports(kind, text) ? text : null
}

/**
 * Numbers, names and these functions: nothing that could name a resource, end the declaration, or change its meaning
 * later.
 */
function isSound(names: RegExp): (text: string) => boolean {
  return (text) => /^[\w#.,%/ +()-]+$/.test(text) && text.replace(names, '').search(/[\w-]\(/) < 0
}

const SOUND: Readonly<Record<TokenKind, (text: string) => boolean>> = {
  color: isSound(/\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|calc)\(/gi),
  'font-size': (text) => lengthToPx(text) !== null,
  // A percentage refers to the box that has the corners.
  'border-radius': isSound(/\b(?:calc|min|max|clamp)\(/g),
  'font-family': (text) => /^[\p{L}\p{N} ,'"_-]+$/u.test(text),
}

/** Parses `12px`; returns null for every other unit and for more than 64 px. */
export function lengthToPx(text: string): number | null {
  const [, number] = /^(\d{1,3}(?:\.\d+)?)px$/.exec(text.trim()) ?? []
  return Number(number) <= FONT_SIZE_MAX_PX ? Number(number) : null
}
