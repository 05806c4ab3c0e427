import { expect, it, vi } from 'vitest'

import { normalizeEmail } from './manage-users.ts'

it('normalizes an address to composed lower-case letters', () => {
  expect(normalizeEmail(' Ame\u0301lie@Shop.example ')).toBe('amélie@shop.example')
})

it('accepts 254 characters, and ignores a longer text', () => {
  const host = '@shop.example'
  expect(normalizeEmail('a'.repeat(254 - host.length) + host)).toHaveLength(254)
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(normalizeEmail('a' + '\u0301\u0316\u0327'.repeat(10_200))).toBeNull()
  expect(normalize).not.toHaveBeenCalled()
})
