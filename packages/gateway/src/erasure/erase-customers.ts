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

/** Longer than a request that read the customer before the erasure takes to store its payment. */
const SECOND_LOOK_MS = 3_600_000

/** The number of transactions that one commit erases; each has a few events. */
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
 * Erases customers. After the first commit the customer no longer exists; the request does the remaining work or, if
 * its process dies, {@link finishErasures} does.
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
      // A correction is PENDING, so the remaining sessions have no payment.
      await cancelSessionsOf(trx, merchantId, customerId, nowMs)
      const entry = { merchantId, actor: 'merchant', action: 'customer.erase', subject: customerId } as const
      await audit.write(trx, { ...entry, detail: {} })
      return 'erased'
    })
    if (came === 'erased') await eraseAllOf(ports, customer)
    return came
  }
}

/**
 * Checks erased customers again, because a payment may have been stored in the meantime, or a process may have died.
 */
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
