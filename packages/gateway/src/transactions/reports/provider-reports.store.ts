import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'

import type { ProcessingCode } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import { claimDue } from '@sluice/platform/database/claim-due'
import { deleteOld } from '@sluice/platform/database/delete-old'
import type { Dialect } from '@sluice/platform/database/dialect'
import type { Transact } from '@sluice/platform/database/transact'

import type { ReconciliationAlertTable, TransactionTables } from '../transactions.tables.ts'
import { storeAlert, storeReceipt } from '../execution/receipts.store.ts'
import { createLostAnswers } from './lost-answers.store.ts'
import type { AlertKind, ProviderReports, ReconciliationAlert, Reversal } from './provider-reports.ts'

export interface ProviderReportsOptions {
  readonly db: Kysely<TransactionTables>
  readonly dialect: Dialect
  /** Runs work in one database transaction. */
  readonly transact: Transact<TransactionTables>
  readonly clock: Clock
  readonly audit: Pick<AuditTrail, 'write'>
}

/** Providers stop resending after days; a month is longer than all of their periods. */
const RECEIPT_LIFETIME_MS = 30 * 86_400_000

/** An approved attempt decided its transaction, so a report of its money adds nothing. */
const IS_WITHOUT_MONEY = sql<boolean>`status = 'ENDED' and (processing_code is null or processing_code <> '0000')`

const IS_UNDECIDED = sql<boolean>`status = 'NEEDS_DECISION'`

/**
 * Includes payments that ended: their provider may have reported them as open, or a person may have resolved them
 * wrongly.
 */
const IS_LEFT_TO_PEOPLE = sql<boolean>`(${IS_UNDECIDED} or (${IS_WITHOUT_MONEY} and exists (
  select 1 from reconciliation_alerts
  where reconciliation_alerts.merchant_id = attempts.merchant_id
    and reconciliation_alerts.transaction_id = attempts.transaction_id
    and reconciliation_alerts.attempt_id = attempts.id
    and reconciliation_alerts.kind = 'UNRESOLVED')))`

export function createProviderReports({
  db,
  dialect,
  transact,
  clock,
  audit,
}: ProviderReportsOptions): ProviderReports {
  const updateReversal = (alert: ReconciliationAlert, changes: Updateable<ReconciliationAlertTable>) =>
    db
      .updateTable('reconciliation_alerts')
      .set(changes)
      .where('merchant_id', '=', alert.merchantId)
      .where('transaction_id', '=', alert.transactionId)
      .where('kind', '=', alert.kind)
      .where('attempt_id', '=', alert.attemptId)
      .where('reversed_at', 'is', null)
  return {
    async findOrders(providerId, transactionId) {
      const rows = await db
        .selectFrom('provider_orders as orders')
        .innerJoin('attempts', (join) =>
          join
            .onRef('attempts.merchant_id', '=', 'orders.merchant_id')
            .onRef('attempts.id', '=', 'orders.attempt_id'),
        )
        .selectAll('orders')
        .select(['attempts.status', 'attempts.processing_code'])
        .where('orders.transaction_id', '=', transactionId)
        .where('orders.provider_id', '=', providerId)
        .orderBy('attempts.number', 'desc')
        .execute()
      return rows.map((row) => ({
        transactionId: row.transaction_id,
        providerId: row.provider_id,
        merchantId: row.merchant_id,
        attemptId: row.attempt_id,
        accountId: row.provider_account_id,
        endedAs: row.status === 'ENDED' ? (row.processing_code as ProcessingCode | null) : null,
      }))
    },

    async isReceived(merchantId, providerId, messageId) {
      const row = await db
        .selectFrom('provider_callbacks')
        .select('message_id')
        .where('merchant_id', '=', merchantId)
        .where('provider_id', '=', providerId)
        .where('message_id', '=', messageId)
        .executeTakeFirst()
      return row !== undefined
    },

    async isApprovalUndone({ merchantId, transactionId, attemptId }) {
      const row = await db
        .selectFrom('reconciliation_alerts')
        .select('kind')
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .where('attempt_id', '=', attemptId)
        .where('kind', 'in', ['PARTIAL_APPROVAL', 'UNAUTHENTICATED'])
        .executeTakeFirst()
      return row !== undefined
    },

    note: (order, { receipt, alert }) =>
      transact(async (trx) => {
        if (receipt) await storeReceipt(trx, order, receipt, clock.now())
        if (alert) await storeAlert(trx, alert, clock.now())
      }),

    lookNow: (order, receipt) =>
      transact(async (trx) => {
        await storeReceipt(trx, order, receipt, clock.now())
        await trx
          .updateTable('attempts')
          .set({ due_at: clock.now() })
          .where('merchant_id', '=', order.merchantId)
          .where('transaction_id', '=', order.transactionId)
          .where('provider_id', '=', order.providerId)
          .where(IS_WITHOUT_MONEY)
          .execute()
      }),

    askAgain: ({ merchantId, id: transactionId, parentId }) =>
      transact(async (trx) => {
        const asked = await trx
          .updateTable('attempts')
          .set({ due_at: clock.now() })
          .where('merchant_id', '=', merchantId)
          .where('transaction_id', '=', transactionId)
          // A late outcome of a refund is never reversed.
          .where(parentId === null ? IS_LEFT_TO_PEOPLE : IS_UNDECIDED)
          .returning('id')
          .execute()
        for (const { id } of asked) {
          const entry = { actor: 'operator', action: 'operation.ask', subject: transactionId } as const
          await audit.write(trx, { ...entry, merchantId, detail: { attempt_id: id } })
        }
        return asked.length
      }),

    async claimReversals(claim) {
      const rows = await claimDue(db, dialect, {
        table: 'reconciliation_alerts',
        key: ['merchant_id', 'transaction_id', 'kind', 'attempt_id'],
        column: 'reversal_due_at',
        where: sql`reversed_at is null`,
        ...claim,
      })
      return rows.map(toReversal)
    },

    async findReversal(providerId, key) {
      const row = await db
        .selectFrom('reconciliation_alerts')
        .selectAll()
        .where('reversal_key', '=', key)
        // Must equal the condition of the index.
        .where('reversal_key', 'is not', null)
        .where('provider_id', '=', providerId)
        .executeTakeFirst()
      return row ? toReversal(row) : null
    },

    async findReversalOf({ merchantId, transactionId, attemptId }) {
      const rows = await db
        .selectFrom('reconciliation_alerts')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .where('attempt_id', '=', attemptId)
        .where('reversal_key', 'is not', null)
        .execute()
      const row = rows.find(({ reversed_at: at }) => at === null) ?? rows[0]
      return row ? toReversal(row) : null
    },

    ...createLostAnswers({ db, transact, clock }),

    async startReversal(alert, key) {
      const { numUpdatedRows } = await updateReversal(alert, {
        reversal_key: key,
        reversal_key_at: clock.now(),
      })
        .where('reversal_key', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async recordReversal(alert, sentKey, result) {
      await updateReversal(alert, {
        reversal_due_at: result.kind === 'again' ? result.dueAtMs : null,
        reversal_tries: alert.reversalTries + 1,
        reversed_at: result.kind === 'reversed' ? clock.now() : null,
        ...(result.kind === 'again' && !result.keepsKey && { reversal_key: null, reversal_key_at: null }),
      })
        .where('reversal_key', sentKey === null ? 'is' : '=', sentKey)
        .execute()
    },

    async claimGivenUp(claim) {
      const rows = await claimDue(db, dialect, {
        table: 'attempts',
        key: ['merchant_id', 'id'],
        column: 'due_at',
        where: IS_WITHOUT_MONEY,
        ...claim,
      })
      return rows.map((row) => ({
        transactionId: row.transaction_id,
        providerId: row.provider_id,
        merchantId: row.merchant_id,
        attemptId: row.id,
        accountId: row.provider_account_id,
        endedAtMs: row.updated_at,
        claimedUntilMs: claim.untilMs,
      }))
    },

    async recordLastQuery(order, dueAtMs) {
      await db
        .updateTable('attempts')
        .set({ due_at: dueAtMs })
        .where('merchant_id', '=', order.merchantId)
        .where('id', '=', order.attemptId)
        .where('status', '=', 'ENDED')
        .where('due_at', '=', order.claimedUntilMs)
        .execute()
    },

    purgeOld: (nowMs) =>
      deleteOld(db, {
        table: 'provider_callbacks',
        key: ['merchant_id', 'provider_id', 'message_id'],
        column: 'received_at',
        untilMs: nowMs - RECEIPT_LIFETIME_MS,
      }),
  }
}

function toReversal(row: Selectable<ReconciliationAlertTable>): Reversal {
  const { reversal_key: id, reversal_key_at: sinceMs } = row
  const key = id === null || sinceMs === null ? null : { id, sinceMs }
  return { ...fromAlertRow(row), key, isReversed: row.reversed_at !== null }
}

function fromAlertRow(row: Selectable<ReconciliationAlertTable>): ReconciliationAlert {
  return {
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    kind: row.kind as AlertKind,
    providerId: row.provider_id,
    attemptId: row.attempt_id,
    detail: JSON.parse(row.detail) as Record<string, string>,
    reversalDueAtMs: row.reversal_due_at,
    reversalTries: row.reversal_tries,
  }
}
