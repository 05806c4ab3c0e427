import { type Kysely, type Selectable, sql } from 'kysely'

import type { EndpointName } from '@sluice/types'
import { uuidFloor } from '@sluice/platform/kernel/random'
import { deleteOld } from '@sluice/platform/database/delete-old'

import {
  type FailedRequest,
  type FailedRequests,
  FAILURES_KEPT_MS,
  FAILURES_MAX,
  type FailureKind,
} from './failed-request.ts'
import type { FailedRequestTable, FailedRequestTables } from './failed-requests.tables.ts'

export function createFailedRequests(db: Kysely<FailedRequestTables>): FailedRequests {
  /** A merchant has at most {@link FAILURES_MAX} rows, plus those written since the last clean-up. */
  const select = (merchantId: string, sinceMs: number) =>
    db
      .selectFrom('failed_requests')
      .where('merchant_id', '=', merchantId)
      .where('id', '>=', uuidFloor(sinceMs))

  return {
    async add(failures) {
      await db.insertInto('failed_requests').values(failures.map(toRow)).execute()
      for (const merchantId of new Set(failures.map((failure) => failure.merchantId)))
        await forgetOldest(db, merchantId)
    },

    async group(merchantId, sinceMs) {
      const rows = await select(merchantId, sinceMs)
        .select(({ fn }) => [
          'endpoint',
          'status',
          'property',
          'message',
          fn.countAll().as('count'),
          fn.min('created_at').as('first'),
          fn.max('created_at').as('last'),
        ])
        .groupBy(['endpoint', 'status', 'property', 'message'])
        .orderBy('count', 'desc')
        .orderBy('last', 'desc')
        .execute()
      return rows.map(({ endpoint, status, property, message, count, first, last }) => ({
        endpoint: endpoint as EndpointName,
        status,
        property,
        message,
        count: Number(count),
        firstAtMs: Number(first),
        lastAtMs: Number(last),
      }))
    },

    async list(merchantId, kind, { sinceMs, beforeId, limit }) {
      const rows = await select(merchantId, sinceMs)
        .selectAll()
        .where('endpoint', '=', kind.endpoint)
        .where('status', '=', kind.status)
        .where((eb) => eb.and([isSame('property', kind), isSame('message', kind)]))
        .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toFailure)
    },

    async search(merchantId, { endpoint, status, transactionId, sinceMs, beforeId, limit }) {
      const rows = await select(merchantId, sinceMs)
        .selectAll()
        .$if(endpoint !== null, (query) => query.where('endpoint', '=', endpoint))
        .$if(status !== null, (query) => query.where('status', '=', status))
        .$if(transactionId !== null, (query) => query.where('transaction_id', '=', transactionId))
        .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toFailure)
    },

    purgeOld: (nowMs) =>
      deleteOld(db, {
        table: 'failed_requests',
        key: ['merchant_id', 'id'],
        column: 'created_at',
        untilMs: nowMs - FAILURES_KEPT_MS,
      }),
  }
}

function toFailure(row: Selectable<FailedRequestTable>): FailedRequest {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    endpoint: row.endpoint as EndpointName,
    status: row.status,
    property: row.property,
    message: row.message,
    requestId: row.request_id,
    transactionId: row.transaction_id,
    caller: row.caller === 'browser' ? 'browser' : 'merchant',
    createdAtMs: row.created_at,
  }
}

/** Unknown ids and those of other merchants get the same answer. */
function isSame(column: 'property' | 'message', { [column]: value }: FailureKind) {
  return value === null
    ? sql<boolean>`${sql.ref(column)} is null`
    : sql<boolean>`${sql.ref(column)} = ${value}`
}

async function forgetOldest(db: Kysely<FailedRequestTables>, merchantId: string): Promise<void> {
  await db
    .deleteFrom('failed_requests')
    .where('merchant_id', '=', merchantId)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('failed_requests')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .orderBy('id', 'desc')
        .offset(FAILURES_MAX)
        .limit(1),
    )
    .execute()
}

function toRow(failure: FailedRequest) {
  return {
    merchant_id: failure.merchantId,
    id: failure.id,
    endpoint: failure.endpoint,
    status: failure.status,
    property: failure.property,
    message: failure.message,
    request_id: failure.requestId,
    transaction_id: failure.transactionId,
    caller: failure.caller,
    created_at: failure.createdAtMs,
  }
}
