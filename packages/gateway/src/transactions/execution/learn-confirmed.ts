import type { Clock } from '@sluice/platform/kernel/clock'

import type { Attempt } from './attempt.ts'
import type { BoundProvider } from './bound-provider.ts'
import type { ConfirmationSeals } from './confirmation-seals.ts'
import type { Execution } from './execution-records.ts'
import { mayRepeat } from './may-repeat.ts'
import {
  declaredCall,
  type Found,
  foundIn,
  undoesLostAnswers,
  unknown,
  withdraw,
  type Withdrawal,
} from './status-query.ts'
import { type Declining, wasShopperSent } from './apply-result.ts'
import { statusForCode } from './status-for-code.ts'

/** The dependencies of repeating a continuation. */
export interface RepeatPorts {
  readonly clock: Clock
  readonly providerTimeoutMs: number
  readonly confirmationSeals: Pick<ConfirmationSeals, 'openResult'>
}

/**
 * Repeats a continuation whose answer was lost, under its key, as long as the provider remembers the key. Returns
 * null if there is none, or if the provider requires the shopper again: the browser has left that step and cannot
 * complete it.
 */
export async function repeatContinuation(
  ports: RepeatPorts,
  provider: BoundProvider | undefined,
  { transaction, attempt }: Execution,
): Promise<Found | null> {
  const sent = attempt.confirmation?.continuation ?? null
  if (provider === undefined || sent === null || undoesLostAnswers(provider, transaction)) return null
  if (!mayRepeat(ports, declaredCall(provider, transaction).idempotency, sent.sinceMs)) return null
  const brought = ports.confirmationSeals.openResult(attempt, sent.sealedResult)
  const result = await provider.continue(attempt, sent.key, brought)
  if (result.kind === 'unanswered') return unknown(result)
  if ('kind' in result.value) return null
  const found = foundIn(result.value)
  return found.kind === 'open' ? { ...found, isAccepted: true } : found
}

/** The state of a payment after the provider was also asked to withdraw what it declined. */
export type Learned = Found | Declining

/** The same, after a status query: the provider may have withdrawn the payment earlier. */
export type LearnedResult = Learned | Extract<Withdrawal, { readonly kind: 'withdrawn' }>

/**
 * Withdraws anything payable at the provider before a decline is reported: the shopper was there, and may still be.
 * If the provider returns an approval instead, that settles the payment.
 */
export async function withNothingPayable(
  provider: BoundProvider | undefined,
  attempt: Attempt,
  found: Found,
): Promise<Learned> {
  if (!wasShopperSent(attempt) || found.kind !== 'decided') return found
  const { outcome } = found
  if (statusForCode(outcome.processingCode) === 'APPROVED') return found
  const withdrawal = await withdraw(provider, attempt)
  switch (withdrawal.kind) {
    case 'withdrawn':
      return found
    case 'decided':
      return statusForCode(withdrawal.outcome.processingCode) === 'APPROVED' ? withdrawal : found
    case 'open':
      return { kind: 'declining', outcome }
    case 'unknown': {
      const { contradiction } = withdrawal
      return { kind: 'declining', outcome, ...(contradiction && { contradiction }) }
    }
  }
}

/**
 * Returns whether the provider holds a payment that cannot be completed, because the answer that required the shopper
 * was lost or because the payment is being ended. Such a payment is withdrawn.
 */
export function isOrphanedHold(
  provider: BoundProvider | undefined,
  { transaction, attempt }: Execution,
  found: LearnedResult,
): boolean {
  const { confirmation, status } = attempt
  if (confirmation === undefined || status !== 'UNKNOWN') return false
  if (found.kind === 'open') return found.isAccepted !== true
  if (found.kind !== 'unknown') return false
  if (confirmation.endsAs !== null) return true
  const { lookup } = declaredCall(provider, transaction)
  // A provider that did not answer may do so on the next query.
  const cannotTell = lookup === 'events-only' || lookup === 'by-repeat' || found.isSilent !== true
  return cannotTell && !undoesLostAnswers(provider, transaction)
}
