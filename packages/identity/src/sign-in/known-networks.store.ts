import type { Kysely } from 'kysely'

import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { deleteOld } from '@sluice/platform/database/delete-old'

import type { IdentityTables } from '../identity.tables.ts'
import { type AccountVisit, type KnownNetworks, NETWORK_KNOWN_MS } from './known-networks.ts'

export function createKnownNetworks(db: Kysely<IdentityTables>): KnownNetworks {
  return {
    async remember(visit, nowMs) {
      const known_until = nowMs + NETWORK_KNOWN_MS
      await db
        .insertInto('sign_in_networks')
        .values(hashesOf(visit).map((network_hash) => ({ network_hash, known_until })))
        .onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ known_until }))
        .execute()
    },

    async look(visit, nowMs) {
      const [anyone, account] = hashesOf(visit)
      const found = await db
        .selectFrom('sign_in_networks')
        .select('network_hash')
        .where('network_hash', 'in', [anyone, account])
        .where('known_until', '>', nowMs)
        .execute()
      const isKnown = (hash: Buffer) => found.some(({ network_hash }) => hash.equals(network_hash))
      return { byAnyone: isKnown(anyone), byAccount: isKnown(account) }
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

function hashesOf({ network, user }: AccountVisit): readonly [anyone: Buffer, account: Buffer] {
  const account = [network, user?.id ?? null, user?.signInsEndedAtMs ?? null]
  return [hashSecret(network), hashSecret(JSON.stringify(account))]
}
