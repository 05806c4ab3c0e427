import type { GrantableRole } from '@sluice/types/vocabulary'
import type { Kysely } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../platform/database/tables.ts'
import type { ApiClient, ClientStore } from './client.ts'

export function createClientStore({ db, clock }: { db: Kysely<Database>; clock: Clock }): ClientStore {
  return {
    async find(clientId) {
      const row = await db
        .selectFrom('api_clients')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      if (!row) return null
      return {
        clientId: row.client_id,
        merchantId: row.merchant_id,
        secretHash: row.secret_hash,
        roles: JSON.parse(row.roles) as GrantableRole[],
        subject: row.subject,
        status: row.status as ApiClient['status'],
      }
    },

    async add(client) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('api_clients')
        .values({
          client_id: client.clientId,
          merchant_id: client.merchantId,
          secret_hash: Buffer.from(client.secretHash),
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
