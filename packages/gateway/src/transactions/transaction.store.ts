import { LIMITS } from '@sluice/types/vocabulary'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import { claimDue } from '../platform/database/claim-due.ts'
import { deleteOld } from '../platform/database/delete-old.ts'
import type { Dialect } from '../platform/database/dialect.ts'
import type { AttemptTable, Database } from '../platform/database/tables.ts'
import type { Transact } from '../platform/database/transact.ts'
import { applyChange, type CommitPorts } from './apply-change.store.ts'
import { attemptsOfOpen, findAllOpen, findOpen } from './find-open.store.ts'
import { insertOpening } from './insert-opening.store.ts'
import { OpeningRefused } from './opening-refused.ts'
import {
  ASKED_STEPS,
  type HoldKind,
  PERSON_STEPS,
  type ProviderChoice,
  type TransactionStore,
} from './transaction-store.ts'
import { fromHandleRow, fromTransactionRow } from './transaction-rows.store.ts'

export interface TransactionStoreOptions extends CommitPorts {
  readonly db: Kysely<Database>
  readonly dialect: Dialect
  /** Runs work in one database transaction. */
  readonly transact: Transact
  readonly clock: Clock
}

/** How long late and repeated posts of a browser still find their outcome. */
const HANDLE_LIFETIME_MS = LIMITS.CONTINUATION_LOOKUP_DAYS * 86_400_000

/** What one process takes for over, another may still take for good: by as much as clocks are allowed to differ. */
const CLOCKS_DIFFER_MS = 300_000

export function createTransactionStore({
  db,
  dialect,
  transact,
  clock,
  saving,
  addToOutbox,
}: TransactionStoreOptions): TransactionStore {
  return {
    async open(opening) {
      try {
        await transact((trx) => insertOpening(trx, opening, addToOutbox, clock.now()))
        return { kind: 'opened' }
      } catch (error) {
        if (error instanceof OpeningRefused) return error.result
        throw error
      }
    },

    commit: (change) => transact((trx) => applyChange(trx, change, { saving, addToOutbox }, clock.now())),

    async noteChallengeResponse(attempt, nowMs) {
      await db
        .updateTable('attempts')
        .set({ cres_received_at: nowMs })
        .where('merchant_id', '=', attempt.merchantId)
        .where('id', '=', attempt.id)
        .where('challenge_round', '=', attempt.authentication.round)
        .where('cres_received_at', 'is', null)
        .execute()
    },

    async find(merchantId, transactionId) {
      const row = await db
        .selectFrom('transactions')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('id', '=', transactionId)
        .executeTakeFirst()
      return row ? fromTransactionRow(row) : null
    },

    async findBySession(merchantId, sessionHash) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('transactions', (join) =>
          join
            .onRef('transactions.merchant_id', '=', 'sessions.merchant_id')
            .onRef('transactions.id', '=', 'sessions.transaction_id'),
        )
        .selectAll('transactions')
        .where('sessions.merchant_id', '=', merchantId)
        .where('sessions.id_hash', '=', sessionHash)
        .executeTakeFirst()
      return row ? fromTransactionRow(row) : null
    },

    findOpen: (merchantId, transactionId) => findOpen(db, merchantId, transactionId),

    async findReference(merchantId, terminalId, reference) {
      const row = await db
        .selectFrom('reference_holds')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('terminal_id', '=', terminalId)
        .where('reference', '=', reference)
        .executeTakeFirst()
      return row
        ? {
            kind: row.kind as HoldKind,
            holderId: row.holder_id,
            currency: row.currency,
            amountMinor: row.amount,
            requestKey: row.request_key,
          }
        : null
    },

    async findHandle(lookup) {
      const row = await db
        .selectFrom('continuation_handles')
        .selectAll()
        .where('lookup', '=', lookup)
        .executeTakeFirst()
      return row ? fromHandleRow(row) : null
    },

    async findAuthentication(merchantId, transactionId, threeDsServerTransId) {
      const row = await db
        .selectFrom('attempts')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .where('three_ds_server_trans_id', '=', threeDsServerTransId)
        .executeTakeFirst()
      return row?.id ?? null
    },

    async listAbandoned(nowMs, limit) {
      const rows = await db
        .selectFrom('continuations')
        .select(['merchant_id', 'transaction_id'])
        .where('step', '=', 'WORKING')
        .where('lease_until', '<=', nowMs)
        .limit(limit)
        .execute()
      return findAllOpen(db, rows)
    },

    async listOverdue(nowMs, limit) {
      const waiting = await db
        .selectFrom('continuations')
        .select(['merchant_id', 'transaction_id'])
        // The condition of the index, word for word: SQLite does not find out by itself that one implies the other.
        .where('step', '<>', sql.lit('DONE'))
        .where('step', 'in', PERSON_STEPS)
        .where('expires_at', '<=', nowMs)
        .limit(limit)
        .execute()
      const atTheBank = await attemptsOfOpen(db)
        .where('attempts.challenge_expires_at', '<=', nowMs)
        .where('continuations.step', '=', 'CHALLENGE')
        .limit(limit)
        .execute()
      const overdue = new Map([...waiting, ...atTheBank].map((row) => [row.transaction_id, row]))
      return findAllOpen(db, [...overdue.values()])
    },

    async claimUnsettled(claim, at = { except: [] }) {
      const claimed = await claimDue<Selectable<AttemptTable>>(db, dialect, {
        table: 'attempts',
        key: ['merchant_id', 'id'],
        column: 'due_at',
        // At others nobody waits for an answer.
        where: sql`status <> 'ENDED' and ${isAt(at)}`,
        ...claim,
      })
      const open = await findAllOpen(db, claimed)
      return open.filter(({ continuation: { step } }) => ASKED_STEPS.some((asked) => asked === step))
    },

    async forgetOld(nowMs) {
      const uses = await deleteOld(db, {
        table: 'sealed_field_uses',
        key: ['merchant_id', 'use_key'],
        column: 'expires_at',
        untilMs: nowMs,
      })
      const tokens = await deleteOld(db, {
        table: 'wallet_token_uses',
        key: ['use_key'],
        column: 'expires_at',
        untilMs: nowMs - CLOCKS_DIFFER_MS,
      })
      const handles = await deleteOld(db, {
        table: 'continuation_handles',
        key: ['lookup'],
        column: 'created_at',
        untilMs: nowMs - HANDLE_LIFETIME_MS,
      })
      return uses + tokens + handles
    },
  }
}

function isAt(choice: ProviderChoice): RawBuilder<unknown> {
  if ('only' in choice) return sql`provider_id = ${choice.only}`
  return choice.except.length === 0 ? sql`1 = 1` : sql`provider_id not in (${sql.join(choice.except)})`
}
