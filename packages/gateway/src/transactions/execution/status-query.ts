import type { Random } from '@sluice/platform/kernel/random'

import type { QueriedAttempt, AttemptKey, BoundProvider } from './bound-provider.ts'
import type { CallResult, Unanswered } from './call-outside.ts'
import { type CallDeclaration, callKindOf, USUAL_CALLS } from './declarations.ts'
import type { Execution } from './execution-records.ts'
import { keyFor } from './key-for.ts'
import type { Contradiction, ProviderNames, ProviderOutcome } from './provider.ts'
import { isOpen } from './apply-result.ts'

/** The known facts about an attempt after its provider was queried by its key. */
export type Found =
  | { readonly kind: 'decided'; readonly outcome: ProviderOutcome }
  /** The provider has it, and will know later. `isAccepted`: it has all that it needs of the shopper. */
  | { readonly kind: 'open'; readonly names?: ProviderNames; readonly isAccepted?: true }
  /** It was not executed and never will be: the provider promised. */
  | { readonly kind: 'fenced' }
  | Unknown

/** The outcome is unknown: the provider is gone or silent, or has never seen the key and supports no fences. */
export interface Unknown {
  readonly kind: 'unknown'
  /** It did not answer; a later query may succeed. */
  readonly isSilent?: true
  readonly contradiction?: Contradiction
}

/** Returns the declaration for a transaction's call; the default if the provider is gone. */
export function declaredCall(
  provider: BoundProvider | undefined,
  transaction: Execution['transaction'],
): CallDeclaration {
  return (provider?.capabilities.calls ?? USUAL_CALLS)[callKindOf(transaction)]
}

/**
 * Returns whether an authorization is undone at once if its answer is lost: its provider answers no status query and
 * keeps no fence, so only an undo makes the outcome certain.
 *
 * @decision 0440
 */
export function undoesLostAnswers(
  provider: BoundProvider | undefined,
  transaction: Parameters<typeof callKindOf>[0],
): boolean {
  const { lookup, fence, undo } = (provider?.capabilities.calls ?? USUAL_CALLS).authorization
  const isAuthorization = callKindOf(transaction) === 'authorization'
  return isAuthorization && lookup === 'events-only' && fence === 'none' && undo === 'by-our-key'
}

/** Creates the key of a new call about a transaction, no longer than its provider stores. */
export function newKey(
  random: Random,
  provider: BoundProvider | undefined,
  transaction: Parameters<typeof callKindOf>[0],
): string {
  const { calls } = provider?.capabilities ?? { calls: USUAL_CALLS }
  return keyFor(random.uuid(), calls[callKindOf(transaction)].idempotency.maxKeyChars)
}

/**
 * Returns whether the provider can look up the payment: some providers need their own id, which only an answer
 * contains.
 */
export async function canAsk(
  provider: BoundProvider,
  transaction: Execution['transaction'],
  attempt: AttemptKey,
): Promise<boolean> {
  switch (declaredCall(provider, transaction).lookup) {
    case 'by-our-key':
      return true
    case 'by-their-id':
      return provider.isNamed(attempt)
    case 'by-repeat':
    case 'events-only':
      return false
  }
}

/** Resends the call of an execution with its key; undefined if the request is not stored, or its window is over. */
export type RepeatCall = (() => Promise<CallResult<ProviderOutcome>>) | undefined

/**
 * Queries the provider of an execution, undefined if it is gone, for the outcome of its call. A key that the provider has never
 * seen may still be in transit, so "never seen" settles nothing: the gateway asks the provider to fence the key.
 *
 * @see docs/provider-protocol/keys.md#post-fences
 */
export async function queryByKey(
  provider: BoundProvider | undefined,
  { transaction, attempt }: Pick<Execution, 'transaction' | 'attempt'>,
  repeat?: RepeatCall,
): Promise<Found> {
  if (!provider) return { kind: 'unknown' }
  const { lookup, fence } = declaredCall(provider, transaction)
  switch (lookup) {
    case 'by-our-key':
    case 'by-their-id': {
      if (!(await canAsk(provider, transaction, attempt))) return askForFence(provider, attempt, fence)
      const result = await provider.findOutcome(attempt)
      if (result.kind === 'unanswered') return unknown(result)
      return result.value === null ? askForFence(provider, attempt, fence) : foundIn(result.value)
    }
    case 'by-repeat': {
      if (!repeat) return askByName(provider, attempt)
      const result = await repeat()
      // A refusal concerns only the repetition, and says nothing about the first request.
      if (result.kind === 'answered' && result.value.processingCode !== '2024') return foundIn(result.value)
      return result.kind === 'unanswered' ? unknown(result) : { kind: 'unknown' }
    }
    case 'events-only':
      // An acknowledged call can no longer be fenced.
      return attempt.status === 'PENDING' ? { kind: 'open' } : askForFence(provider, attempt, fence)
  }
}

/**
 * Queries the outcome of a call that is no longer repeated. Objects that its answer named can still be read, however
 * long they stay pending.
 */
async function askByName(provider: BoundProvider, attempt: QueriedAttempt): Promise<Found> {
  if (!(await provider.isNamed(attempt))) return { kind: 'unknown' }
  const result = await provider.findOutcome(attempt)
  if (result.kind === 'unanswered') return unknown(result)
  return result.value === null ? { kind: 'unknown' } : foundIn(result.value)
}

/** The result of withdrawing an order. */
export type Withdrawal =
  /** It was not paid and never will be: the provider promised. */
  { readonly kind: 'withdrawn'; readonly names?: ProviderNames } | Exclude<Found, { readonly kind: 'fenced' }>

/**
 * Makes the provider of an order cancel it; otherwise a person may still confirm it there.
 *
 * @see docs/provider-protocol/orders.md#post-cancellations
 */
export async function withdraw(
  provider: BoundProvider | undefined,
  attempt: QueriedAttempt,
): Promise<Withdrawal> {
  if (!provider) return { kind: 'unknown' }
  const result = await provider.cancelOrder(attempt)
  // A refusal concerns the call, and says nothing about the order.
  if (result.kind === 'unanswered') return unknown(result)
  const { processingCode, names } = result.value
  if (processingCode === '2024') return { kind: 'unknown' }
  return processingCode === '1003' ? { kind: 'withdrawn', ...(names && { names }) } : foundIn(result.value)
}

async function askForFence(
  provider: BoundProvider,
  attempt: QueriedAttempt,
  fence: CallDeclaration['fence'],
): Promise<Found> {
  if (fence === 'none') return { kind: 'unknown' }
  const fenced = await provider.fence(attempt)
  if (fenced.kind === 'unanswered') return unknown(fenced)
  switch (fenced.value.kind) {
    case 'fenced':
      return { kind: 'fenced' }
    case 'in_progress':
      return { kind: 'open' }
    case 'outcome':
      return foundIn(fenced.value.outcome)
  }
}

/** Converts an outcome to the result of a status query. */
export function foundIn(outcome: ProviderOutcome): Exclude<Found, { readonly kind: 'fenced' | 'unknown' }> {
  if (!isOpen(outcome)) return { kind: 'decided', outcome }
  return { kind: 'open', ...(outcome.names && { names: outcome.names }) }
}

/** Converts a missing answer to the result of a status query. */
export function unknown({ contradiction }: Unanswered): Unknown {
  return { kind: 'unknown', isSilent: true, ...(contradiction && { contradiction }) }
}
