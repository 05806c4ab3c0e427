import type { Kysely, Selectable } from 'kysely'

import type { SimulatedHeldPaymentTable, SimulatorTables } from '../simulator.tables.ts'
import type { HeldPayment, HeldPayments } from './held-payment.ts'

type Row = Pick<Selectable<SimulatedHeldPaymentTable>, 'payment' | 'payable_at'>

/** Writes a payment as JSON. The time has its own column, because a merchant's clock can be moved. */
function toJson({ payableAtMs: _, ...payment }: HeldPayment): string {
  return JSON.stringify(payment)
}

function read(row: Row | undefined): HeldPayment | null {
  if (row === undefined) return null
  return { ...(JSON.parse(row.payment) as Omit<HeldPayment, 'payableAtMs'>), payableAtMs: row.payable_at }
}

/** Stores held payments in the database. */
export function createHeldPaymentsStore(db: Kysely<SimulatorTables>): HeldPayments {
  const select = (providerId: string) =>
    db
      .selectFrom('simulated_held_payments')
      .select(['payment', 'payable_at'])
      .where('provider_id', '=', providerId)
  return {
    async add(payment) {
      await db
        .insertInto('simulated_held_payments')
        .values({
          provider_id: payment.providerId,
          idempotency_key: payment.idempotencyKey,
          merchant_id: payment.merchantId,
          trans_id: payment.transId,
          payment: toJson(payment),
          payable_at: payment.payableAtMs,
          created_at: payment.entry.createdAtMs,
        })
        .onConflict((conflict) => conflict.columns(['provider_id', 'idempotency_key']).doNothing())
        .execute()
      const { providerId, idempotencyKey } = payment
      const row = await select(providerId).where('idempotency_key', '=', idempotencyKey).executeTakeFirst()
      return read(row) ?? payment
    },

    find: async (providerId, idempotencyKey) =>
      read(await select(providerId).where('idempotency_key', '=', idempotencyKey).executeTakeFirst()),

    findByTransId: async (providerId, transId) =>
      read(await select(providerId).where('trans_id', '=', transId).executeTakeFirst()),

    async update(payment) {
      await db
        .updateTable('simulated_held_payments')
        .set({ payment: toJson(payment), payable_at: payment.payableAtMs })
        .where('provider_id', '=', payment.providerId)
        .where('idempotency_key', '=', payment.idempotencyKey)
        .execute()
    },
  }
}
