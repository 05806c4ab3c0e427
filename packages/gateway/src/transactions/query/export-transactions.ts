import type { Transaction as WireTransaction } from '@sluice/types'
import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import { toWireTransaction } from '../answer/transaction.wire.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { FindTransactions, TransactionSearch } from './transaction-search.ts'
import { csvLine } from './write-csv.ts'

/** The formats of an export: a spreadsheet, or transactions as in the API. */
export type ExportFormat = 'csv' | 'json'

/** The number of transactions that one query reads. */
const PAGE = 100

const COLUMNS: Readonly<
  Record<string, (wire: WireTransaction, transaction: Transaction) => string | number | null>
> = {
  id: ({ id }) => id,
  created_at: (_, { createdAtMs }) => toTimestamp(createdAtMs),
  reference: ({ reference }) => reference,
  transaction_type: ({ transaction_type: type }) => type,
  status: ({ status }) => status,
  amount: ({ amount, currency }) => (isCurrency(currency) ? fromMinorUnits(amount, currency) : amount),
  currency: ({ currency }) => currency,
  payment_method_type: ({ payment_method: { type } }) => type,
  payment_method: ({ payment_method: { method } }) => method,
  customer_email: ({ customer: { email } }) => email ?? null,
  processing_code: ({ processing_code: code }) => code,
  response_message: ({ response_message: message }) => message,
  terminal_id: ({ terminal_id: id }) => id,
  parent_id: ({ data }) => data?.parent_id ?? null,
  approved_amount: ({ data, currency }) => {
    const approved = data?.operations?.approved_amount ?? null
    return approved !== null && isCurrency(currency) ? fromMinorUnits(approved, currency) : approved
  },
}

/** Streams all results of the search, newest first. It reads no more than the receiver consumes. */
export async function* exportTransactions(
  findTransactions: FindTransactions,
  search: Omit<TransactionSearch, 'afterId' | 'limit'>,
  format: ExportFormat,
): AsyncGenerator<string> {
  yield format === 'csv' ? csvLine(Object.keys(COLUMNS)) : '['
  let isFirst = true
  let afterId: string | null = null
  do {
    const page: Awaited<ReturnType<FindTransactions>> = await findTransactions({
      ...search,
      afterId,
      limit: PAGE,
    })
    for (const transaction of page.found) {
      const wire = toWireTransaction(transaction)
      if (format === 'csv') yield csvLine(Object.values(COLUMNS).map((read) => read(wire, transaction)))
      else yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(wire)}`
      isFirst = false
    }
    afterId = page.nextAfterId
  } while (afterId !== null)
  if (format === 'json') yield '\n]\n'
}
