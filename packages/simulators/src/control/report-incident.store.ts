import type { RecordKind } from '@sluice/types/vocabulary'
import type { Transaction } from 'kysely'

import type { Clock } from '@sluice/shared/clock'
import { accountOf } from '../card-provider/provider-profiles.ts'
import { addEvent } from '../events/event-outbox.store.ts'
import { describeIncident } from '../events/incident.ts'
import type { SimulatorTables } from '../simulator.tables.ts'
import type { BookEntry, ReadBooks, SimulatorControl } from './control.ts'

export interface ReportIncidentOptions {
  readonly transact: <T>(work: (trx: Transaction<SimulatorTables>) => Promise<T>) => Promise<T>
  readonly readBooks: ReadBooks
  readonly clock: Clock
  readonly makeMessageId: () => string
  readonly callbackUrlOf: (providerId: string) => string | null
}

/** The incidents after which the money can be moved again. */
const FAILURES: ReadonlySet<RecordKind> = new Set(['CAPTURE_FAILED', 'REFUND_FAILED', 'REFUND_REVERSED'])

/** Makes a provider report a later incident of a payment, and updates its ledger accordingly. */
export function createReportIncident({
  transact,
  readBooks,
  clock,
  makeMessageId,
  callbackUrlOf,
}: ReportIncidentOptions): SimulatorControl['report'] {
  return async (incident, callbackUrl) => {
    const entries = await readBooks({ transactionIds: [incident.transactionId] })
    const affected = entries.findLast((entry) => isAffected(entry, incident.merchantId))
    if (!affected) return null
    const { providerId, idempotencyKey, amountMinor, currency } = affected
    const url = callbackUrl ?? callbackUrlOf(providerId)
    if (amountMinor === null || currency === null || url === null) return null
    const nowMs = clock.now()
    const event = describeIncident(
      incident,
      { idempotencyKey, accountId: accountOf({ id: providerId }), amountMinor, currency },
      { id: makeMessageId(), nowMs },
    )
    await transact(async (trx) => {
      const { merchantId } = incident
      await addEvent(trx, { providerId, idempotencyKey, merchantId, url, event, dueAtMs: nowMs })
      if (FAILURES.has(incident.kind)) await markFailed(trx, affected, event.record.amount)
    })
    return event
  }
}

/** Returns whether an entry can have an incident. A void that undoes a payment is not a transaction of the merchant. */
function isAffected(entry: BookEntry, merchantId: string): boolean {
  return entry.merchantId === merchantId && entry.processingCode === '0000' && entry.type !== 'VOID'
}

async function markFailed(
  trx: Transaction<SimulatorTables>,
  { providerId, idempotencyKey }: BookEntry,
  amountMinor: number,
): Promise<void> {
  for (const table of ['simulated_authorizations', 'simulated_refunds'] as const)
    await trx
      .updateTable(table)
      .set({ failed_amount: amountMinor })
      .where('provider_id', '=', providerId)
      .where('idempotency_key', '=', idempotencyKey)
      .execute()
}
