import { type CSSResult, unsafeCSS } from 'lit'

import base from './base.css?inline'
import charts from './charts.css?inline'
import controls from './controls.css?inline'
import filterPanel from './filter-panel.css?inline'
import finder from './finder.css?inline'
import layout from './layout.css?inline'
import settings from './settings.css?inline'
import states from './states.css?inline'
import tables from './tables.css?inline'
import timeline from './timeline.css?inline'

/**
 * The look of everything, as one constructable style sheet that all elements share: the policy of the pages allows no inline
 * styles. Its colors, spacing and type are the tokens of `tokens.css`.
 */
export const DESIGN: CSSResult = unsafeCSS(
  [base, layout, controls, tables, states, timeline, charts, settings, finder, filterPanel].join('\n'),
)

/** Applies the style to what is rendered in the document itself. */
export function adoptDesign(target: DocumentOrShadowRoot): void {
  const { styleSheet } = DESIGN
  if (styleSheet) target.adoptedStyleSheets = [...target.adoptedStyleSheets, styleSheet]
}
