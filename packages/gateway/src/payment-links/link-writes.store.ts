import { addToCommit, lockForCommit } from '@sluice/platform/database/add-to-commit'
import { type Connection, withTables } from '@sluice/platform/database/connection'
import type { AddToOutbox } from '@sluice/platform/database/outbox-event'

import type { LinkWrites, LinkPayment } from '../transactions/index.ts'
import { leavesTooManyUnpaid } from './count-unpaid.store.ts'
import type { PaymentLinkTables } from './payment-links.tables.ts'
import type { Selectable } from 'kysely'
import type { PaymentLinkTable } from './payment-links.tables.ts'

type Row = Selectable<PaymentLinkTable>

export interface LinkCommitsOptions {
  readonly addToOutbox: AddToOutbox
  readonly toEndedEvent: (row: Row) => {
    readonly id: string
    readonly type: string
    readonly payload: string
  }
}

/**
 * Counts the uses of links within the commits of the transactions that pay them. Every payment that has begun holds one use,
 * from its first commit to its last, so that approvals never exceed `max_uses`.
 */
export function createLinkWrites(options: LinkCommitsOptions): LinkWrites {
  return {
    async reserve(trx, payment, nowMs, refused) {
      await lockForCommit(trx, [lockOf(payment)])
      const reserved = ofPayment(trx, payment)
        .set((eb) => ({ uses_in_progress: eb('uses_in_progress', '+', 1), updated_at: nowMs }))
        .where('status', '=', 'ACTIVE')
        .where('expires_at', '>', nowMs)
        .where((eb) =>
          eb.or([
            eb('max_uses', 'is', null),
            eb(eb('uses', '+', eb.ref('uses_in_progress')), '<', eb.ref('max_uses')),
          ]),
        )
      await addToCommit(trx, reserved, { rows: 1, otherwise: refused })
      if (await leavesTooManyUnpaid(trx, payment)) throw refused()
    },

    async recheck(trx, payment, refused) {
      await lockForCommit(trx, [lockOf(payment)])
      if (await leavesTooManyUnpaid(trx, payment)) throw refused()
    },

    async settle(trx, payment, isApproved, nowMs) {
      await lockForCommit(trx, [lockOf(payment)])
      const freed = ofPayment(trx, payment).set((eb) => ({
        uses_in_progress: eb('uses_in_progress', '-', 1),
        updated_at: nowMs,
      }))
      if (!isApproved) return addToCommit(trx, freed)
      const row = await freed
        .set((eb) => ({
          uses: eb('uses', '+', 1),
          status: eb
            .case()
            .when(eb.and([eb('status', '=', 'ACTIVE'), eb(eb('uses', '+', 1), '=', eb.ref('max_uses'))]))
            .then('USED_UP')
            .else(eb.ref('status'))
            .end(),
        }))
        .returningAll()
        .executeTakeFirst()
      if (row?.status === 'USED_UP') await writeEndedEvent(trx, row, options, nowMs)
    },
  }
}

/** Writes the event of a link in the commit that ends it. */
export async function writeEndedEvent(
  trx: Connection,
  row: Row,
  { addToOutbox, toEndedEvent }: LinkCommitsOptions,
  nowMs: number,
): Promise<void> {
  const { merchant_id: merchantId, id } = row
  await addToOutbox(trx, { ...toEndedEvent(row), merchantId, transactionId: id, createdAtMs: nowMs })
}

const lockOf = ({ merchantId, paymentLinkId }: LinkPayment) => `payment link ${merchantId} ${paymentLinkId}`

function ofPayment(trx: Connection, { merchantId, paymentLinkId }: LinkPayment) {
  return withTables<PaymentLinkTables>(trx)
    .updateTable('payment_links')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', paymentLinkId)
}
