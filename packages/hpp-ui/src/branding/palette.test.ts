import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BRANDING_COLORS } from '@sluice/types/vocabulary'
import { contrastRatio, type HexColor, legible } from './contrast.ts'
import { brandStyle } from './brand-style.ts'
import { findWeakColors } from './find-weak-colors.ts'
import { CONTROL_RATIO, paletteOf, schemeOf, TEXT_RATIO } from './palette.ts'

const hexColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): HexColor => `#${value.toString(16).padStart(6, '0')}`)

const brand = fc.record(Object.fromEntries(BRANDING_COLORS.map((name) => [name, hexColor])), {
  requiredKeys: [],
})

describe('palette', () => {
  it('is legible for all settings of a merchant', () => {
    fc.assert(
      fc.property(brand, fc.constantFrom('light', 'dark'), (colors, requested) => {
        const palette = paletteOf(colors, schemeOf(colors) ?? requested)
        const text: [HexColor, HexColor][] = [
          [palette['page-ink'], palette.page],
          [palette['page-quiet'], palette.page],
          [palette.ink, palette.surface],
          [palette.quiet, palette.surface],
          [palette.link, palette.surface],
          [palette['on-button'], palette.button],
          [palette['input-color'], palette['input-background']],
          [palette['input-focus-color'], palette['input-background']],
          [palette['input-color'], palette['warning-background-color']],
          [palette['place-holder-color'], palette['input-background']],
          [palette['warning-color'], palette.surface],
          [palette.good, palette.surface],
        ]
        for (const [color, background] of text) {
          expect(contrastRatio(color, background)).toBeGreaterThanOrEqual(TEXT_RATIO)
        }
        for (const control of ['accent', 'input-border-color', 'input-focus-border-color'] as const) {
          expect(contrastRatio(palette[control], palette.surface)).toBeGreaterThanOrEqual(CONTROL_RATIO)
        }
      }),
    )
  })

  it('does not change a legible colour', () => {
    expect(paletteOf({ accent: '#8a1538', text: '#222222' }, 'light')).toMatchObject({
      accent: '#8a1538',
      button: '#8a1538',
      'on-button': '#ffffff',
      ink: '#222222',
    })
  })

  it('keeps a pale accent on buttons, whose border shows them', () => {
    const { button, accent, 'on-button': text } = paletteOf({ accent: '#ffe9a8' }, 'light')
    expect([button, text]).toEqual(['#ffe9a8', '#000000'])
    expect(contrastRatio(accent, '#ffffff')).toBeGreaterThanOrEqual(CONTROL_RATIO)
  })

  it('takes the scheme from the background, and leaves it to the shopper without one', () => {
    expect(schemeOf({ background: '#0b0b10' })).toBe('dark')
    expect(schemeOf({ background: '#fff1f4' })).toBe('light')
    expect(schemeOf({ accent: '#000000' })).toBeNull()
  })
})

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBe(21)
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it('always finds a legible colour', () => {
    fc.assert(
      fc.property(hexColor, hexColor, (color, background) => {
        expect(contrastRatio(legible(color, background, 4.5), background)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})

describe('style sheet of a branding', () => {
  const nothing = { merchant_name: null, logo_url: null, font_family: null, font_url: null, colors: {} }

  it('contains colours and a font, and nothing that would end it', () => {
    const style = brandStyle({
      ...nothing,
      font_family: 'Nunito Sans',
      font_url: '/branding/0a1b',
      colors: { accent: 'red;}body{background:url(//evil.example)', background: '#102030' },
    })
    expect(style).toContain('@font-face{font-family:"Nunito Sans";src:url("/branding/0a1b")')
    expect(style).toContain('--page:#102030')
    expect(style).not.toContain('evil')
  })

  it.each(['a"}*{color:red', 'x</style>'])('accepts no font named %s', (font_family) => {
    expect(brandStyle({ ...nothing, font_family, font_url: '/x' })).not.toContain(font_family)
  })
})

describe('validation of a branding', () => {
  it('names what would be illegible as it was set', () => {
    expect(findWeakColors({ text: '#eeeeee', accent: '#8a1538' }).map(({ color }) => color)).toEqual([
      'text',
      'text',
    ])
    expect(findWeakColors({ text: '#222222', accent: '#8a1538' })).toEqual([])
  })
})
