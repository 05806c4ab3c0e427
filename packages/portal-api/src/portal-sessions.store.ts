import type { Expression, ExpressionBuilder, Kysely, Selectable, SqlBool } from 'kysely'

import { PORTAL_ROLES, type PortalRole } from '@sluice/types/vocabulary'
import { deleteInBatches, deleteOld } from '@sluice/platform/database/delete-old'

import {
  type PortalLinks,
  type PortalSession,
  type PortalSessions,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSIONS_LISTED,
  type SessionsOf,
} from './portal-session.ts'
import type { PortalSessionTable, PortalTables } from './portal.tables.ts'

export function createPortalSessions(db: Kysely<PortalTables>): PortalSessions {
  const remove = async (idHash: Buffer) => {
    await db.deleteFrom('portal_sessions').where('id_hash', '=', idHash).execute()
  }
  return {
    async add(idHash, session) {
      await db
        .insertInto('portal_sessions')
        .values({
          id_hash: idHash,
          user_id: session.userId,
          merchant_id: session.merchantId,
          roles: JSON.stringify(session.roles),
          name: session.name,
          email: session.email,
          authenticated_at: session.authenticatedAtMs,
          created_at: session.createdAtMs,
          seen_at: session.seenAtMs,
          device: session.device,
          id: session.id,
          address: session.address,
          user_agent: session.userAgent,
        })
        .execute()
    },

    async find(idHash) {
      const row = await db
        .selectFrom('portal_sessions')
        .selectAll()
        .where('id_hash', '=', idHash)
        .executeTakeFirst()
      return row === undefined ? null : toSession(row)
    },

    async list(person) {
      const rows = await db
        .selectFrom('portal_sessions')
        .selectAll()
        .where(({ eb, and }) => and(isOf(eb, person)))
        .orderBy('created_at', 'desc')
        .limit(SESSIONS_LISTED)
        .execute()
      return rows.map(toSession)
    },

    async end(person, which) {
      let ending = db.deleteFrom('portal_sessions').where(({ eb, and }) => and(isOf(eb, person)))
      if ('id' in which) ending = ending.where('id', '=', which.id)
      else if (which.allBut !== null) ending = ending.where('id', '<>', which.allBut)
      const { numDeletedRows } = await ending.executeTakeFirst()
      return Number(numDeletedRows)
    },

    async see(idHash, nowMs) {
      await db
        .updateTable('portal_sessions')
        .set({ seen_at: nowMs })
        .where('id_hash', '=', idHash)
        .where('seen_at', '<', nowMs)
        .execute()
    },

    async impersonate(idHash, view) {
      await db
        .updateTable('portal_sessions')
        .set({ viewed_merchant_id: view?.merchantId ?? null, viewed_until: view?.untilMs ?? null })
        .where('id_hash', '=', idHash)
        .execute()
    },

    remove,

    async removeEnded(nowMs) {
      // One statement each: a condition with "or" reads the whole table.
      const idle = await deleteInBatches(db, async (limit) => {
        const { numDeletedRows } = await db
          .deleteFrom('portal_sessions')
          .where('id_hash', 'in', (eb) =>
            eb
              .selectFrom('portal_sessions')
              .select('id_hash')
              .where('seen_at', '<=', nowMs - SESSION_IDLE_MS)
              .where('device', 'is', null)
              .limit(limit),
          )
          .executeTakeFirst()
        return Number(numDeletedRows)
      })
      const untilMs = nowMs - SESSION_MAX_MS
      const old = { table: 'portal_sessions', key: ['id_hash'], column: 'created_at', untilMs } as const
      return idle + (await deleteOld(db, old))
    },
  }
}

export function createPortalLinks(db: Kysely<PortalTables>): PortalLinks {
  return {
    async add(tokenHash, { merchantId, expiresAtMs }) {
      await db
        .insertInto('portal_links')
        .values({ token_hash: tokenHash, merchant_id: merchantId, expires_at: expiresAtMs })
        .execute()
    },

    async take(tokenHash, nowMs) {
      // One statement: of two who open the link at once, one gets the row.
      const taken = await db
        .deleteFrom('portal_links')
        .where('token_hash', '=', tokenHash)
        .returning(['merchant_id', 'expires_at'])
        .executeTakeFirst()
      return taken !== undefined && nowMs < taken.expires_at ? taken.merchant_id : null
    },

    removeExpired: (nowMs) =>
      deleteOld(db, { table: 'portal_links', key: ['token_hash'], column: 'expires_at', untilMs: nowMs }),
  }
}

function isOf(
  eb: ExpressionBuilder<PortalTables, 'portal_sessions'>,
  { userId, merchantId }: SessionsOf,
): readonly Expression<SqlBool>[] {
  const ofMerchant = merchantId === null ? eb('merchant_id', 'is', null) : eb('merchant_id', '=', merchantId)
  return [eb('user_id', '=', userId), ofMerchant]
}

function toSession(row: Selectable<PortalSessionTable>): PortalSession {
  return {
    id: row.id,
    address: row.address,
    userAgent: row.user_agent,
    userId: row.user_id,
    merchantId: row.merchant_id,
    roles: (JSON.parse(row.roles) as string[]).filter(isPortalRole),
    name: row.name,
    email: row.email,
    authenticatedAtMs: row.authenticated_at,
    createdAtMs: row.created_at,
    seenAtMs: row.seen_at,
    device: row.device,
    view:
      row.viewed_merchant_id === null || row.viewed_until === null
        ? null
        : { merchantId: row.viewed_merchant_id, untilMs: row.viewed_until },
  }
}

function isPortalRole(text: string): text is PortalRole {
  return (PORTAL_ROLES as readonly string[]).includes(text)
}
