import type { Random } from '@sluice/platform/kernel/random'
import type { Connection } from '@sluice/platform/database/connection'

import { purgePayments } from '../risk/index.ts'
import { erasePersonOf } from '../transactions/index.ts'

/** Removes the customer's data from the events of payments, in the same commit. */
export type EraseEvents = (trx: Connection, merchantId: string, ids: readonly string[]) => Promise<void>

/** Erases the personal data of these payments, in the payments, their events, and the counts of risk rules. */
export async function erasePayments(
  trx: Connection,
  { random, eraseEventsOf }: { readonly random: Random; readonly eraseEventsOf: EraseEvents },
  merchantId: string,
  ids: readonly string[],
): Promise<void> {
  await erasePersonOf(trx, merchantId, ids)
  await eraseEventsOf(trx, merchantId, ids)
  await purgePayments(trx, random, merchantId, ids)
}
