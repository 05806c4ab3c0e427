import type { Kysely, Transaction } from 'kysely'

import { deleteInBatches } from '@sluice/platform/database/delete-old'
import type { Transact } from '@sluice/platform/database/transact'

import type { IdentityTables } from './identity.tables.ts'
import type { OAuthRefusal } from './oauth-refusal.ts'
import {
  endOfTokenMs,
  findRefreshRefusal,
  type RefreshFamily,
  type RefreshToken,
  type RefreshTokenUse,
  type RenewedFamily,
} from './refresh-token.ts'

/** Stores refresh tokens by their hashes. */
export type RefreshTokenStore = ReturnType<typeof createRefreshTokenStore>

export function createRefreshTokenStore(db: Kysely<IdentityTables>, transact: Transact<IdentityTables>) {
  return {
    /** Starts a token family with its first token. Returns when that token expires. */
    begin: (family: RefreshFamily, tokenHash: Uint8Array, nowMs: number): Promise<number> =>
      transact(async (trx) => {
        const expiresAtMs = endOfTokenMs(family.expiresAtMs, nowMs)
        await trx
          .insertInto('refresh_families')
          .values({
            family_id: family.id,
            client_id: family.clientId,
            merchant_id: family.merchantId,
            scope: family.scope,
            created_at: nowMs,
            expires_at: family.expiresAtMs,
            idle_at: expiresAtMs,
          })
          .execute()
        await insertToken(trx, { familyId: family.id, tokenHash, expiresAtMs, nowMs })
        return expiresAtMs
      }),

    /**
     * Exchanges a token for the next one, once: of several callers with the same token, one gets the new token, and the
     * others revoke the family.
     */
    renew: ({
      tokenHash,
      nextHash,
      clientId,
      grantScope,
      nowMs,
    }: RefreshTokenUse): Promise<RenewedFamily | { readonly refusal: OAuthRefusal }> =>
      transact(async (trx) => {
        const family = await lockFamilyOf(trx, tokenHash)
        const token = family && (await readToken(trx, tokenHash))
        if (!family || !token) return { refusal: { reason: 'refresh_token_unknown' } }
        const reason = findRefreshRefusal(token, family, clientId, nowMs)
        if (reason === 'refresh_token_reused') await revokeFamily(trx, family.id, nowMs)
        if (reason !== null) return { refusal: { reason } }
        const grant = grantScope(family)
        if (!grant.ok) return { refusal: { reason: 'scope_refused', scopes: grant.scopes } }

        const expiresAtMs = endOfTokenMs(family.expiresAtMs, nowMs)
        await trx
          .updateTable('refresh_tokens')
          .set({ used_at: nowMs })
          .where('token_hash', '=', Buffer.from(tokenHash))
          .execute()
        await insertToken(trx, { familyId: family.id, tokenHash: nextHash, expiresAtMs, nowMs })
        await trx
          .updateTable('refresh_families')
          .set({ idle_at: expiresAtMs })
          .where('family_id', '=', family.id)
          .execute()
        return { familyId: family.id, granted: grant.granted, expiresAtMs }
      }),

    /** Revokes the family of a token of this client; ignores an unknown token. */
    revoke: (tokenHash: Uint8Array, clientId: string, nowMs: number): Promise<void> =>
      transact(async (trx) => {
        const family = await lockFamilyOf(trx, tokenHash)
        if (family?.clientId === clientId) await revokeFamily(trx, family.id, nowMs)
      }),

    /** Returns whether the family was revoked; false for a family that has been deleted. */
    async isRevoked(familyId: string): Promise<boolean> {
      const row = await db
        .selectFrom('refresh_families')
        .select('revoked_at')
        .where('family_id', '=', familyId)
        .executeTakeFirst()
      return row !== undefined && row.revoked_at !== null
    },

    /** Deletes families whose last token has expired. Returns how many. */
    deleteExpired: (nowMs: number): Promise<number> =>
      deleteInBatches(db, (limit) =>
        transact(async (trx) => {
          const rows = await trx
            .selectFrom('refresh_families')
            .select('family_id')
            .where('idle_at', '<=', nowMs)
            .limit(limit)
            .execute()
          const families = rows.map(({ family_id }) => family_id)
          if (families.length === 0) return 0
          await trx.deleteFrom('refresh_tokens').where('family_id', 'in', families).execute()
          await trx.deleteFrom('refresh_families').where('family_id', 'in', families).execute()
          return families.length
        }),
      ),
  }
}

/**
 * Reads the family of a token and holds it until the transaction ends: of two who use or revoke a token of the same
 * family at once, the second sees what the first has done. An update that changes nothing locks on both databases.
 */
async function lockFamilyOf(
  trx: Transaction<IdentityTables>,
  tokenHash: Uint8Array,
): Promise<RefreshFamily | null> {
  const row = await trx
    .updateTable('refresh_families')
    .set((family) => ({ idle_at: family.ref('idle_at') }))
    .where('family_id', '=', (sub) =>
      sub.selectFrom('refresh_tokens').select('family_id').where('token_hash', '=', Buffer.from(tokenHash)),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.family_id,
    clientId: row.client_id,
    merchantId: row.merchant_id,
    scope: row.scope,
    expiresAtMs: row.expires_at,
    revokedAtMs: row.revoked_at,
  }
}

async function readToken(
  trx: Transaction<IdentityTables>,
  tokenHash: Uint8Array,
): Promise<RefreshToken | null> {
  const row = await trx
    .selectFrom('refresh_tokens')
    .select(['expires_at', 'used_at'])
    .where('token_hash', '=', Buffer.from(tokenHash))
    .executeTakeFirst()
  return row ? { expiresAtMs: row.expires_at, usedAtMs: row.used_at } : null
}

async function insertToken(
  trx: Transaction<IdentityTables>,
  token: {
    readonly familyId: string
    readonly tokenHash: Uint8Array
    readonly expiresAtMs: number
    readonly nowMs: number
  },
): Promise<void> {
  await trx
    .insertInto('refresh_tokens')
    .values({
      token_hash: Buffer.from(token.tokenHash),
      family_id: token.familyId,
      created_at: token.nowMs,
      expires_at: token.expiresAtMs,
    })
    .execute()
}

async function revokeFamily(
  trx: Transaction<IdentityTables>,
  familyId: string,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('refresh_families')
    .set({ revoked_at: nowMs })
    .where('family_id', '=', familyId)
    .execute()
}
