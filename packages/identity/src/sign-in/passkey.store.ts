import type { Kysely, Selectable } from 'kysely'

import type { Transact } from '@sluice/platform/database/transact'

import type { IdentityTables, PasskeyTable } from '../identity.tables.ts'
import { laterEnd } from '../users/later-end.store.ts'
import type { Passkey, PasskeyStore } from './passkey.ts'

export function createPasskeyStore(
  db: Kysely<IdentityTables>,
  transact: Transact<IdentityTables>,
): PasskeyStore {
  return {
    async find(credentialId) {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst()
      return row ? toPasskey(row) : null
    },

    async list(userId) {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute()
      return rows.map(toPasskey)
    },

    add: (passkey, nowMs, endSignInsAtMs) =>
      transact(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('passkeys')
          .values({
            credential_id: passkey.credentialId,
            user_id: passkey.userId,
            public_key: Buffer.from(passkey.publicKey),
            sign_count: passkey.signCount,
            transports: JSON.stringify(passkey.transports),
            created_at: nowMs,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (!numInsertedOrUpdatedRows) return false
        await trx
          .updateTable('users')
          .set((user) => ({ sign_ins_ended_at: laterEnd(user, endSignInsAtMs) }))
          .where('id', '=', passkey.userId)
          .execute()
        return true
      }),

    async use(credentialId, signCount, nowMs) {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ sign_count: signCount, used_at: nowMs })
        .where('credential_id', '=', credentialId)
        .where((passkey) =>
          // WebAuthn Level 3 §7.2 step 22: authenticators that do not count say 0 always.
          signCount === 0 ? passkey('sign_count', '=', 0) : passkey('sign_count', '<', signCount),
        )
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

function toPasskey(row: Selectable<PasskeyTable>): Passkey {
  return {
    credentialId: row.credential_id,
    userId: row.user_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: JSON.parse(row.transports) as string[],
  }
}
