import { contrastOf, parseColor } from '../styles/contrast.ts'
import { ownProperty, type StyleToken } from '../styles/tokens.ts'

/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5

/** Texts and their backgrounds, where a merchant chooses at least one of both. */
const PAIRS: readonly (readonly [text: StyleToken, ground: StyleToken])[] = [
  ['input-color', 'accent-background-color'],
  ['input-focus-color', 'accent-background-color'],
  ['place-holder-color', 'accent-background-color'],
  ['input-color', 'warning-background-color'],
]

export interface LowContrast {
  readonly token: StyleToken
  readonly ratio: string
}

/**
 * Lists the texts of this document with low contrast, for the developer of a page. Translucent backgrounds are not
 * checked.
 */
export function findLowContrast(): LowContrast[] {
  // The browser uses its own colors then.
  if (matchMedia('(forced-colors: active)').matches) return []
  const probe = document.createElement('i')
  document.body.append(probe)
  const colorOf = (token: StyleToken) => {
    probe.style.color = `var(${ownProperty(token)})`
    return parseColor(getComputedStyle(probe).color)
  }
  const found = PAIRS.flatMap(([token, groundToken]) => {
    const [text, ground] = [colorOf(token), colorOf(groundToken)]
    if (text === null || ground === null || text[3] < 1 || ground[3] < 1) return []
    const ratio = contrastOf(text, ground)
    return ratio < MIN_CONTRAST ? [{ token, ratio: ratio.toFixed(1) }] : []
  })
  probe.remove()
  return found
}
