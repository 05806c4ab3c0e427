import type { Transaction } from '@sluice/types'
import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

/** Returns the line of a payment in a list. */
export function describePayment(transaction: Transaction): string {
  const { id, status, transaction_type, amount, currency, reference, processing_code } = transaction
  const shown = isCurrency(currency) ? fromMinorUnits(amount, currency) : String(amount)
  const { installments } = transaction.data ?? {}
  const divided = installments === undefined ? '' : ` in ${installments.count} installments`
  const why = processing_code === null ? '' : `  ${processing_code} ${transaction.response_message ?? ''}`
  return `${id}  ${status}  ${transaction_type}  ${shown} ${currency}${divided}  ${reference}${why}`
}
