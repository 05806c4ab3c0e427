import type { AskedAttempt, BoundProvider } from './bound-provider.ts'
import type { Heard, Silent } from './call-outside.ts'
import { type CallDeclaration, callKindOf, USUAL_CALLS } from './declarations.ts'
import type { Movement } from './execution-records.ts'
import type { Contradiction, ProviderNames, ProviderOutcome } from './provider.ts'
import { isOpen } from './settle.ts'

/** What is known of an attempt once its provider was asked by its key. */
export type Found =
  | { readonly kind: 'decided'; readonly outcome: ProviderOutcome }
  /** The provider has it, and will know later. */
  | { readonly kind: 'open'; readonly names?: ProviderNames }
  /** It was not executed and never will be: the provider promised. */
  | { readonly kind: 'fenced' }
  | Unknown

/** Nothing is known: the provider is gone or silent, or has never seen the key and keeps no fences. */
export interface Unknown {
  readonly kind: 'unknown'
  readonly contradiction?: Contradiction
}

/** What is declared of the call of a transaction; the usual for a provider that is gone. */
export function declaredCall(
  provider: BoundProvider | undefined,
  transaction: Movement['transaction'],
): CallDeclaration {
  return (provider?.capabilities.calls ?? USUAL_CALLS)[callKindOf(transaction)]
}

/** Sends the call of a movement again, with its key; undefined where what it said is not stored, or its window is over. */
export type RepeatCall = (() => Promise<Heard<ProviderOutcome>>) | undefined

/**
 * Asks the provider of a movement what became of its call; undefined for one that is gone. A key that the provider has never seen may still be on
 * its way to it, so "never seen" settles nothing: the provider is asked to fence the key.
 *
 * @see docs/provider-protocol.md#post-fences
 */
export async function askByKey(
  provider: BoundProvider | undefined,
  { transaction, attempt }: Pick<Movement, 'transaction' | 'attempt'>,
  repeat?: RepeatCall,
): Promise<Found> {
  if (!provider) return { kind: 'unknown' }
  const { lookup, fence } = declaredCall(provider, transaction)
  switch (lookup) {
    case 'by-our-key':
      return findOutcome(provider, attempt, fence)
    case 'by-repeat': {
      const heard = await repeat?.()
      // A refusal is one of the repetition, and says nothing of what was sent before.
      if (heard?.kind === 'answered' && heard.value.processingCode !== '2024') return toFound(heard.value)
      return heard?.kind === 'silent' ? unknown(heard) : { kind: 'unknown' }
    }
    case 'events-only':
      // What the provider acknowledged cannot be fenced any more.
      return attempt.status === 'PENDING' ? { kind: 'open' } : askForFence(provider, attempt, fence)
  }
}

async function findOutcome(
  provider: BoundProvider,
  attempt: AskedAttempt,
  fence: CallDeclaration['fence'],
): Promise<Found> {
  const heard = await provider.findOutcome(attempt)
  if (heard.kind === 'silent') return unknown(heard)
  return heard.value === null ? askForFence(provider, attempt, fence) : toFound(heard.value)
}

/** What became of an order that we give up. */
export type Withdrawal =
  /** It was not paid and never will be: the provider promised. */
  { readonly kind: 'withdrawn'; readonly names?: ProviderNames } | Exclude<Found, { readonly kind: 'fenced' }>

/**
 * Has the provider of an order give it up: without that a person may still confirm it there.
 *
 * @see docs/provider-protocol.md#post-cancellations
 */
export async function withdraw(
  provider: BoundProvider | undefined,
  attempt: AskedAttempt,
): Promise<Withdrawal> {
  if (!provider) return { kind: 'unknown' }
  const heard = await provider.cancelOrder(attempt)
  // A refusal is one of the call, and says nothing of the order.
  if (heard.kind === 'silent') return unknown(heard)
  const { processingCode, names } = heard.value
  if (processingCode === '2024') return { kind: 'unknown' }
  return processingCode === '1003' ? { kind: 'withdrawn', ...(names && { names }) } : toFound(heard.value)
}

async function askForFence(
  provider: BoundProvider,
  attempt: AskedAttempt,
  fence: CallDeclaration['fence'],
): Promise<Found> {
  if (fence === 'none') return { kind: 'unknown' }
  const fenced = await provider.fence(attempt)
  if (fenced.kind === 'silent') return unknown(fenced)
  switch (fenced.value.kind) {
    case 'fenced':
      return { kind: 'fenced' }
    case 'in_progress':
      return { kind: 'open' }
    case 'outcome':
      return toFound(fenced.value.outcome)
  }
}

function toFound(outcome: ProviderOutcome): Exclude<Found, { readonly kind: 'fenced' | 'unknown' }> {
  if (!isOpen(outcome)) return { kind: 'decided', outcome }
  return { kind: 'open', ...(outcome.names && { names: outcome.names }) }
}

function unknown({ contradiction }: Silent): Unknown {
  return { kind: 'unknown', ...(contradiction && { contradiction }) }
}
