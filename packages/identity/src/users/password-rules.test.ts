import { expect, it, vi } from 'vitest'

import { loadCommonPasswords } from './common-passwords.ts'
import { findPasswordProblem } from './password-rules.ts'

const common = await loadCommonPasswords()
const MERCHANTS = { email: 'ada@shop.example', merchantId: 'm-1' }
const OPERATOR = { email: 'ada@sluice.example', merchantId: null }

it('checks the length of a password before it normalizes it', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const password = 'a1' + '\u0301\u0316\u0327'.repeat(20_000)
  expect(findPasswordProblem(password, MERCHANTS, common)).toBe('too_long')
  expect(normalize).not.toHaveBeenCalled()
})

it.each([
  'Password1234',
  'qwertyuiop12',
  'iloveyou1234',
  'administrator1',
  'Welcome12345',
  'abcdef123456',
  'Sluice123456',
  'P@ssw0rd2026',
  '2026!Password!',
  'DragonDragon',
  '1q2w3e4r5t6y',
])('accepts no common password, nor a variant: %s', (password) => {
  expect(findPasswordProblem(password, MERCHANTS, common)).toBe('too_common')
  expect(findPasswordProblem(password, OPERATOR, common)).toBe('too_common')
})

it.each(['correct horse battery staple', 'plenty of hens, seven', 'kvällspromenad i regn'])(
  'accepts passwords of letters only from a merchant’s users, not from operators: %s',
  (password) => {
    expect(findPasswordProblem(password, MERCHANTS, common)).toBeNull()
    expect(findPasswordProblem(password, OPERATOR, common)).toBe('no_digit')
    expect(findPasswordProblem(`${password} 7`, OPERATOR, common)).toBeNull()
  },
)
