import type { Kysely } from 'kysely'

import type { Connection } from '@sluice/platform/database/connection'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'

import { listMerchantIds, type MerchantTables } from '../merchants/index.ts'
import { eraseSessionsBefore } from '../sessions/index.ts'
import { listNextOld, markErased } from '../transactions/index.ts'
import { type EraseEvents, erasePayments } from './erase-payments.ts'

const DAY_MS = 86_400_000

/** The number of transactions or sessions that one commit erases; each transaction has a few events. */
const BATCH = 200
/** Bounds the first round over years of payments, so that other jobs run too. */
const BATCHES_PER_ROUND = 20

interface RetentionPorts {
  readonly db: Kysely<MerchantTables>
  readonly transact: <T>(work: (trx: Connection) => Promise<T>) => Promise<T>
  readonly clock: Clock
  readonly random: Random
  readonly eraseEventsOf: EraseEvents
}

/**
 * Erases personal data in payments that are older than the operator's retention time. It runs once a day, and repeats
 * immediately until nothing is left.
 *
 * @param retentionDays - the days from the start of a payment; null keeps everything.
 */
export function createEraseOldPayments(
  ports: RetentionPorts,
  retentionDays: number | null,
): () => Promise<number> {
  if (retentionDays === null) return () => Promise.resolve(0)
  let nextAtMs = 0
  return async () => {
    const nowMs = ports.clock.now()
    if (nowMs < nextAtMs) return 0
    const beforeMs = nowMs - retentionDays * DAY_MS
    let left = BATCHES_PER_ROUND
    let erased = 0
    for (const eraseNext of [sessionsBefore(ports, beforeMs), ...(await paymentsBefore(ports, beforeMs))]) {
      for (let count = BATCH; count === BATCH; left -= 1) {
        if (left === 0) return erased
        count = await eraseNext()
        erased += count
      }
    }
    nextAtMs = nowMs + DAY_MS
    return erased
  }
}

/** Erases the next batch and returns its size; a smaller batch is the last. */
type EraseNext = () => Promise<number>

function sessionsBefore({ transact }: RetentionPorts, beforeMs: number): EraseNext {
  return () => transact((trx) => eraseSessionsBefore(trx, beforeMs, BATCH))
}

async function paymentsBefore(ports: RetentionPorts, beforeMs: number): Promise<readonly EraseNext[]> {
  const { db, transact } = ports
  const merchantIds = await listMerchantIds(db)
  return merchantIds.map(
    (merchantId) => () =>
      transact(async (trx) => {
        const ids = await listNextOld(trx, merchantId, { beforeMs, limit: BATCH })
        const last = ids.at(-1)
        if (last === undefined) return 0
        await erasePayments(trx, ports, merchantId, ids)
        await markErased(trx, merchantId, last)
        return ids.length
      }),
  )
}
