import type { Kysely } from 'kysely'

import { hashSecret } from '../../platform/crypto/secret-hash.ts'
import { deleteOld } from '../../platform/database/delete-old.ts'
import type { IdentityTables } from '../identity.tables.ts'
import { type KnownNetworks, NETWORK_KNOWN_MS } from './known-networks.ts'

export function createKnownNetworks(db: Kysely<IdentityTables>): KnownNetworks {
  return {
    async remember(network, nowMs) {
      const known_until = nowMs + NETWORK_KNOWN_MS
      await db
        .insertInto('sign_in_networks')
        .values({ network_hash: hashSecret(network), known_until })
        .onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ known_until }))
        .execute()
    },

    async has(network, nowMs) {
      const found = await db
        .selectFrom('sign_in_networks')
        .select('known_until')
        .where('network_hash', '=', hashSecret(network))
        .where('known_until', '>', nowMs)
        .executeTakeFirst()
      return found !== undefined
    },

    deleteExpired: (nowMs) =>
      deleteOld(db, {
        table: 'sign_in_networks',
        key: ['network_hash'],
        column: 'known_until',
        untilMs: nowMs,
      }),
  }
}
