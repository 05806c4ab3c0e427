import { expect, it, vi } from 'vitest'

import { normalizeText } from './normalize-text.ts'

it('writes characters in one spelling', () => {
  expect(normalizeText('Ame\u0301lie', 20)).toBe('Amélie')
})

it('does nothing with a text that is too long', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(normalizeText('e\u0301', 1)).toBeNull()
  expect(normalize).not.toHaveBeenCalled()
})
