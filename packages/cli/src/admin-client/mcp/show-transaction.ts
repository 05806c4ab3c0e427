import type { Transaction } from '@sluice/types'
import { advice } from '@sluice/types/vocabulary'

/** The members of a transaction that a tool shows: neither the customer nor the card. */
export function showTransaction(transaction: Transaction) {
  const { id, status, transaction_type, amount, currency, reference, terminal_id, processing_code } =
    transaction
  return {
    transaction_id: id,
    status,
    transaction_type,
    amount,
    currency,
    reference,
    terminal_id,
    processing_code,
    meaning: transaction.response_message,
    what_to_do: processing_code === null ? null : advice(processing_code).merchant,
    operations: transaction.data?.operations ?? null,
  }
}
