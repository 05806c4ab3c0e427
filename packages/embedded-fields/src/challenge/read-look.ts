import type { Scheme } from '../protocol/messages.ts'
import { merchantProperty, STYLE_TOKENS, toPixelLength, type StyleTokens } from '../styles/tokens.ts'

export interface Look {
  readonly scheme: Scheme
  readonly tokens: StyleTokens
}

/** Below it text on a background has to be light. Relative luminance as WCAG 2.2 defines it, 0–1. */
const DARK_BELOW_LUMINANCE = 0.2

/** Reads how the form is to look, from where it stands on the merchant's page. */
export function readLook(host: Element): Look {
  const style = getComputedStyle(host)
  const ownFontPx = parseFloat(style.fontSize)
  const rootFontPx = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const tokens: StyleTokens = {}
  for (const token of STYLE_TOKENS) {
    const value = style.getPropertyValue(merchantProperty(token)).trim().slice(0, 200)
    if (value !== '') tokens[token] = toPixelLength(value, rootFontPx, ownFontPx)
  }
  return { scheme: schemeOf(host, style.colorScheme), tokens }
}

/** Many dark pages never say that they are: what is behind the form decides, then `color-scheme`. */
function schemeOf(host: Element, colorScheme: string): Scheme {
  for (let element: Element | null = host; element; element = parentOf(element)) {
    const luminance = luminanceOf(getComputedStyle(element).backgroundColor)
    if (luminance !== null) return luminance < DARK_BELOW_LUMINANCE ? 'dark' : 'light'
  }
  if (!colorScheme.includes('dark')) return 'light'
  return colorScheme.includes('light') && !prefersDark().matches ? 'light' : 'dark'
}

export function prefersDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}

/** Null for a background that lets through what is behind it, and for colours in other notations. */
function luminanceOf(color: string): number | null {
  const [, red, green, blue, alpha = '1'] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(color) ?? []
  if (Number(alpha) < 0.5 || red === undefined) return null
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
