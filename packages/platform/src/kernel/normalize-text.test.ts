import { expect, it, vi } from 'vitest'

import { normalizeText } from './normalize-text.ts'

it('normalizes characters to one spelling', () => {
  expect(normalizeText('Ame\u0301lie', 20)).toBe('Amélie')
})

it('ignores a text that is too long', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(normalizeText('e\u0301', 1)).toBeNull()
  expect(normalize).not.toHaveBeenCalled()
})
