import type { Kysely } from 'kysely'

import type { Transact } from '@sluice/platform/database/transact'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { IdentityTables } from '../identity.tables.ts'
import { laterEnd } from './later-end.store.ts'
import type { UserStore } from './user.ts'

/** Returns the context to which the sealed secret of an authenticator app is bound. */
export function totpPurpose(userId: string): string {
  return `totp/${userId}`
}

export interface UserSecretsOptions {
  readonly db: Kysely<IdentityTables>
  readonly transact: Transact<IdentityTables>
  readonly sealer: Sealer
}

/** Stores users' credentials: hashes of passwords and recovery codes, and sealed secrets of authenticator apps. */
export function createUserSecrets({
  db,
  transact,
  sealer,
}: UserSecretsOptions): Pick<
  UserStore,
  'readSecrets' | 'setPasswordHash' | 'useTotpStep' | 'setTotpSecret' | 'setRecoveryCodes' | 'useRecoveryCode'
> {
  return {
    async readSecrets(userId) {
      const row = await db
        .selectFrom('users')
        .select(['password_hash', 'totp_sealed', 'totp_used_step'])
        .where('id', '=', userId)
        .executeTakeFirst()
      return row
        ? {
            passwordHash: row.password_hash,
            totpSecret: row.totp_sealed && sealer.open(totpPurpose(userId), row.totp_sealed),
            totpUsedStep: row.totp_used_step,
          }
        : null
    },

    async setPasswordHash(userId, hash, endSignInsAtMs) {
      await db
        .updateTable('users')
        .set((user) => ({
          password_hash: hash,
          ...(endSignInsAtMs === null ? {} : { sign_ins_ended_at: laterEnd(user, endSignInsAtMs) }),
        }))
        .where('id', '=', userId)
        .execute()
    },

    async useTotpStep(userId, step) {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ totp_used_step: step })
        .where('id', '=', userId)
        .where((user) => user.or([user('totp_used_step', 'is', null), user('totp_used_step', '<', step)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async setTotpSecret(userId, { secret, step, endSignInsAtMs, isFirst }) {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set((user) => ({
          totp_sealed: sealer.seal(totpPurpose(userId), secret),
          totp_used_step: step,
          sign_ins_ended_at: laterEnd(user, endSignInsAtMs),
        }))
        .where('id', '=', userId)
        .$if(isFirst, (update) =>
          update
            .where('totp_sealed', 'is', null)
            .where(({ not, exists, selectFrom }) =>
              not(exists(selectFrom('passkeys').select('user_id').where('user_id', '=', userId))),
            ),
        )
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    setRecoveryCodes: (userId, codeHashes, nowMs) =>
      transact(async (trx) => {
        await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
        await trx
          .insertInto('recovery_codes')
          .values(
            codeHashes.map((hash) => ({
              code_hash: Buffer.from(hash),
              user_id: userId,
              created_at: nowMs,
            })),
          )
          .execute()
      }),

    async useRecoveryCode(userId, codeHash) {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', Buffer.from(codeHash))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
