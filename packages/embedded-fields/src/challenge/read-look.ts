import type { Scheme } from '../protocol/messages.ts'
import { luminanceOf, parseColor } from '../styles/contrast.ts'
import {
  merchantProperty,
  propertyOf,
  STYLE_TOKENS,
  VALUE_MAX_CHARS,
  type StyleTokens,
} from '../styles/tokens.ts'
import { setStyles } from './create-frame.ts'

export interface Look {
  readonly scheme: Scheme
  readonly tokens: StyleTokens
}

export interface PageLook extends Look {
  /** Values of the page that its browser does not understand. */
  readonly refused: StyleTokens
}

/** Below this background luminance, text must be light. Relative luminance as WCAG 2.2 defines it, 0–1. */
const DARK_BELOW_LUMINANCE = 0.2

/** Reads the style of the form from its element on the merchant's page. */
export function readLook(host: Element): PageLook {
  const style = getComputedStyle(host)
  const tokens: StyleTokens = {}
  const refused: StyleTokens = {}
  const requested = STYLE_TOKENS.flatMap((token) => {
    const value = style.getPropertyValue(merchantProperty(token)).trim()
    return value === '' ? [] : [[token, value] as const]
  })
  const scheme = schemeOf(host, style.colorScheme)
  // Inserts an element only if the page sets a property, because the browser then recomputes styles.
  if (requested.length === 0) return { scheme, tokens, refused }
  const probe = document.createElement('i')
  host.append(probe)
  for (const [token, value] of requested) {
    const computed = compute(probe, propertyOf(token), value)
    if (computed === null) refused[token] = value
    else tokens[token] = computed.slice(0, VALUE_MAX_CHARS)
  }
  probe.remove()
  return { scheme, tokens, refused }
}

/**
 * Resolves a value in the context of the form: lengths in pixels, `currentColor` and system colours. Inside the frame
 * they would resolve differently.
 *
 * @returns null for a text that is not a value of the property.
 */
function compute(probe: HTMLElement, property: string, value: string): string | null {
  if (!CSS.supports(property, value)) return null
  setStyles(probe, { transition: 'none', [property]: value })
  return getComputedStyle(probe).getPropertyValue(property)
}

/** Many dark pages do not declare their scheme. The background behind the form decides, then `color-scheme`. */
function schemeOf(host: Element, colorScheme: string): Scheme {
  for (let element: Element | null = host; element; element = parentOf(element)) {
    const ground = parseColor(getComputedStyle(element).backgroundColor)
    // Transparent backgrounds do not decide, nor do colors in other notations.
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
