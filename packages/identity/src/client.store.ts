import type { Kysely, Selectable } from 'kysely'

import type { GrantableRole } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { lockOldest } from '@sluice/platform/database/lock-oldest'
import type { Transact } from '@sluice/platform/database/transact'

import type { ApiClientTable, IdentityTables } from './identity.tables.ts'
import type { ApiClient, ClientRecord, ClientStore, OneClient } from './client.ts'

export interface ClientStoreOptions {
  readonly db: Kysely<IdentityTables>
  readonly transact: Transact<IdentityTables>
  readonly clock: Clock
}

/** Finds clients. It only reads. */
export function createClientLookup(
  db: Kysely<IdentityTables>,
): Pick<ClientStore, 'find' | 'findOldestOf' | 'listOf'> {
  const select = () => db.selectFrom('api_clients').selectAll()
  return {
    async find(clientId) {
      const row = await select().where('client_id', '=', clientId).executeTakeFirst()
      return row ? toClient(row) : null
    },

    async findOldestOf(merchantId) {
      const row = await select()
        .where('merchant_id', '=', merchantId)
        .orderBy('created_at')
        .orderBy('client_id')
        .limit(1)
        .executeTakeFirst()
      return row ? toClient(row) : null
    },

    async listOf(merchantId) {
      const rows = await select()
        .where('merchant_id', '=', merchantId)
        .orderBy('created_at')
        .orderBy('client_id')
        .execute()
      return rows.map(toClient)
    },
  }
}

export function createClientStore({ db, transact, clock }: ClientStoreOptions): ClientStore {
  const update = ({ merchantId, clientId }: OneClient) =>
    db.updateTable('api_clients').where('merchant_id', '=', merchantId).where('client_id', '=', clientId)
  return {
    ...createClientLookup(db),

    async replaceSecret(client, { presentHash, newHash, presentUntilMs }) {
      const { numUpdatedRows } = await update(client)
        .set({
          secret_hash: Buffer.from(newHash),
          second_secret_hash: Buffer.from(presentHash),
          second_secret_until: presentUntilMs,
        })
        .where('secret_hash', '=', Buffer.from(presentHash))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async removeSecondSecret(client) {
      await update(client).set({ second_secret_hash: null, second_secret_until: null }).execute()
    },

    async deactivate(client) {
      await update(client).set({ status: 'INACTIVE' }).execute()
    },

    add: (client) => insertClient(db, client, clock.now()),

    addWithinCap: (client) =>
      transact(async (trx) => {
        if (await hasAll(trx, client.merchantId)) return 'full'
        return (await insertClient(trx, client, clock.now())) ? 'added' : 'taken'
      }),
  }
}

async function insertClient(
  executor: Kysely<IdentityTables>,
  client: ApiClient,
  nowMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('api_clients')
    .values({
      client_id: client.clientId,
      merchant_id: client.merchantId,
      secret_hash: Buffer.from(client.secretHash),
      second_secret_hash: client.secondSecretHash ? Buffer.from(client.secondSecretHash) : null,
      public_keys: JSON.stringify(client.publicKeys ?? []),
      roles: JSON.stringify(client.roles),
      subject: client.subject,
      status: client.status,
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Returns whether the merchant has the maximum number of clients that are not revoked. */
async function hasAll(trx: Kysely<IdentityTables>, merchantId: string): Promise<boolean> {
  await lockOldest(trx, 'api_clients', 'client_id', merchantId)
  const { active } = await trx
    .selectFrom('api_clients')
    .select((row) => row.fn.countAll<number>().as('active'))
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  return Number(active) >= MERCHANT_CAPS.clients
}

function toClient(row: Selectable<ApiClientTable>): ClientRecord {
  return {
    clientId: row.client_id,
    merchantId: row.merchant_id,
    secretHash: row.secret_hash,
    secondSecretHash: row.second_secret_hash,
    secondSecretUntilMs: row.second_secret_until,
    publicKeys: JSON.parse(row.public_keys) as JsonWebKey[],
    roles: JSON.parse(row.roles) as GrantableRole[],
    subject: row.subject,
    status: row.status as ApiClient['status'],
    createdAtMs: row.created_at,
  }
}
