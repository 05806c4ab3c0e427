import type { TransactionStore } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { ProviderReports } from './provider-reports.ts'

export interface AskPorts {
  readonly store: Pick<TransactionStore, 'find'>
  readonly reports: Pick<ProviderReports, 'askAgain'>
}

export type AskProviderResult =
  /** As it stands: its provider is asked when due work is looked for next. */
  | { readonly kind: 'asked'; readonly transaction: Transaction }
  | { readonly kind: 'unknown' }
  /** Its provider is asked anyway, or has told. */
  | { readonly kind: 'not_needed' }

/** Has a provider asked once more about a transaction that was left to people. */
export async function askProvider(
  { store, reports }: AskPorts,
  merchantId: string,
  transactionId: string,
): Promise<AskProviderResult> {
  const transaction = await store.find(merchantId, transactionId)
  if (transaction === null) return { kind: 'unknown' }
  return (await reports.askAgain(transaction)) > 0 ? { kind: 'asked', transaction } : { kind: 'not_needed' }
}
