import type { ClientStore } from './client.ts'
import type { ClientAssertions } from './client-assertion.ts'
import type { RefreshTokenStore } from './refresh-token-store.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What the identity provider keeps. */
export interface IdentityRecords {
  readonly clients: ClientStore
  readonly assertions: ClientAssertions
  readonly refreshTokens: RefreshTokenStore
  readonly signingKeys: SigningKeys
}
