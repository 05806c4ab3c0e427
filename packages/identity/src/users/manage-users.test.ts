import { expect, it, vi } from 'vitest'

import { normalizeEmail } from './manage-users.ts'

it('normalizes an address to composed small letters', () => {
  expect(normalizeEmail(' Ame\u0301lie@Shop.example ')).toBe('amélie@shop.example')
})

it('takes 254 characters, and does nothing with a longer text', () => {
  const host = '@shop.example'
  expect(normalizeEmail('a'.repeat(254 - host.length) + host)).toHaveLength(254)
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(normalizeEmail('a' + '\u0301\u0316\u0327'.repeat(10_200))).toBeNull()
  expect(normalize).not.toHaveBeenCalled()
})
