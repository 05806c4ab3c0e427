import type { ClientStore } from './client.ts'
import type { ClientAssertions } from './client-assertion.ts'
import type { RefreshTokenStore } from './refresh-token.store.ts'
import type { LoginCodes } from './sign-in/login-code.ts'
import type { KnownNetworks } from './sign-in/known-networks.ts'
import type { PasskeyStore } from './sign-in/passkey.ts'
import type { SignInFailures } from './sign-in/sign-in-failures.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { UserStore } from './users/user.ts'

/** The stores of the identity provider. */
export interface IdentityRecords {
  readonly clients: ClientStore
  readonly assertions: ClientAssertions
  readonly refreshTokens: RefreshTokenStore
  readonly signingKeys: SigningKeys
  readonly users: UserStore
  readonly codes: LoginCodes
  readonly passkeys: PasskeyStore
  readonly signInFailures: SignInFailures
  readonly knownNetworks: KnownNetworks
}
