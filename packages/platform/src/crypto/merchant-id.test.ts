import { expect, it } from 'vitest'

import { merchantIdOf } from './merchant-id.ts'

it('derives the same UUID from a name every time', () => {
  expect(merchantIdOf('shop')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(merchantIdOf('shop')).toBe(merchantIdOf('shop'))
  expect(merchantIdOf('Shop')).not.toBe(merchantIdOf('shop'))
})

it('keeps a UUID, in the case that databases compare', () => {
  expect(merchantIdOf(merchantIdOf('shop').toUpperCase())).toBe(merchantIdOf('shop'))
})
