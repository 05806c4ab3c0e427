import type { TransactionStore } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { ProviderReports } from './provider-reports.ts'

export interface AskPorts {
  readonly store: Pick<TransactionStore, 'find'>
  readonly reports: Pick<ProviderReports, 'askAgain'>
}

export type AskProviderResult =
  /** The current state: the next round of maintenance queries its provider. */
  | { readonly kind: 'asked'; readonly transaction: Transaction }
  | { readonly kind: 'unknown' }
  /** Its provider is already being queried, or has answered. */
  | { readonly kind: 'not_needed' }

/** Schedules a new status query for a transaction that was left to manual resolution. */
export async function askProvider(
  { store, reports }: AskPorts,
  merchantId: string,
  transactionId: string,
): Promise<AskProviderResult> {
  const transaction = await store.find(merchantId, transactionId)
  if (transaction === null) return { kind: 'unknown' }
  return (await reports.askAgain(transaction)) > 0 ? { kind: 'asked', transaction } : { kind: 'not_needed' }
}
