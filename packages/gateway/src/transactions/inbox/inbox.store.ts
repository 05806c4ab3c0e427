import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'

import type { ProcessingCode } from '@sluice/types/vocabulary'
import { claimDue } from '@sluice/platform/database/claim-due'
import { deleteInBatches, deleteOld } from '@sluice/platform/database/delete-old'
import type { Dialect } from '@sluice/platform/database/dialect'
import type { Transact } from '@sluice/platform/database/transact'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { AttemptStatus } from '../execution/attempt.ts'
import { attemptOf } from '../execution/key-for.ts'
import type { ProviderEvent } from '../execution/provider.ts'
import type { ProviderEventTable, TransactionTables } from '../transactions.tables.ts'
import { decodeEvent, encodeEvent, eventPurpose } from './event-payload.ts'
import type { ClaimedEvent, EventCount, EventKey, Inbox, KnownAttempt, StoredEvent } from './inbox.ts'

export interface InboxOptions {
  readonly db: Kysely<TransactionTables>
  readonly dialect: Dialect
  /** Runs work in one database transaction. */
  readonly transact: Transact<TransactionTables>
  readonly sealer: Pick<Sealer, 'seal' | 'open'>
}

const DAY_MS = 86_400_000

/** A payload that could not be applied by then never can be. */
const PAYLOAD_LIFETIME_MS = 30 * DAY_MS

/** Providers stop repeating an event after weeks. */
const EVENT_LIFETIME_MS = 90 * DAY_MS

/** More events of one state need no exact count. */
const COUNTED_MAX = 10_000

/** An event that matches more attempts identifies none. */
const ATTEMPTS_MAX = 10

const KEY = ['provider_id', 'provider_account_id', 'event_id'] as const

/** Matches attempts that allow a status query: open, left to people, or ended without money. */
const CAN_BE_ASKED = sql<boolean>`(status in ('PENDING', 'UNKNOWN', 'NEEDS_DECISION')
  or (status = 'ENDED' and (processing_code is null or processing_code <> '0000')))`

/** Matches the events with a payload, exactly as in the index. */
const IS_SEALED = sql<boolean>`sealed_event is not null`

export function createInbox({ db, dialect, transact, sealer }: InboxOptions): Inbox {
  const ofEvent = ({ providerId, accountId, id }: EventKey) =>
    sql<boolean>`provider_id = ${providerId} and provider_account_id = ${accountId} and event_id = ${id}`

  return {
    async store(providerId, events, { nowMs, untilMs }) {
      const rows = events.map((event) => toRow(sealer, providerId, event, { nowMs, untilMs }))
      const inserted = await transact((trx) =>
        trx
          .insertInto('provider_events')
          .values(rows)
          .onConflict((conflict) => conflict.columns([...KEY]).doNothing())
          .returningAll()
          .execute(),
      )
      return inserted.flatMap(fromRow)
    },

    async claimDue(claim) {
      const rows = await claimDue(db, dialect, {
        table: 'provider_events',
        key: KEY,
        column: 'due_at',
        where: IS_SEALED,
        ...claim,
      })
      return rows.flatMap(fromRow)
    },

    open: (claimed) => ({
      ...claimed,
      event: decodeEvent(sealer.open(eventPurpose(claimed), claimed.sealed)),
    }),

    async findAttempts(stored) {
      const { refs, parentRefs } = stored.event
      const named = await findAttempts(db, stored, refs)
      // A capture or refund may have no reference that the gateway knows.
      return named.length > 0 || parentRefs.length === 0 ? named : findAttempts(db, stored, parentRefs)
    },

    async finish(stored, { state, dueAtMs, hasFailed = false, attempt }) {
      const isKept = state === 'WAITING' || state === 'BROKEN'
      await db
        .updateTable('provider_events')
        .set((eb) => ({
          state,
          due_at: dueAtMs,
          tries: eb('tries', '+', 1),
          ...(hasFailed && { failures: eb('failures', '+', 1) }),
          ...(attempt && {
            transaction_id: attempt.transactionId,
            attempt_id: attempt.attemptId,
          }),
          ...(!isKept && { sealed_event: null }),
        }))
        .where(ofEvent(stored))
        // Another worker whose claim came later may have applied it.
        .where('state', '=', 'WAITING')
        .execute()
    },

    async askNow({ merchantId, attemptId }) {
      await db
        .updateTable('attempts')
        .set((eb) => ({ due_at: eb.ref('created_at') }))
        .where('merchant_id', '=', merchantId)
        .where('id', '=', attemptId)
        .where(CAN_BE_ASKED)
        .execute()
    },

    async purgeOld(nowMs) {
      const erased = await deleteInBatches(db, (limit) =>
        erasePayloads(db, nowMs - PAYLOAD_LIFETIME_MS, limit),
      )
      const deleted = await deleteOld(db, {
        table: 'provider_events',
        key: KEY,
        column: 'received_at',
        untilMs: nowMs - EVENT_LIFETIME_MS,
      })
      return erased + deleted
    },
  }
}

function fromRow(row: Selectable<ProviderEventTable>): ClaimedEvent[] {
  const { sealed_event: sealed, tries, failures, received_at: receivedAtMs } = row
  const key = { providerId: row.provider_id, accountId: row.provider_account_id, id: row.event_id }
  return sealed === null ? [] : [{ ...key, sealed, tries, failures, receivedAtMs }]
}

function toRow(
  sealer: Pick<Sealer, 'seal'>,
  providerId: string,
  event: ProviderEvent,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
) {
  const { accountId, id } = event
  return {
    provider_id: providerId,
    provider_account_id: accountId,
    event_id: id,
    state: 'WAITING',
    kind: event.kind,
    fact: event.fact,
    body_hash: createHash('sha256').update(event.raw).digest('hex'),
    call_key: event.key,
    ref: event.refs[0] ?? event.parentRefs[0] ?? null,
    transaction_id: null,
    attempt_id: null,
    sealed_event: sealer.seal(eventPurpose({ providerId, accountId, id }), encodeEvent(event)),
    due_at: untilMs,
    tries: 0,
    failures: 0,
    occurred_at: event.occurredAtMs,
    received_at: nowMs,
  }
}

async function findAttempts(
  db: Kysely<TransactionTables>,
  { providerId, accountId, event: { key } }: StoredEvent,
  named: readonly string[],
): Promise<readonly KnownAttempt[]> {
  const selected = db
    .selectFrom('attempts')
    .select([
      'attempts.merchant_id',
      'attempts.id',
      'attempts.transaction_id',
      'attempts.provider_account_id',
      'attempts.status',
      'attempts.processing_code',
    ])
    .where('attempts.provider_id', '=', providerId)
    .limit(ATTEMPTS_MAX)
  if (key === null && named.length === 0) return []
  const rows = await (
    key === null
      ? selected
          .innerJoin('provider_references as reference', (join) =>
            join
              .onRef('reference.merchant_id', '=', 'attempts.merchant_id')
              .onRef('reference.attempt_id', '=', 'attempts.id'),
          )
          .distinct()
          .where('reference.provider_id', '=', providerId)
          .where('reference.provider_account_id', '=', accountId)
          .where('reference.ref', 'in', named)
      : selected.where('attempts.id', '=', attemptOf(key).attemptId)
  ).execute()
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    attemptId: row.id,
    providerId,
    accountId: row.provider_account_id,
    status: row.status as AttemptStatus,
    endedAs: row.status === 'ENDED' ? (row.processing_code as ProcessingCode | null) : null,
  }))
}

/** Counts the events that were not applied, by provider and state. */
export async function countUnappliedEvents(db: Kysely<TransactionTables>): Promise<readonly EventCount[]> {
  const { rows } = await sql<{ provider_id: string; state: EventCount['state']; count: number }>`
    select provider_id, state, count(*) as count from (
      ${sql.join(
        (['WAITING', 'FOREIGN', 'BROKEN', 'IGNORED'] as const).map(
          (state) => sql`select * from (
            select provider_id, state from provider_events
            where state <> 'APPLIED' and state = ${sql.lit(state)} limit ${COUNTED_MAX}
          ) as ${sql.ref(`of_${state.toLowerCase()}`)}`,
        ),
        sql` union all `,
      )}
    ) as unapplied
    group by provider_id, state order by provider_id, state
  `.execute(db)
  return rows.map(({ provider_id: providerId, state, count }) => ({
    providerId,
    state,
    count: Number(count),
  }))
}

/** Erases the payload of an event that was never applied; its row stays. */
async function erasePayloads(db: Kysely<TransactionTables>, untilMs: number, limit: number): Promise<number> {
  const key = sql.join(KEY.map((name) => sql.ref(name)))
  const { numAffectedRows } = await sql`
    update provider_events set sealed_event = null, due_at = null, state = 'IGNORED' where (${key}) in (
      select ${key} from provider_events where ${IS_SEALED} and received_at <= ${untilMs} limit ${limit}
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
