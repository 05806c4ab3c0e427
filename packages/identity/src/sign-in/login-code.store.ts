import type { Kysely, Selectable, Transaction } from 'kysely'

import type { PortalRole } from '@sluice/types/vocabulary'
import { deleteOld } from '@sluice/platform/database/delete-old'
import type { Transact } from '@sluice/platform/database/transact'

import type { IdentityTables, LoginCodeTable } from '../identity.tables.ts'
import type { CodeRefusal, CodeUse, LoginCodes } from './login-code.ts'
import type { Login } from './login.ts'

export function createLoginCodes(db: Kysely<IdentityTables>, transact: Transact<IdentityTables>): LoginCodes {
  return {
    async add(code) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('login_codes')
        .values({
          code_hash: Buffer.from(code.codeHash),
          attempt_id: code.attemptId,
          grant_id: code.grantId,
          user_id: code.userId,
          client_id: code.clientId,
          redirect_uri: code.redirectUri,
          code_challenge: code.codeChallenge,
          nonce: code.nonce,
          scope: code.scope,
          methods: JSON.stringify(code.methods),
          authenticated_at: code.authenticatedAtMs,
          expires_at: code.expiresAtMs,
        })
        .onConflict((conflict) => conflict.column('attempt_id').doNothing())
        .executeTakeFirst()
      return Boolean(numInsertedOrUpdatedRows)
    },

    redeem: (use) =>
      transact(async (trx) => {
        const row = await lockCode(trx, use.codeHash)
        if (row === null) return { refusal: 'code_unknown' }
        const refusal = refusalOf(row, use)
        await trx
          .updateTable('login_codes')
          .set(refusal === 'code_reused' ? { revoked_at: use.nowMs } : { used_at: use.nowMs })
          .where('grant_id', '=', row.grant_id)
          .execute()
        if (refusal !== null) return { refusal }
        const login = await findLogin(trx, row)
        if (login === null) return { refusal: 'code_unknown' }
        return { grantId: row.grant_id, nonce: row.nonce, scope: row.scope, login }
      }),

    async findLogin(grantId) {
      const row = await db
        .selectFrom('login_codes')
        .selectAll()
        .where('grant_id', '=', grantId)
        .where('used_at', 'is not', null)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return row ? findLogin(db, row) : null
    },

    async revoke(grantId, nowMs) {
      await db.updateTable('login_codes').set({ revoked_at: nowMs }).where('grant_id', '=', grantId).execute()
    },

    deleteExpired: (beforeMs) =>
      deleteOld(db, { table: 'login_codes', key: ['code_hash'], column: 'expires_at', untilMs: beforeMs }),
  }
}

/**
 * If two callers redeem a code at once, the second sees the first's change, because an update that changes nothing
 * locks the row.
 */
async function lockCode(
  trx: Transaction<IdentityTables>,
  codeHash: Uint8Array,
): Promise<Selectable<LoginCodeTable> | null> {
  const row = await trx
    .updateTable('login_codes')
    .set((code) => ({ used_at: code.ref('used_at') }))
    .where('code_hash', '=', Buffer.from(codeHash))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * The order matters: a reused code was stolen, even if something else is invalid too (RFC 9700 §2.1.1, RFC 6749
 * §4.1.2).
 */
function refusalOf(row: Selectable<LoginCodeTable>, use: CodeUse): CodeRefusal | null {
  if (row.used_at !== null) return 'code_reused'
  if (row.expires_at <= use.nowMs) return 'code_expired'
  if (row.client_id !== use.clientId || row.redirect_uri !== use.redirectUri) return 'code_of_another'
  return row.code_challenge === use.codeChallenge ? null : 'verifier_wrong'
}

async function findLogin(
  executor: Kysely<IdentityTables> | Transaction<IdentityTables>,
  row: Selectable<LoginCodeTable>,
): Promise<Login | null> {
  const user = await executor
    .selectFrom('users')
    .select(['id', 'merchant_id', 'roles', 'name', 'email', 'sign_ins_ended_at'])
    .where('id', '=', row.user_id)
    .executeTakeFirst()
  if (!user || (user.sign_ins_ended_at !== null && user.sign_ins_ended_at > row.authenticated_at)) return null
  return {
    userId: user.id,
    merchantId: user.merchant_id,
    roles: JSON.parse(user.roles) as PortalRole[],
    authenticatedAtMs: row.authenticated_at,
    name: user.name,
    email: user.email,
    methods: JSON.parse(row.methods) as string[],
  }
}
