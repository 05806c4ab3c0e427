import type { Kysely } from 'kysely'

import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import type { Connection } from '@sluice/platform/database/connection'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'

import {
  type CustomerTables,
  type EraseCustomer,
  eraseCustomerRow,
  type ErasedCustomer,
  listDueErasures,
  postponeErasure,
} from '../customers/index.ts'
import { eraseCustomerInSnapshots } from '../merchants/index.ts'
import type { SavedCards } from '../payment-methods/index.ts'
import { cancelSessionsOf, eraseSessionsOf } from '../sessions/index.ts'
import { hasPendingOf, listEndedOf } from '../transactions/index.ts'
import { type EraseEvents, erasePayments } from './erase-payments.ts'

/** Longer than a request that had read the customer before takes to store its payment. */
const SECOND_LOOK_MS = 3_600_000

/** How many transactions one commit erases; each has a few events. */
const BATCH = 200

const CUSTOMERS_PER_ROUND = 20

interface ErasePorts {
  readonly db: Kysely<CustomerTables>
  readonly transact: <T>(work: (trx: Connection) => Promise<T>) => Promise<T>
  readonly clock: Clock
  readonly random: Random
  readonly audit: Pick<AuditTrail, 'write'>
  readonly eraseEventsOf: EraseEvents
  readonly savedCards: Pick<SavedCards, 'listOf' | 'delete'>
}

/**
 * Erases customers. The first commit decides: from then on the customer is gone, and what is left of the work is done by
 * who asked, or, if that process dies, by {@link finishErasures}.
 */
export function createEraseCustomer(ports: ErasePorts): EraseCustomer {
  const { transact, clock, audit } = ports
  return async (merchantId, customerId) => {
    const customer = { merchantId, id: customerId }
    const came = await transact(async (trx) => {
      if (await hasPendingOf(trx, { merchantId, customerId })) return 'pending'
      const nowMs = clock.now()
      const isKnown = await eraseCustomerRow(trx, customer, { nowMs, dueAtMs: nowMs + SECOND_LOOK_MS })
      if (!isKnown) return 'unknown'
      await eraseCustomerInSnapshots(trx, merchantId, customerId)
      // A correction is PENDING, so every session that is left here has no payment.
      await cancelSessionsOf(trx, merchantId, customerId, nowMs)
      const entry = { merchantId, actor: 'merchant', action: 'customer.erase', subject: customerId } as const
      await audit.write(trx, { ...entry, detail: {} })
      return 'erased'
    })
    if (came === 'erased') await eraseAllOf(ports, customer)
    return came
  }
}

/** Looks once more after customers who were erased: a payment may have been stored meanwhile, a process may have died. */
export async function finishErasures(ports: ErasePorts): Promise<number> {
  const { db, transact, clock } = ports
  const due = await listDueErasures(db, clock.now(), CUSTOMERS_PER_ROUND)
  for (const customer of due) {
    await eraseAllOf(ports, customer)
    const person = { merchantId: customer.merchantId, customerId: customer.id }
    const isOpen = await transact((trx) => hasPendingOf(trx, person))
    await postponeErasure(db, customer, isOpen ? clock.now() + SECOND_LOOK_MS : null)
  }
  return due.length
}

async function eraseAllOf(ports: ErasePorts, { merchantId, id: customerId }: ErasedCustomer): Promise<void> {
  const { transact, savedCards } = ports
  for (const card of await savedCards.listOf(merchantId, customerId)) await savedCards.delete(card)
  await transact((trx) => eraseSessionsOf(trx, merchantId, customerId))
  const person = { merchantId, customerId }
  for (let afterId = ''; ;) {
    const erased = await transact(async (trx) => {
      const ids = await listEndedOf(trx, person, { afterId, limit: BATCH })
      if (ids.length === 0) return ids
      await erasePayments(trx, ports, merchantId, ids)
      return ids
    })
    const last = erased.at(-1)
    if (last === undefined || erased.length < BATCH) return
    afterId = last
  }
}
