import type { User } from '../users/user.ts'
import type { SignInAction } from './login.ts'

/** What a sign-in goes on with after a proof. */
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
 * Decides what follows a proof. Who has a second factor shows it; where one is required, who has none sets it up; what the
 * portal asked for comes last.
 *
 * @param methods - what was proven so far (RFC 8176).
 * @param isDone - whether the action that was asked for is done already.
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

/** Whether more than a password was proven. A foreign provider asks for its own second factor. */
export function isStrong(methods: readonly string[]): boolean {
  return methods.includes('mfa') || methods.includes('fed')
}

/** Whether the user has a second factor that was not shown: set up meanwhile, for instance, in another browser. */
export function lacksSecondFactor(
  user: Pick<User, 'hasAuthenticator' | 'passkeys'>,
  methods: readonly string[],
): boolean {
  return !isStrong(methods) && (user.hasAuthenticator || user.passkeys > 0)
}
