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
import { type Declining, wasShopperSent } from './settle.ts'
import { statusForCode } from './status-for-code.ts'

/** What repeating a continuation needs from outside. */
export interface RepeatPorts {
  readonly clock: Clock
  readonly providerTimeoutMs: number
  readonly confirmationSeals: Pick<ConfirmationSeals, 'openResult'>
}

/**
 * Sends a continuation again whose answer was lost, with its key, while its provider remembers the key. Null if there is none, or if the provider
 * needs the shopper for more: the browser is gone from that step, so nobody brings it.
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

/** What is known of a payment once the provider was also asked to give up what it declined. */
export type Learned = Found | Declining

/** The same once its end was looked for: the provider may have given it up before. */
export type LearnedEnd = Learned | Extract<Withdrawal, { readonly kind: 'withdrawn' }>

/**
 * Makes sure that nothing payable is left at the provider before a decline is told: the shopper was there, and may still be. An approval
 * that comes instead settles.
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
 * Whether the provider holds a payment that nobody can go on with: the answer that asked for the shopper was lost, or the payment is
 * to end. It is withdrawn.
 */
export function isHeldForNobody(
  provider: BoundProvider | undefined,
  { transaction, attempt }: Execution,
  found: LearnedEnd,
): boolean {
  const { confirmation, status } = attempt
  if (confirmation === undefined || status !== 'UNKNOWN') return false
  if (found.kind === 'open') return found.isAccepted !== true
  if (found.kind !== 'unknown') return false
  if (confirmation.endsAs !== null) return true
  const { lookup } = declaredCall(provider, transaction)
  // A provider that was silent may tell when it is asked again.
  const cannotTell = lookup === 'events-only' || lookup === 'by-repeat' || found.isSilent !== true
  return cannotTell && !undoesLostAnswers(provider, transaction)
}
