import type { GrantableRole } from '@sluice/types/vocabulary'
import type { Kysely, Selectable } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { ApiClientTable, IdentityTables } from './identity.tables.ts'
import type { ApiClient, ClientStore } from './client.ts'

export function createClientStore({ db, clock }: { db: Kysely<IdentityTables>; clock: Clock }): ClientStore {
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

    async add(client) {
      const { numInsertedOrUpdatedRows } = await db
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
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return Boolean(numInsertedOrUpdatedRows)
    },
  }
}

function toClient(row: Selectable<ApiClientTable>): ApiClient {
  return {
    clientId: row.client_id,
    merchantId: row.merchant_id,
    secretHash: row.secret_hash,
    secondSecretHash: row.second_secret_hash,
    publicKeys: JSON.parse(row.public_keys) as JsonWebKey[],
    roles: JSON.parse(row.roles) as GrantableRole[],
    subject: row.subject,
    status: row.status as ApiClient['status'],
  }
}
