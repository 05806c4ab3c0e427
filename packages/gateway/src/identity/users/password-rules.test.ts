import { expect, it, vi } from 'vitest'

import { findPasswordProblem } from './password-rules.ts'

it('judges the length of a password before it normalizes it', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(findPasswordProblem('a1' + '\u0301\u0316\u0327'.repeat(20_000), 'ada@shop.example')).toBe('too_long')
  expect(normalize).not.toHaveBeenCalled()
})
