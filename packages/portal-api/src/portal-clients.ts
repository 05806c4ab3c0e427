import type { GrantableRole } from '@sluice/types/vocabulary'

/** A program of a merchant that may call the API. */
export interface PortalClient {
  readonly clientId: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly roles: readonly GrantableRole[]
  readonly createdAtMs: number
  /** The end of the previous secret; null if there is only one. */
  readonly secondSecretHash?: Uint8Array | null
  /** The second secret is valid before it, epoch milliseconds; null without a limit. */
  readonly secondSecretUntilMs?: number | null
  /** Keys by which it signs assertions instead of showing a secret. */
  readonly publicKeys?: readonly unknown[]
}

/** The reason why a change of clients is refused. */
export type ClientProblem =
  | 'name_not_valid'
  | 'roles_not_valid'
  | 'clients_full'
  | 'overlap_not_valid'
  | 'client_unknown'
  | 'client_inactive'
  | 'client_without_secret'
  | 'two_secrets'
  | 'operators_client'

type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: ClientProblem }

interface OneClient {
  readonly merchantId: string
  readonly clientId: string
}

/** A secret, shown once. */
interface ShownSecret {
  readonly clientId: string
  readonly clientSecret: string
}

/** The programs of merchants, and who says which there are. */
export interface PortalClients {
  list(merchantId: string): Promise<readonly PortalClient[]>
  /** Returns which of these roles only the operator may assign. */
  listOperatorsRoles(roles: readonly GrantableRole[]): readonly GrantableRole[]
  create(requested: {
    readonly merchantId: string
    readonly name: string
    readonly roles: readonly GrantableRole[]
  }): Promise<Result<ShownSecret>>
  rotate(
    client: OneClient,
    overlapMs: number,
  ): Promise<Result<ShownSecret & { readonly oldSecretUntilMs: number }>>
  endOldSecret(client: OneClient): Promise<Result<null>>
  revoke(client: OneClient): Promise<Result<null>>
}

/** Returns who manages a merchant's settings; null for an unknown merchant. */
export type FindManager = (merchantId: string) => Promise<'FILE' | 'PORTAL' | null>
