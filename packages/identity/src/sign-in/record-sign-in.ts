import type { User } from '../users/user.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/**
 * RFC 8176: how somebody proved who they are. A passkey is a key in possession, opened by the user's finger, face or PIN.
 */
export const METHODS = {
  password: ['pwd'],
  code: ['pwd', 'otp', 'mfa'],
  passkey: ['pop', 'user', 'mfa'],
  provider: ['fed'],
} as const

/** Records that a user changed how they sign in. The user's other sign-ins have ended with the change. */
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
 * Records that a proof was refused.
 *
 * @param userId - null where nobody is known yet.
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
