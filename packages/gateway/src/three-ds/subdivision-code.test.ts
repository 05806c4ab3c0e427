import { expect, it } from 'vitest'

import { findSubdivisionCode } from './subdivision-code.ts'

it.each([
  ['AC', 'SE', 'AC'],
  ['SE-AC', 'SE', 'AC'],
  ['NSW', 'AU', 'NSW'],
  ['9', 'AT', '9'],
  ['Västerbotten', 'SE', null],
  ['NO-03', 'SE', null],
  ['Ont', 'CA', null],
  ['ON ', 'CA', null],
  ['', 'SE', null],
  ['AC', undefined, null],
  [undefined, 'SE', null],
])('sends the region %s of %s as %s', (region, country, said) => {
  expect(findSubdivisionCode(region, country)).toBe(said)
})
