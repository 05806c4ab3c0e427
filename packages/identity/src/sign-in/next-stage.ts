import type { User } from '../users/user.ts'
import type { SignInAction } from './login.ts'

/** The next stage of a sign-in after a proof. */
export type SignInStep =
  | 'second_factor'
  | 'set_up_authenticator'
  | 'set_up_passkey'
  | 'change_password'
  | 'recovery_codes'
  | 'finish'

const STEP_OF_ACTION: Readonly<Record<SignInAction, SignInStep>> = {
  CONFIGURE_TOTP: 'set_up_authenticator',
  'webauthn-register': 'set_up_passkey',
  UPDATE_PASSWORD: 'change_password',
  CONFIGURE_RECOVERY_AUTHN_CODES: 'recovery_codes',
}

/**
 * Decides the next stage after a proof. A user with a second factor must use it; if one is required, a user without one sets
 * it up; the action that the portal requested comes last.
 *
 * @param methods - the methods proven so far (RFC 8176).
 * @param isDone - whether the requested action is already done.
 */
export function decideNext(
  user: Pick<User, 'hasAuthenticator' | 'passkeys'>,
  methods: readonly string[],
  rules: {
    readonly requiresSecondFactor: boolean
    readonly action: SignInAction | null
    readonly isDone: boolean
  },
): SignInStep {
  if (lacksSecondFactor(user, methods)) return 'second_factor'
  if (!isStrong(methods) && rules.requiresSecondFactor) return 'set_up_authenticator'
  return rules.action === null || rules.isDone ? 'finish' : STEP_OF_ACTION[rules.action]
}

/** Returns whether more than a password was proven. A foreign provider requires its own second factor. */
export function isStrong(methods: readonly string[]): boolean {
  return methods.includes('mfa') || methods.includes('fed')
}

/**
 * Returns whether the user has a second factor that was not shown, for example because it was set up in another
 * browser in the meantime.
 */
export function lacksSecondFactor(
  user: Pick<User, 'hasAuthenticator' | 'passkeys'>,
  methods: readonly string[],
): boolean {
  return !isStrong(methods) && (user.hasAuthenticator || user.passkeys > 0)
}
