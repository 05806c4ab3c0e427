import type { GrantableRole } from '@sluice/types/vocabulary'

/** An API client as the operator wants it. */
export interface ConfiguredClient {
  readonly clientId: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly roles: readonly GrantableRole[]
  /** SHA-256 of its secrets: two while one takes the place of the other, none when its tokens come from elsewhere. */
  readonly secretHashes: readonly Uint8Array[]
  /** JWKs by which it may prove itself instead of a secret. */
  readonly publicKeys: readonly JsonWebKey[]
}
