import { countedOf } from '../../risk/index.ts'
import type { Watch } from '../execution/execution-records.ts'
import type { ProviderAccount } from '../../merchants/index.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { OpeningPorts, PaymentOrder } from './payment-order.ts'

/**
 * A transaction that is about to begin, with what rules of risk hold for it. Money that goes out is not watched: rules and
 * lists are about who pays.
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
