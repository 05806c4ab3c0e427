import type { StyleToken } from '../styles/tokens.ts'

interface StyleDescription {
  /** The places where the property is visible. */
  readonly styles: string
  /** The default on light pages. */
  readonly byDefault: string
}

/** The effect of each custom property. The README's table says the same; a test compares them. */
export const STYLE_DESCRIPTIONS: Readonly<Record<StyleToken, StyleDescription>> = {
  'font-family': { styles: 'all text; see below for fonts by URL', byDefault: 'system-ui, …' },
  'label-font-size': { styles: 'labels', byDefault: '14px' },
  'input-font-size': { styles: 'fields; on touch screens never under 16px', byDefault: '16px' },
  'input-color': { styles: 'text in fields', byDefault: '#171c2b' },
  'input-focus-color': { styles: 'text in the focused field', byDefault: '#171c2b' },
  'place-holder-color': { styles: 'placeholders', byDefault: '#687186' },
  'input-border-color': { styles: 'borders', byDefault: '#868fa3' },
  'input-focus-border-color': { styles: 'border and outline of the focused field', byDefault: '#3152e0' },
  'input-border-radius': { styles: 'corners of fields', byDefault: '8px' },
  'accent-color': { styles: "caret; main button and focus of the bank's dialog", byDefault: '#3152e0' },
  'accent-background-color': { styles: 'background of fields', byDefault: '#fff' },
  'warning-color': { styles: 'error texts, borders of fields with errors', byDefault: '#c01f2f' },
  'warning-background-color': { styles: 'background of fields with errors', byDefault: '#fff6f6' },
  'button-border-radius': { styles: "buttons of other methods and of the bank's dialog", byDefault: '8px' },
  'button-font-size': { styles: "buttons of other methods and of the bank's dialog", byDefault: '15px' },
}
