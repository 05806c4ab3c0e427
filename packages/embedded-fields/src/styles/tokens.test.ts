import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { PLAIN_CARD, type FormPlan } from '../protocol/form-plan.ts'
import { formHeightPx } from './layout.ts'
import { acceptToken, merchantProperty, STYLE_TOKENS, type StyleTokens } from './tokens.ts'

const anyColor = () => true
const SAVED_CARD = { maskedPan: '', expirationDate: '', cardBrand: '' }

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
    ['input-border-radius', '999px', '999px'],
    ['input-border-radius', '50%', '50%'],
    ['input-border-radius', 'calc(50% - 2px)', 'calc(50% - 2px)'],
    ['input-border-radius', 'min(50%, 12px)', 'min(50%, 12px)'],
    ['input-border-radius', 'var(--x)', null],
    ['input-border-radius', 'env(safe-area-inset-top)', null],
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
  ] as const)('validates %s: %j', (token, value, accepted) => {
    expect(acceptToken(token, value, anyColor)).toBe(accepted)
  })

  it.each([
    '#3152e0',
    'rgb(49 82 224 / 90%)',
    'rgba(49, 82, 224, .9)',
    'oklch(0.55 0.2 270)',
    'color(display-p3 0.2 0.3 0.9)',
    'color-mix(in oklab, white 20%, rgb(1 2 3))',
    'hsl(calc(230 + 10) 70% 50%)',
  ])('accepts the colour %s', (color) => {
    expect(acceptToken('accent-color', color, anyColor)).toBe(color)
  })

  it('never let an address, a script or a second declaration through, for every answer of the style engine', () => {
    const piece = fc.constantFrom(
      ...[
        'url(',
        'URL(',
        'src(',
        'image-set(',
        'attr(',
        'var(--x)',
        'env(',
        'if(',
        'expression(',
        'javascript:',
      ],
      ...[
        '//evil.example',
        'https:',
        ';',
        '}',
        '{',
        '/*',
        '*/',
        '\\75rl(',
        '@import',
        '</style>',
        '<',
        '!important',
      ],
      ...['"', "'", ')', ' ', 'red', '12px', 'rgb(0 0 0)', 'Arial', ','],
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...STYLE_TOKENS),
        fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
        (token, value) => {
          const accepted = acceptToken(token, value, anyColor) ?? ''
          expect(accepted).not.toMatch(/[:;{}@\\<>!*]|(?<!\b(?:rgb))\(/)
          expect(accepted).not.toMatch(token === 'font-family' ? /[()/]/ : /["']/)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('lets the style engine validate colours', () => {
    expect(acceptToken('input-color', 'notacolour', () => false)).toBeNull()
  })
})

describe('formHeightPx', () => {
  it.each<[FormPlan, StyleTokens, number]>([
    [PLAIN_CARD, {}, 222],
    [PLAIN_CARD, { 'input-font-size': '20px', 'label-font-size': '16px' }, 240],
    [PLAIN_CARD, { 'input-font-size': '9999px' }, 222],
    [{ ...PLAIN_CARD, layout: 'stacked' }, {}, 329],
    [{ ...PLAIN_CARD, holderName: 'required' }, {}, 329],
    [{ ...PLAIN_CARD, saveCard: true }, {}, 264],
    [{ ...PLAIN_CARD, saveCard: true }, { 'label-font-size': '16px' }, 276],
    [{ ...PLAIN_CARD, holderName: 'optional', holderEmail: 'optional' }, {}, 436],
    [{ component: 'saved-card', paymentMethodId: '', savedCard: SAVED_CARD }, {}, 155],
  ])('of %o with %o is %i', (plan, tokens, heightPx) => {
    expect(formHeightPx(plan, tokens)).toBe(heightPx)
  })
})
