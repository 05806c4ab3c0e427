import { describe, expect, it } from 'vitest'

import { cardFormHeightPx } from './layout.ts'
import { acceptToken, merchantProperty, STYLE_TOKENS, toPixelLength } from './tokens.ts'

const anyColor = () => true

describe('style tokens', () => {
  it('are the fifteen properties of the specification', () => {
    expect(STYLE_TOKENS.map(merchantProperty)).toEqual([
      '--lib-font-family',
      '--lib-input-font-size',
      '--lib-accent-color',
      '--lib-accent-background-color',
      '--lib-label-font-size',
      '--lib-warning-color',
      '--lib-warning-background-color',
      '--lib-input-color',
      '--lib-input-focus-border-color',
      '--lib-input-border-color',
      '--lib-input-focus-color',
      '--lib-place-holder-color',
      '--lib-input-border-radius',
      '--lib-button-border-radius',
      '--lib-button-font-size',
    ])
  })

  it.each([
    ['input-font-size', '18px', '18px'],
    ['input-font-size', ' 18.5px ', '18.5px'],
    ['input-border-radius', '0', '0'],
    ['input-font-size', '65px', null],
    ['input-font-size', '18', null],
    ['input-font-size', '100vw', null],
    ['font-family', '"Source Sans 3", system-ui, sans-serif', '"Source Sans 3", system-ui, sans-serif'],
    ['font-family', 'x; background: red', null],
    ['font-family', 'f(x)', null],
    ['accent-color', 'rebeccapurple', 'rebeccapurple'],
    ['accent-color', 'url(https://evil.example/x)', null],
    ['accent-color', 'URL(//evil.example)', null],
    ['accent-color', 'var(--other)', null],
    ['accent-color', 'red;}*{display:none', null],
    ['accent-color', '', null],
  ] as const)('judges %s: %j', (token, value, accepted) => {
    expect(acceptToken(token, value, anyColor)).toBe(accepted)
  })

  it('lets the style engine judge colours', () => {
    expect(acceptToken('input-color', 'notacolour', () => false)).toBeNull()
  })

  it.each([
    ['1.5rem', '24px'],
    ['2em', '40px'],
    ['12px', '12px'],
    ['calc(1px + 1rem)', 'calc(1px + 1rem)'],
  ])('writes %s as %s where the page has 16 px and the form 20', (value, written) => {
    expect(toPixelLength(value, 16, 20)).toBe(written)
  })
})

describe('cardFormHeightPx', () => {
  it('follows the font sizes, and the defaults where there is no sound one', () => {
    expect(cardFormHeightPx({})).toBe(210)
    expect(cardFormHeightPx({ 'input-font-size': '20px', 'label-font-size': '16px' })).toBe(228)
    expect(cardFormHeightPx({ 'input-font-size': '9999px' })).toBe(210)
  })
})
