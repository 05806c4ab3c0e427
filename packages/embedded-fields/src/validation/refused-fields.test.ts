import { expect, it } from 'vitest'

import { REFUSED_FIELDS } from './refused-fields.ts'

it.each([
  ['2001', 'expiry', 'expiry_past'],
  ['2002', 'number', 'number_invalid'],
  ['2003', 'number', 'number_invalid'],
  ['2004', 'number', 'brand_not_accepted'],
  ['2020', 'cvv', 'cvv_invalid'],
])('a card that the gateway refuses with %s is shown at %s as %s', (code, field, error) => {
  expect(REFUSED_FIELDS[code]).toEqual([field, error])
})
