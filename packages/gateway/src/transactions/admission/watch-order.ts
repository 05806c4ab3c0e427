import { countedOf } from '../../risk/index.ts'
import type { Watch } from '../execution/execution-records.ts'
import type { ProviderAccount } from '../../merchants/index.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { OpeningPorts, PaymentOrder } from './payment-order.ts'

/**
 * Returns a transaction that is about to begin, as risk rules see it. Outgoing money is not watched, because rules
 * and lists apply to payers.
 */
export async function watchOrder(
  ports: Pick<OpeningPorts, 'watchPayment' | 'describeEvent'>,
  { shopperIp, transactionType }: PaymentOrder,
  account: ProviderAccount,
  transaction: Transaction,
): Promise<{ readonly transaction: Transaction; readonly watch?: Watch }> {
  if (transactionType === 'PAYOUT') return { transaction }
  const {
    merchantId,
    terminalId,
    id: transactionId,
    amountMinor,
    currency,
    customer,
    paymentMethod,
  } = transaction
  const payment = await ports.watchPayment(
    { merchantId, terminalId, transactionId, amountMinor, currency, account },
    {
      card: paymentMethod.hash,
      customerId: customer?.id ?? null,
      email: customer?.email ?? null,
      address: shopperIp,
    },
  )
  if (payment === null) return { transaction }
  const counted = countedOf(payment)
  const decline: Watch['decline'] = (processingCode) => {
    const declined: Transaction = {
      ...transaction,
      status: 'DECLINED',
      processingCode,
      processing: null,
      retryOptions: null,
    }
    return { transaction: declined, event: ports.describeEvent(declined) }
  }
  return {
    transaction: { ...transaction, ...(counted && { counted }) },
    watch: { payment, decline },
  }
}
