import { type Kysely, type Selectable, sql } from 'kysely'

import type { PaymentLinkStatus } from '@sluice/types/vocabulary'
import type { Transact } from '@sluice/platform/database/transact'
import type { PagePosition } from '@sluice/platform/kernel/page-cursor'

import { type LinkCommitsOptions, writeEndedEvent } from './link-writes.store.ts'
import type { LinkTokens } from './link-tokens.ts'
import type { PaymentLink } from './payment-link.ts'
import { fromPaymentLinkRow, toPaymentLinkRow } from './payment-link-rows.store.ts'
import type { PaymentLinkTable, PaymentLinkTables } from './payment-links.tables.ts'

/** The filter of a list of payment links. */
export interface PaymentLinkSearch {
  readonly merchantId: string
  /** The status at `nowMs`; null matches every status. */
  readonly status: PaymentLinkStatus | null
  readonly terminalId: string | null
  /** Selects only links after this one, in the order of the list. */
  readonly after: PagePosition | null
  readonly limit: number
  readonly nowMs: number
}

export type PaymentLinkStore = ReturnType<typeof createPaymentLinkStore>

export function createPaymentLinkStore({
  db,
  transact,
  tokens,
  ...ended
}: LinkCommitsOptions & {
  readonly db: Kysely<PaymentLinkTables>
  /** Runs work in one database transaction. */
  readonly transact: Transact<PaymentLinkTables>
  readonly tokens: LinkTokens
}) {
  const fromRow = (row: Selectable<PaymentLinkTable> | undefined) =>
    row ? fromPaymentLinkRow(row, tokens) : null

  return {
    /** Stores a new link. Returns the link that the same request made before, if its answer was lost. */
    async create(link: PaymentLink, requestKey: string | null): Promise<PaymentLink> {
      const inserted = await db
        .insertInto('payment_links')
        .values(toPaymentLinkRow(link, requestKey, tokens))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows !== 0n || requestKey === null) return link
      const row = await db
        .selectFrom('payment_links')
        .selectAll()
        .where('merchant_id', '=', link.merchantId)
        .where('request_key', '=', requestKey)
        .executeTakeFirstOrThrow()
      return fromPaymentLinkRow(row, tokens)
    },

    async find(merchantId: string, id: string): Promise<PaymentLink | null> {
      const row = await db
        .selectFrom('payment_links')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .executeTakeFirst()
      return fromRow(row)
    },

    /** Finds the link of a page; null if the merchant has no link with this token. */
    async findByToken(merchantId: string, token: string): Promise<PaymentLink | null> {
      const row = await db
        .selectFrom('payment_links')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('lookup', '=', tokens.lookupOf(merchantId, token))
        .executeTakeFirst()
      return fromRow(row)
    },

    /** Returns payment links, newest first. */
    async list({
      merchantId,
      status,
      terminalId,
      after,
      limit,
      nowMs,
    }: PaymentLinkSearch): Promise<readonly PaymentLink[]> {
      let wanted = db.selectFrom('payment_links').selectAll().where('merchant_id', '=', merchantId)
      if (terminalId !== null) wanted = wanted.where('terminal_id', '=', terminalId)
      // A link past its `expires_at` is EXPIRED even before it is swept.
      if (status === 'ACTIVE') wanted = wanted.where('status', '=', status).where('expires_at', '>', nowMs)
      else if (status === 'EXPIRED')
        wanted = wanted.where((eb) =>
          eb.or([
            eb('status', '=', 'EXPIRED'),
            eb.and([eb('status', '=', 'ACTIVE'), eb('expires_at', '<=', nowMs)]),
          ]),
        )
      else if (status !== null) wanted = wanted.where('status', '=', status)
      if (after !== null)
        wanted = wanted.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '<', tuple(after.createdAtMs, after.id)),
        )
      const rows = await wanted.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map((row) => fromPaymentLinkRow(row, tokens))
    },

    /** Deactivates an active link and records the event. Leaves ended and expired links unchanged. */
    deactivate: (merchantId: string, id: string, nowMs: number): Promise<void> =>
      transact(async (trx) => {
        const row = await trx
          .updateTable('payment_links')
          .set({ status: 'DEACTIVATED', deactivated_at: nowMs, updated_at: nowMs })
          .where('merchant_id', '=', merchantId)
          .where('id', '=', id)
          .where('status', '=', 'ACTIVE')
          .where('expires_at', '>', nowMs)
          .returningAll()
          .executeTakeFirst()
        if (row) await writeEndedEvent(trx, row, ended, nowMs)
      }),

    /** Ends expired links and records their events, the longest overdue first. Returns their number. */
    async expire(nowMs: number, limit: number): Promise<number> {
      const due = await db
        .selectFrom('payment_links')
        .select(['merchant_id', 'id'])
        // Repeats the condition of the index literally: SQLite cannot infer that one condition implies the other.
        .where('status', '=', sql.lit('ACTIVE'))
        .where('expires_at', '<=', nowMs)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      const ends = due.map(({ merchant_id: merchantId, id }) =>
        transact(async (trx) => {
          const row = await trx
            .updateTable('payment_links')
            .set({ status: 'EXPIRED', updated_at: nowMs })
            .where('merchant_id', '=', merchantId)
            .where('id', '=', id)
            // Another process, or the merchant, may have been faster.
            .where('status', '=', 'ACTIVE')
            .where('expires_at', '<=', nowMs)
            .returningAll()
            .executeTakeFirst()
          if (row) await writeEndedEvent(trx, row, ended, nowMs)
          return row !== undefined
        }),
      )
      return (await Promise.all(ends)).filter(Boolean).length
    },
  }
}
