import { normalizeText } from '@sluice/platform/kernel/normalize-text'
import { PASSWORD_MAX_UNITS } from '@sluice/platform/crypto/password-hash'

import { isCommonPassword } from './common-passwords.ts'
import type { User } from './user.ts'

/** PCI DSS 8.3.6 requires twelve characters. */
export const PASSWORD_MIN_CHARS = 12
/** A passphrase fits; longer text would only keep the hash busy. */
export const PASSWORD_MAX_CHARS = 200

export type PasswordProblem =
  | 'too_short'
  | 'too_long'
  | 'too_simple'
  | 'too_common'
  | 'no_digit'
  | 'like_email'

/**
 * Returns the problem with a new password; null if there is none. Operators need letters and digits (PCI DSS 8.3.6);
 * nobody else must use certain kinds of characters, which do not make passwords better (ASVS 6.2.5).
 *
 * @param common - the most common passwords, in lower case.
 */
export function findPasswordProblem(
  password: string,
  { email, merchantId }: Pick<User, 'email' | 'merchantId'>,
  common: ReadonlySet<string>,
): PasswordProblem | null {
  const normalized = normalizeText(password, PASSWORD_MAX_UNITS)
  if (normalized === null) return 'too_long'
  const characters = [...normalized]
  if (characters.length < PASSWORD_MIN_CHARS) return 'too_short'
  if (characters.length > PASSWORD_MAX_CHARS) return 'too_long'
  if (new Set(characters).size < DIFFERENT_MIN) return 'too_simple'
  if (isCommonPassword(normalized, common)) return 'too_common'
  if (merchantId === null && !(/\p{L}/u.test(password) && /[0-9]/.test(password))) return 'no_digit'
  const plain = normalized.toLowerCase()
  const [account = ''] = email.split('@')
  return plain.includes(email) || (account.length >= ACCOUNT_MIN_CHARS && plain.includes(account))
    ? 'like_email'
    : null
}

/** `aaaaaaaaaaa1` and `1212121212ab` are guessed first. */
const DIFFERENT_MIN = 6
/** Shorter account names are parts of honest words. */
const ACCOUNT_MIN_CHARS = 5
