import { describe, expect, it } from 'vitest'

import { findScriptAddress } from './find-script-address.ts'

const PINNED = 'https://pay.example:8443/base/embedded-fields/1.0.0-a/embedded-fields.js'

describe('findScriptAddress', () => {
  it('takes the address of the script element, and makes no stack for it', () => {
    const noStack = () => {
      throw new Error('A stack was made')
    }
    expect(findScriptAddress({ src: PINNED }, noStack)).toBe(PINNED)
  })

  it.each([
    ['Chromium', `Error\n    at ${PINNED}:1:20\n    at https://shop.example/app.js:1:1`],
    ['Firefox', `@${PINNED}:1:20\n@https://shop.example/app.js:1:1`],
    ['WebKit', `module code@${PINNED}:1:20`],
  ])('finds the address of a module in the stack of %s', (_engine, stack) => {
    expect(findScriptAddress(null, () => stack)).toBe(PINNED)
  })

  it.each([
    ['a bundle of the shop', { src: '' }, 'Error\n    at https://shop.example/assets/index-3f2.js:1:20'],
    ['a browser without stacks', null, undefined],
    ['an SVG script', { src: undefined }, ''],
  ])('finds none in %s', (_case, current, stack) => {
    expect(findScriptAddress(current, () => stack)).toBeNull()
  })
})
