import type { Scheme } from '../protocol/messages.ts'
import { luminanceOf, parseColor } from '../styles/contrast.ts'
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
    const ground = parseColor(getComputedStyle(element).backgroundColor)
    // What lets through what is behind it does not decide, nor do colours in other notations.
    if (ground && ground[3] >= 0.5) return luminanceOf(ground) < DARK_BELOW_LUMINANCE ? 'dark' : 'light'
  }
  if (!colorScheme.includes('dark')) return 'light'
  return colorScheme.includes('light') && !prefersDark().matches ? 'light' : 'dark'
}

export function prefersDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}
