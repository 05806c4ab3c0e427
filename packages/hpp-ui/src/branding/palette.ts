import type { BrandingColor } from '@sluice/types/vocabulary'
import {
  contrastRatio,
  groundForText,
  type HexColor,
  isHexColor,
  legible,
  luminance,
  mix,
  textOn,
} from './contrast.ts'

export type Scheme = 'light' | 'dark'

/** The colours of the page by the names of its custom properties, without `--`. */
export type Palette = Readonly<Record<PaletteColor, HexColor>>

/** WCAG 2.2 §1.4.3: text. */
export const TEXT_RATIO = 4.5
/** WCAG 2.2 §1.4.11: parts that are needed to recognize a control. */
export const CONTROL_RATIO = 3

/** A page darker than this needs light text. */
const DARK_BELOW_LUMINANCE = 0.2

type PaletteColor = keyof typeof BASES.light | 'button' | 'on-button'

/** The appearance of the page without the merchant's settings. */
const BASES = {
  light: {
    page: '#f4f5f8',
    'page-ink': '#171c2b',
    'page-quiet': '#566077',
    surface: '#ffffff',
    sunken: '#f7f8fb',
    ink: '#171c2b',
    quiet: '#566077',
    line: '#e2e6ee',
    'control-line': '#868fa3',
    accent: '#3152e0',
    link: '#2c4bd0',
    'warning-color': '#c01f2f',
    'warning-background-color': '#fff6f6',
    'input-background': '#ffffff',
    'input-color': '#171c2b',
    'input-focus-color': '#171c2b',
    'input-border-color': '#868fa3',
    'input-focus-border-color': '#3152e0',
    'place-holder-color': '#687186',
    good: '#13693c',
  },
  dark: {
    page: '#0e1118',
    'page-ink': '#f3f5fa',
    'page-quiet': '#a3adc2',
    surface: '#171a22',
    sunken: '#1d212b',
    ink: '#f3f5fa',
    quiet: '#a3adc2',
    line: '#2c3342',
    'control-line': '#717b92',
    accent: '#98acff',
    link: '#a9baff',
    'warning-color': '#ff9b9f',
    'warning-background-color': '#2b1c22',
    'input-background': '#1b202c',
    'input-color': '#f3f5fa',
    'input-focus-color': '#f3f5fa',
    'input-border-color': '#717b92',
    'input-focus-border-color': '#98acff',
    'place-holder-color': '#9aa4b8',
    good: '#86dcae',
  },
} as const satisfies Record<Scheme, Readonly<Record<string, HexColor>>>

/** The merchant's colours that are colours. */
export type BrandColors = Partial<Readonly<Record<BrandingColor, HexColor>>>

/** Reads the colours of a branding; texts that are not `#rrggbb` are omitted. */
export function readBrandColors(colors: Readonly<Record<string, string>>): BrandColors {
  return Object.fromEntries(Object.entries(colors).filter(([, color]) => isHexColor(color)))
}

/**
 * Returns the scheme of the page: the merchant's, if they set a background; otherwise null, and the shopper's system
 * decides.
 */
export function schemeOf({ background }: BrandColors): Scheme | null {
  if (background === undefined) return null
  return luminance(background) < DARK_BELOW_LUMINANCE ? 'dark' : 'light'
}

/** Returns the colours of the page: the merchant's, moved just as far as people need to be able to read it. */
export function paletteOf(brand: BrandColors, scheme: Scheme): Palette {
  const base = BASES[scheme]
  const page = brand.background ?? base.page
  const isOwnPage = brand.background !== undefined
  const surface = isOwnPage && scheme === 'dark' ? mix(page, '#ffffff', 0.07) : base.surface
  const sunken = isOwnPage && scheme === 'dark' ? mix(page, '#ffffff', 0.11) : base.sunken
  const text = brand.text ?? base.ink
  const ink = textFor(text, surface)
  const pageInk = textFor(text, page)
  const button = groundForText(brand.accent ?? base.accent)
  const accent = legible(button.ground, surface, CONTROL_RATIO)
  const field = brand.accent_background ?? (surface === base.surface ? base['input-background'] : sunken)
  const inputColor = legible(brand.input ?? ink, field, TEXT_RATIO)
  const tint = brand.warning_background ?? base['warning-background-color']
  const warningField = contrastRatio(inputColor, tint) >= TEXT_RATIO ? tint : field
  const border = legible(brand.input_border ?? base['input-border-color'], surface, CONTROL_RATIO)
  return {
    page,
    'page-ink': pageInk,
    'page-quiet': legible(mix(pageInk, page, 0.3), page, TEXT_RATIO),
    surface,
    sunken,
    ink,
    quiet: legible(mix(ink, surface, 0.3), surface, TEXT_RATIO),
    line: surface === base.surface ? base.line : mix(surface, textOn(surface), 0.16),
    'control-line': legible(base['control-line'], surface, CONTROL_RATIO),
    // The colour that the merchant chose, also where it is as pale as the page: then the border, which is the accent, shows the button.
    button: button.ground,
    'on-button': button.text,
    accent,
    link: legible(brand.accent ?? base.link, surface, TEXT_RATIO),
    'warning-color': legible(brand.warning ?? base['warning-color'], surface, TEXT_RATIO),
    // It is the background of typed text. If a tinted field has too little contrast, the default one is used.
    'warning-background-color': warningField,
    'input-background': field,
    'input-color': inputColor,
    'input-focus-color': legible(brand.input_focus ?? brand.input ?? ink, field, TEXT_RATIO),
    'input-border-color': border,
    'input-focus-border-color': legible(brand.input_focus_border ?? accent, surface, CONTROL_RATIO),
    'place-holder-color': legible(brand.placeholder ?? base['place-holder-color'], field, TEXT_RATIO),
    good: legible(base.good, surface, TEXT_RATIO),
  }
}

/** An unreadable text colour is replaced altogether: a pale shade of it would look like a mistake. */
function textFor(color: HexColor, background: HexColor): HexColor {
  return contrastRatio(color, background) >= TEXT_RATIO ? color : textOn(background)
}
