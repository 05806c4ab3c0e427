import type { Kysely } from 'kysely'

import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { deleteOld } from '@sluice/platform/database/delete-old'

import type { ClientAssertions } from './client-assertion.ts'
import type { IdentityTables } from './identity.tables.ts'

export function createClientAssertions(db: Kysely<IdentityTables>): ClientAssertions {
  return {
    async use({ clientId, merchantId }, { id, expiresAtMs }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('client_assertions')
        .values({
          assertion_hash: Buffer.from(hashSecret(JSON.stringify([clientId, id]))),
          merchant_id: merchantId,
          expires_at: expiresAtMs,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return Boolean(numInsertedOrUpdatedRows)
    },

    deleteExpired: (nowMs) =>
      deleteOld(db, {
        table: 'client_assertions',
        key: ['assertion_hash'],
        column: 'expires_at',
        untilMs: nowMs,
      }),
  }
}
