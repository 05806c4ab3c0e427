import type { User } from '../users/user.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/**
 * Authentication methods of RFC 8176. A passkey proves possession of a key, which the user unlocks by fingerprint, face or PIN.
 */
export const METHODS = {
  password: ['pwd'],
  code: ['pwd', 'otp', 'mfa'],
  passkey: ['pop', 'user', 'mfa'],
  provider: ['fed'],
} as const

/** Records that a user changed how they sign in, which has ended the user's other sign-ins. */
export function recordChange(
  { recordSecurityEvent }: Pick<SignInPorts, 'recordSecurityEvent'>,
  user: User | null,
  changed: string,
): void {
  if (user === null) return
  recordSecurityEvent({
    merchantId: user.merchantId,
    actor: 'user',
    action: 'user.change-sign-in',
    subject: user.id,
    isAboutKnown: true,
    detail: { changed },
  })
}

/**
 * Records that a proof was rejected.
 *
 * @param userId - null if the user is not known yet.
 */
export function recordRefusal(
  { recordSecurityEvent }: Pick<SignInPorts, 'recordSecurityEvent'>,
  userId: string | null,
  detail: Readonly<Record<string, string>>,
): void {
  recordSecurityEvent({
    merchantId: null,
    actor: 'caller',
    action: 'authentication.refuse',
    subject: userId ?? 'sign-in',
    isAboutKnown: userId !== null,
    detail,
  })
}
