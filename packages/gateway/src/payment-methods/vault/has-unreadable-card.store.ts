import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { PaymentMethodTables } from '../payment-methods.tables.ts'

/** Reports whether a merchant has a card whose key was destroyed, so that its number can no longer be decrypted. */
export async function hasUnreadableCard(connection: Connection, merchantId: string): Promise<boolean> {
  const found = await withTables<PaymentMethodTables>(connection)
    .selectFrom('payment_methods')
    .leftJoin('vault_deks', (join) =>
      join
        .onRef('vault_deks.merchant_id', '=', 'payment_methods.merchant_id')
        .onRef('vault_deks.id', '=', 'payment_methods.dek_id'),
    )
    .select('payment_methods.id')
    .where('payment_methods.merchant_id', '=', merchantId)
    .where('payment_methods.dek_id', 'is not', null)
    .where('vault_deks.id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
