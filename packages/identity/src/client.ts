import type { GrantableRole } from '@sluice/types/vocabulary'

/** A program of a merchant that may call the API. */
export interface ApiClient {
  readonly clientId: string
  readonly merchantId: string
  /** SHA-256 of its secret. */
  readonly secretHash: Uint8Array
  /** SHA-256 of a second secret, good as well while the one takes the place of the other. */
  readonly secondSecretHash?: Uint8Array | null
  /** The second secret is valid before this time, epoch milliseconds; null without a limit. */
  readonly secondSecretUntilMs?: number | null
  /** JWKs by which it may prove itself instead; none when it has a secret only. */
  readonly publicKeys?: readonly JsonWebKey[]
  readonly roles: readonly GrantableRole[]
  /** UUID shown as the subject of its tokens. */
  readonly subject: string
  readonly status: 'ACTIVE' | 'INACTIVE'
}

/** A client as its owner sees it. */
export interface ClientRecord extends ApiClient {
  readonly createdAtMs: number
}

/** A client of a merchant; one of another merchant does not exist. */
export interface OneClient {
  readonly merchantId: string
  readonly clientId: string
}

export interface ClientStore {
  find(clientId: string): Promise<ApiClient | null>
  /** Adds a client; false, and nothing is added, when its id is taken. */
  add(client: ApiClient): Promise<boolean>
  /** Adds a client, unless the merchant has {@link MERCHANT_CAPS} `clients` that are not revoked, or the id is taken. */
  addWithinCap(client: ApiClient): Promise<'added' | 'taken' | 'full'>
  /** The merchant's oldest client. */
  findOldestOf(merchantId: string): Promise<ApiClient | null>
  /** The merchant's clients, the oldest first. */
  listOf(merchantId: string): Promise<readonly ClientRecord[]>
  /** Puts a secret in the place of the present one, which stays good until a time; false when another secret is the present one. */
  replaceSecret(
    client: OneClient,
    change: {
      readonly presentHash: Uint8Array
      readonly newHash: Uint8Array
      readonly presentUntilMs: number
    },
  ): Promise<boolean>
  /** Takes the second secret away. */
  removeSecondSecret(client: OneClient): Promise<void>
  deactivate(client: OneClient): Promise<void>
}
