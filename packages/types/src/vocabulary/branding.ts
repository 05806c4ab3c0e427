/** Colours of a payment form that a merchant can set: the names of the `--lib-…-color` properties, and of the page. */
export const BRANDING_COLORS = [
  'accent',
  'accent_background',
  'warning',
  'warning_background',
  'input',
  'input_border',
  'input_focus',
  'input_focus_border',
  'placeholder',
  'text',
  'background',
] as const

/** A colour that a merchant can set. */
export type BrandingColor = (typeof BRANDING_COLORS)[number]
