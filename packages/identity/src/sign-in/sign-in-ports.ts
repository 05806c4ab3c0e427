import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { PasswordHashes } from '@sluice/platform/crypto/password-hash'
import type { RecordSecurityEvent } from '@sluice/platform/audit/security-log'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { UserStore } from '../users/user.ts'
import type { ExternalLogin } from './external-login.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { LoginCodes } from './login-code.ts'
import { CALLBACK_PATH, PORTAL_CLIENT_ID, SIGNED_OUT_PATH } from './login.ts'
import type { LoginClient } from './authorization-request.ts'
import type { PasskeyStore } from './passkey.ts'
import type { SignInFailures } from './sign-in-failures.ts'

/** The dependencies of a sign-in. */
export interface SignInPorts {
  readonly users: UserStore
  readonly codes: LoginCodes
  readonly failures: SignInFailures
  readonly knownNetworks: KnownNetworks
  readonly passkeys: PasskeyStore
  readonly passwords: PasswordHashes
  readonly sealer: Sealer
  readonly random: Random
  /** People sign in by it, and so do authenticator apps. */
  readonly realTime: Clock
  readonly realm: string
  readonly issuer: () => string
  readonly portalUrl: () => string
  /** Whether a password alone is not enough. */
  readonly requiresSecondFactor: boolean
  /** Shown above every page. */
  readonly environment: 'test' | 'production'
  /** Returns whether people of the merchant may sign in. */
  readonly isMerchantActive: (merchantId: string) => Promise<boolean>
  readonly recordSecurityEvent: RecordSecurityEvent
  /** Another identity provider that may say who a user is; null if there is none. */
  readonly externalLogin: ExternalLogin | null
}

/** Returns the path of the sign-in pages, below the portal's origin. */
export function signInPath(realm: string): string {
  return `/realms/${realm}/sign-in`
}

/** The one program that users sign in for; no client of a merchant is one. */
export function findLoginClient(
  { portalUrl }: Pick<SignInPorts, 'portalUrl'>,
  clientId: string,
): LoginClient | null {
  if (clientId !== PORTAL_CLIENT_ID) return null
  return {
    clientId,
    redirectUris: [portalUrl() + CALLBACK_PATH],
    signedOutUris: [portalUrl() + SIGNED_OUT_PATH],
  }
}
