import { COMPOSITE_ROLES, type GrantableRole } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { makeCapability } from '@sluice/platform/kernel/random'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'

import type { ClientRecord, ClientStore, OneClient } from './client.ts'
import { addClient, CLIENT_NAME, type ProvideClientPorts, type ProvidedClient } from './provide-client.ts'

/** The reason why a change of clients is refused. */
export type ClientRefusal =
  | 'name_not_valid'
  | 'roles_not_valid'
  /** The merchant has reached its limit. */
  | 'clients_full'
  | 'overlap_not_valid'
  | 'client_unknown'
  | 'client_inactive'
  | 'client_without_secret'
  | 'two_secrets'
  /** It has a role that only the operator grants, so only the operator renews its secret. */
  | 'operators_client'

type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: ClientRefusal }

/**
 * The roles that a person of a merchant may grant a program: payouts and charges without the customer are granted by
 * the operator.
 */
const CLIENT_ROLES: readonly GrantableRole[] = ['merchant', ...COMPOSITE_ROLES.merchant]

/** The longest time for which two secrets are valid: a week, so that every shop can deploy the new one. */
export const OVERLAP_MAX_MS = 7 * 86_400_000

/** A new secret, which is shown only once. */
export interface RotatedSecret extends ProvidedClient {
  /** The time at which the previous secret expires, epoch milliseconds. */
  readonly oldSecretUntilMs: number
}

/** The programs of merchants, as people manage them. */
export interface Clients {
  /** The oldest first. An expired second secret does not count. */
  list(merchantId: string): Promise<readonly ClientRecord[]>
  /**
   * Returns which of these roles a merchant's users must not assign, because the holder of the secret would have
   * them.
   */
  listOperatorsRoles(roles: readonly GrantableRole[]): readonly GrantableRole[]
  create(request: {
    readonly merchantId: string
    /** Begins the client's id: lower-case letters, digits and hyphens. */
    readonly name: string
    readonly roles: readonly GrantableRole[]
  }): Promise<Result<ProvidedClient>>
  /**
   * Makes a new secret for a client with {@link CLIENT_ROLES} alone. The present one stays valid for a while; until it
   * expires there is no third.
   *
   * @param overlapMs - 0 to {@link OVERLAP_MAX_MS}.
   */
  rotate(client: OneClient, overlapMs: number): Promise<Result<RotatedSecret>>
  /** The same for every client, also one that may pay out: for the operator of the service alone. @decision 0026 */
  rotateAsOperator(client: OneClient, overlapMs: number): Promise<Result<RotatedSecret>>
  /** Invalidates the previous secret. */
  endOldSecret(client: OneClient): Promise<Result<null>>
  /** Revokes the client permanently. Its access tokens are rejected within five seconds. */
  revoke(client: OneClient): Promise<Result<null>>
}

export interface ClientsPorts extends ProvideClientPorts {
  readonly clients: ClientStore
  readonly realTime: Clock
}

export function createClients(ports: ClientsPorts): Clients {
  const { clients, random, realTime } = ports

  const find = async ({ merchantId, clientId }: OneClient): Promise<Result<ClientRecord>> => {
    const client = (await list(merchantId)).find((one) => one.clientId === clientId)
    if (client === undefined) return refuse('client_unknown')
    return client.status === 'ACTIVE' ? { ok: true, value: client } : refuse('client_inactive')
  }

  const list = async (merchantId: string): Promise<readonly ClientRecord[]> =>
    (await clients.listOf(merchantId)).map((client) => {
      const isOver = realTime.now() >= (client.secondSecretUntilMs ?? Infinity)
      return isOver ? { ...client, secondSecretHash: null, secondSecretUntilMs: null } : client
    })

  const rotate = async (
    one: OneClient,
    overlapMs: number,
    { mayHaveOperatorsRoles }: { readonly mayHaveOperatorsRoles: boolean },
  ): Promise<Result<RotatedSecret>> => {
    if (!(overlapMs >= 0 && overlapMs <= OVERLAP_MAX_MS)) return refuse('overlap_not_valid')
    const found = await find(one)
    if (!found.ok) return found
    const { clientId, secretHash, secondSecretHash = null, roles } = found.value
    if (!mayHaveOperatorsRoles && listOperatorsRoles(roles).length > 0) return refuse('operators_client')
    if (secretHash.every((byte) => byte === 0)) return refuse('client_without_secret')
    if (secondSecretHash !== null) return refuse('two_secrets')
    const clientSecret = makeCapability(random)
    const oldSecretUntilMs = realTime.now() + overlapMs
    const isReplaced = await clients.replaceSecret(one, {
      presentHash: secretHash,
      newHash: hashSecret(clientSecret),
      presentUntilMs: oldSecretUntilMs,
    })
    // Another person was faster.
    if (!isReplaced) return refuse('two_secrets')
    return { ok: true, value: { clientId, clientSecret, oldSecretUntilMs } }
  }

  return {
    list,
    listOperatorsRoles,

    async create(request) {
      if (!CLIENT_NAME.test(request.name)) return refuse('name_not_valid')
      const isGrantable = request.roles.length > 0 && listOperatorsRoles(request.roles).length === 0
      if (!isGrantable) return refuse('roles_not_valid')
      const made = await addClient(ports, request)
      return made === null ? refuse('clients_full') : { ok: true, value: made }
    },

    rotate: (one, overlapMs) => rotate(one, overlapMs, { mayHaveOperatorsRoles: false }),
    rotateAsOperator: (one, overlapMs) => rotate(one, overlapMs, { mayHaveOperatorsRoles: true }),

    async endOldSecret(one) {
      const found = await find(one)
      if (!found.ok) return found
      await clients.removeSecondSecret(one)
      return { ok: true, value: null }
    },

    async revoke(one) {
      const found = await find(one)
      if (!found.ok) return found
      await clients.deactivate(one)
      return { ok: true, value: null }
    },
  }
}

function refuse(refusal: ClientRefusal) {
  return { ok: false, refusal } as const
}

function listOperatorsRoles(roles: readonly GrantableRole[]): readonly GrantableRole[] {
  return roles.filter((role) => !CLIENT_ROLES.includes(role))
}
