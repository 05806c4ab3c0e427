import { type Connection, withTables } from '@sluice/platform/database/connection'
import { addressBlock, customerNetwork } from '@sluice/platform/http/address-block'

import type { LinkPayment, TransactionTables } from '../transactions/index.ts'
import { unpaidPerNetwork, unpaidPerVisitor } from './payment-link.ts'
import type { PaymentLinkTables } from './payment-links.tables.ts'

/**
 * Reports whether a new payment would let one visitor, or one network, reserve too many uses of a link with payments
 * that a bank or a wallet has not confirmed. A bank transfer may stay unpaid for days, and starting one is free. The
 * payment itself does not count. Call it with the link's lock held. Transactions are only read here.
 */
export async function leavesTooManyUnpaid(trx: Connection, payment: LinkPayment): Promise<boolean> {
  const { merchantId, paymentLinkId, transactionId, visitorIp, isPaidElsewhere } = payment
  if (!isPaidElsewhere || visitorIp === null) return false
  const tables = withTables<PaymentLinkTables & Pick<TransactionTables, 'transactions'>>(trx)
  const link = await tables
    .selectFrom('payment_links')
    .select('max_uses')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', paymentLinkId)
    .executeTakeFirst()
  const maxUses = link?.max_uses ?? null
  if (maxUses === null) return false
  const unpaid = await tables
    .selectFrom('transactions')
    .select('customer_ip')
    .where('merchant_id', '=', merchantId)
    .where('payment_link_id', '=', paymentLinkId)
    .where('id', '<>', transactionId)
    .where('status', 'in', ['CREATED', 'PENDING'])
    .where('payment_method_brand', 'is', null)
    .execute()
  const countIn = (groupOf: (ip: string) => string) =>
    unpaid.filter(({ customer_ip: ip }) => ip !== null && groupOf(ip) === groupOf(visitorIp)).length
  return (
    countIn(addressBlock) >= unpaidPerVisitor(maxUses) ||
    countIn(customerNetwork) >= unpaidPerNetwork(maxUses)
  )
}
