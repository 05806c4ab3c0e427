import type { GrantableRole } from '@sluice/types/vocabulary'

/** A program of a merchant that may call the API. */
export interface ApiClient {
  readonly clientId: string
  readonly merchantId: string
  /** SHA-256 of its secret. */
  readonly secretHash: Uint8Array
  /** SHA-256 of a second secret, good as well while the one takes the place of the other. */
  readonly secondSecretHash?: Uint8Array | null
  /** JWKs by which it may prove itself instead; none when it has a secret only. */
  readonly publicKeys?: readonly JsonWebKey[]
  readonly roles: readonly GrantableRole[]
  /** UUID shown as the subject of its tokens. */
  readonly subject: string
  readonly status: 'ACTIVE' | 'INACTIVE'
}

export interface ClientStore {
  find(clientId: string): Promise<ApiClient | null>
  /** Adds a client; false, and nothing is added, when its id is taken. */
  add(client: ApiClient): Promise<boolean>
  /** The merchant's oldest client. */
  findOldestOf(merchantId: string): Promise<ApiClient | null>
}
