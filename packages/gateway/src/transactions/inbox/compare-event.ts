import { type CallKind, callKindOf } from '../execution/declarations.ts'
import type { ProviderEvent } from '../execution/provider.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { AlertKind } from '../reports/provider-reports.ts'
import type { KnownAttempt } from './inbox.ts'

/** An event about the outcome of a call. */
export type OutcomeEvent = ProviderEvent & { readonly outcome: NonNullable<ProviderEvent['outcome']> }

/** Returns everything in which an event differs from the call that it names. */
export function findDifferences(
  event: OutcomeEvent,
  attempt: Pick<KnownAttempt, 'accountId'>,
  transaction: Transaction,
): readonly AlertKind[] {
  const differs: Readonly<Partial<Record<AlertKind, boolean>>> = {
    ACCOUNT_MISMATCH: event.accountId !== attempt.accountId,
    CURRENCY_MISMATCH: event.currency !== transaction.currency,
    AMOUNT_MISMATCH: event.amountMinor !== transaction.amountMinor || !isApprovable(event, transaction),
    TYPE_MISMATCH: !isAbout(event, callKindOf(transaction)),
  }
  return (Object.keys(differs) as AlertKind[]).filter((kind) => differs[kind])
}

/** A cancellation applies to an order or to a card payment that waits for its shopper. */
const CANCELABLE: readonly CallKind[] = ['order', 'authorization']

function isAbout({ call }: OutcomeEvent, kind: CallKind): boolean {
  return call === 'cancellation' ? CANCELABLE.includes(kind) : call === kind
}

/** Reports whether the provider can have approved the amount: the whole amount, or a part of a payment. */
function isApprovable({ outcome }: OutcomeEvent, { amountMinor, parentId, transactionType }: Transaction) {
  const { processingCode, approvedMinor = amountMinor } = outcome
  if (statusForCode(processingCode) !== 'APPROVED') return true
  const mayBePartial = parentId === null && transactionType !== 'PAYOUT'
  return (
    approvedMinor <= amountMinor && approvedMinor >= (mayBePartial ? Math.min(1, amountMinor) : amountMinor)
  )
}

/** Returns the data of an event for an alert. */
export function detailOf(event: OutcomeEvent): Readonly<Record<string, string>> {
  return {
    accountReference: event.accountId,
    event_id: event.id,
    call: event.call ?? '',
    currency: event.currency ?? '',
    amount: String(event.amountMinor),
    processing_code: event.outcome.processingCode,
  }
}
