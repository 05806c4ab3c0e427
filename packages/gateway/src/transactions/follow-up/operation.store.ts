import type { Kysely } from 'kysely'

import { CHANGE_TYPES, LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { AuditEntry } from '@sluice/platform/audit/audit-entry'
import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import { isUniqueViolation } from '@sluice/platform/database/database-errors'
import { deleteOld } from '@sluice/platform/database/delete-old'
import type { AddToOutbox } from '@sluice/platform/database/outbox-event'
import type { Transact } from '@sluice/platform/database/transact'

import type { TransactionTables } from '../transactions.tables.ts'
import { authorizedAfterMinor } from '../execution/money.ts'
import { isChange } from '../execution/money-rules.ts'
import { reserveMoney } from '../execution/money.store.ts'
import { fromTransactionRow } from '../execution/transaction-rows.store.ts'
import { insertRecords } from '../execution/open-execution.store.ts'
import type { Transaction } from '../execution/transaction.ts'
import type {
  LockedParent,
  OperationDecided,
  OperationDecision,
  OperationOpening,
  SentOperation,
} from './operation.ts'

/** Equals the validity of an `Idempotency-Key`. */
const REQUEST_LIFETIME_MS = LIMITS.IDEMPOTENCY_KEY_LIFETIME_DAYS * 86_400_000

export interface OperationStoreOptions {
  readonly db: Kysely<TransactionTables>
  /** Runs work in one database transaction. */
  readonly transact: Transact<TransactionTables>
  readonly clock: Clock
  readonly addToOutbox: AddToOutbox
  readonly audit: Pick<AuditTrail, 'write'>
}

/** Stores operations. {@link TransactionStore.commit} ends them, and releases unused reservations. */
export type OperationStore = ReturnType<typeof createOperationStore>

export function createOperationStore({ db, transact, clock, addToOutbox, audit }: OperationStoreOptions) {
  return {
    /**
     * Locks the parent's money, calls `decide`, and executes its result in one commit. `decide` is called again if the database
     * restarts the transaction.
     */
    async decide<O extends OperationOpening, R>(
      merchantId: string,
      parentId: string,
      decide: (locked: LockedParent) => OperationDecision<O, R>,
    ): Promise<OperationDecided<O, R>> {
      try {
        return await transact(async (trx) => {
          const decision = decide(await lockParent(trx, merchantId, parentId))
          if (decision.kind === 'open') {
            await insertOperation(trx, decision.opening, addToOutbox, clock.now())
            await insertRequest(trx, decision.opening, clock.now())
            await audit.write(trx, describeOpening(decision.opening))
          }
          return decision
        })
      } catch (error) {
        if (isUniqueViolation(error, 'operation_requests')) return { kind: 'repeated' }
        throw error
      }
    },

    /** Returns what the same request created before; null if it is new. */
    async findByRequest(merchantId: string, requestKey: string): Promise<Transaction | null> {
      const row = await db
        .selectFrom('operation_requests')
        .innerJoin('transactions', (join) =>
          join
            .onRef('transactions.merchant_id', '=', 'operation_requests.merchant_id')
            .onRef('transactions.id', '=', 'operation_requests.transaction_id'),
        )
        .selectAll('transactions')
        .where('operation_requests.merchant_id', '=', merchantId)
        .where('operation_requests.request_key', '=', requestKey)
        .executeTakeFirst()
      return row ? fromTransactionRow(row) : null
    },

    /** Returns the customer's transaction of a reference, except INVALID ones; at most one, because a reference is used once. */
    async findOriginal(
      merchantId: string,
      terminalId: string,
      reference: string,
    ): Promise<Transaction | null> {
      const row = await db
        .selectFrom('transactions')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('terminal_id', '=', terminalId)
        .where('reference', '=', reference)
        .where('parent_id', 'is', null)
        .where('status', '<>', 'INVALID')
        .executeTakeFirst()
      return row ? fromTransactionRow(row) : null
    },

    /** Returns a stored operation with the keys it was sent with; null if the transaction is not an operation. */
    async findSent({ merchantId, id, parentId }: Transaction): Promise<SentOperation | null> {
      const find = (wanted: readonly string[]) =>
        db
          .selectFrom('transactions')
          .selectAll()
          .where('merchant_id', '=', merchantId)
          .where('id', 'in', wanted)
          .execute()
      if (parentId === null) return null
      // One statement: between two, the change could be approved and count twice.
      const both = await find([id, parentId])
      const [own, parentRow] = [id, parentId].map((one) => both.find((row) => row.id === one))
      if (!own || !parentRow) return null
      const [originalRow] = parentRow.parent_id === null ? [parentRow] : await find([parentRow.parent_id])
      const [child, parent] = [fromTransactionRow(own), fromTransactionRow(parentRow)]
      return {
        parentKey: await findKey(db, parent),
        originalKey: await findKey(db, fromTransactionRow(originalRow ?? parentRow)),
        finalCapture: child.transactionType === 'CAPTURE' && own.releases_rest === 1,
        authorizedMinor: isChange(child.transactionType) ? authorizedAfterMinor(child, parent) : null,
      }
    },

    /** Returns captures of an authorization that are approved or pending. */
    async listCaptures(merchantId: string, authorizationId: string): Promise<readonly Transaction[]> {
      const rows = await capturesOf(db, merchantId, authorizationId).selectAll().execute()
      return rows.map(fromTransactionRow)
    },

    /** Returns expired authorizations that are due to be checked. */
    async listExpired(nowMs: number, limit: number): Promise<readonly Transaction[]> {
      const rows = await db
        .selectFrom('transactions')
        .selectAll()
        .where('release_due_at', '<=', nowMs)
        .orderBy('release_due_at')
        .limit(limit)
        .execute()
      return rows.map(fromTransactionRow)
    },

    /** Deletes the keys of requests that can no longer be repeated. Returns their number. */
    purgeRequests: (realNowMs: number): Promise<number> =>
      deleteOld(db, {
        table: 'operation_requests',
        key: ['merchant_id', 'request_key'],
        column: 'created_at',
        untilMs: realNowMs - REQUEST_LIFETIME_MS - 1,
      }),

    /**
     * Changes nothing if the release is no longer due at `nowMs` because an extension was approved in the meantime.
     *
     * @param dueAtMs - when to check an expired authorization again; null for never.
     */
    async postponeRelease(
      merchantId: string,
      authorizationId: string,
      nowMs: number,
      dueAtMs: number | null,
    ): Promise<void> {
      await db
        .updateTable('transactions')
        .set({ release_due_at: dueAtMs })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', authorizationId)
        .where('release_due_at', '<=', nowMs)
        .execute()
    },
  }
}

/** Operations without a request release expired authorizations. */
function describeOpening({ transaction, cause }: OperationOpening): AuditEntry {
  const { merchantId, id, transactionType, amountMinor, currency, parentId, status } = transaction
  return {
    merchantId,
    actor: cause === 'expiry' ? 'gateway' : 'merchant',
    action: 'operation.open',
    subject: id,
    detail: { type: transactionType, amount: amountMinor, currency, parent: parentId ?? '', status },
  }
}

/**
 * Claims the key of the request. A duplicate key fails the commit: the money is moved once, even if another process runs the
 * same request after the first one's lease has expired.
 */
async function insertRequest(
  trx: Kysely<TransactionTables>,
  { transaction, requestKey = null }: OperationOpening,
  nowMs: number,
): Promise<void> {
  if (requestKey === null) return
  await trx
    .insertInto('operation_requests')
    .values({
      merchant_id: transaction.merchantId,
      request_key: requestKey,
      transaction_id: transaction.id,
      created_at: nowMs,
    })
    .execute()
}

/**
 * Locks rows by an update, which on both databases also returns them in their current state. The authorization is locked
 * before its capture, so that all transactions lock in the same order.
 */
async function lockParent(
  trx: Kysely<TransactionTables>,
  merchantId: string,
  parentId: string,
): Promise<LockedParent> {
  const { parent_id: originalId } = await trx
    .selectFrom('transactions')
    .select('parent_id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow()
  const original = originalId === null ? null : await lock(trx, merchantId, originalId)
  const parent = await lock(trx, merchantId, parentId)
  const counts = await countOperations(trx, merchantId, (original ?? parent).id)
  return {
    parent,
    original: original ?? parent,
    ...counts,
    parentKey: await findKey(trx, parent),
    originalKey: await findKey(trx, original ?? parent),
  }
}

async function countOperations(trx: Kysely<TransactionTables>, merchantId: string, authorizationId: string) {
  const rows = await trx
    .selectFrom('transactions')
    .select([
      'transaction_type',
      'status',
      (eb) => eb.fn.countAll<number>().as('count'),
      (eb) => eb.fn.max('created_at').as('latest'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('parent_id', '=', authorizationId)
    .where('transaction_type', 'in', ['CAPTURE', 'VOID', ...CHANGE_TYPES])
    .where('status', 'in', STANDING)
    .groupBy(['transaction_type', 'status'])
    .execute()
  const ofTypes = (types: readonly string[]) => rows.filter((row) => types.includes(row.transaction_type))
  const changes = ofTypes(CHANGE_TYPES)
  const sum = (of: typeof rows) => of.reduce((total, { count }) => total + Number(count), 0)
  const [underWay = null] = changes.flatMap(({ transaction_type, status, latest }) => {
    const type = CHANGE_TYPES.find((change) => change === transaction_type)
    return type && status === 'PENDING' ? [{ type, sinceMs: Number(latest) }] : []
  })
  return {
    captureCount: sum(ofTypes(['CAPTURE'])),
    changeCount: sum(changes),
    isVoided: ofTypes(['VOID']).length > 0,
    changeUnderWay: underWay,
  }
}

async function lock(trx: Kysely<TransactionTables>, merchantId: string, id: string): Promise<Transaction> {
  const row = await trx
    .updateTable('transactions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return fromTransactionRow(row)
}

/** The latest attempt decided the transaction. A transaction without attempts is not approved, so its key is never used. */
async function findKey(trx: Kysely<TransactionTables>, transaction: Transaction): Promise<string> {
  const attempt = await trx
    .selectFrom('attempts')
    .select('id')
    .where('merchant_id', '=', transaction.merchantId)
    .where('transaction_id', '=', transaction.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return attempt?.id ?? transaction.id
}

/** The statuses of operations that count, or will count unless they are declined. */
const STANDING = ['APPROVED', 'PENDING']

function capturesOf(db: Kysely<TransactionTables>, merchantId: string, authorizationId: string) {
  return db
    .selectFrom('transactions')
    .where('merchant_id', '=', merchantId)
    .where('parent_id', '=', authorizationId)
    .where('transaction_type', '=', 'CAPTURE')
    .where('status', 'in', STANDING)
}

async function insertOperation(
  trx: Kysely<TransactionTables>,
  opening: OperationOpening,
  addToOutbox: AddToOutbox,
  nowMs: number,
): Promise<void> {
  const { transaction } = opening
  await insertRecords(trx, opening, opening.cause, addToOutbox, nowMs)
  if (transaction.status !== 'PENDING') return
  await reserveMoney(trx, transaction, opening.releasesRest)
}
