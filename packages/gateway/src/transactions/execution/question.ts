import { type Movement } from './execution-records.ts'
import type { Provider, ProviderOutcome } from './provider.ts'
import {
  type AskedAttempt,
  cancelOrder,
  fence,
  findOutcome,
  type ProviderCallPorts,
} from './provider-calls.ts'
import { isOpen } from './settle.ts'

export interface QuestionPorts extends ProviderCallPorts {
  readonly providers: ReadonlyMap<string, Provider>
}

/** What is known of an attempt once its provider was asked by its key. */
export type Found =
  | { readonly kind: 'decided'; readonly outcome: ProviderOutcome }
  /** The provider has it, and will know later. */
  | { readonly kind: 'open' }
  /** It was not executed and never will be: the provider promised. */
  | { readonly kind: 'fenced' }
  /** Nothing: the provider is gone or silent, or has never seen the key and keeps no fences. */
  | { readonly kind: 'unknown' }

/**
 * Asks the provider of an attempt what became of it. A key that the provider has never seen may still be on its way to
 * it, so "never seen" settles nothing: the provider is asked to fence the key.
 *
 * @see docs/provider-protocol.md#post-fences
 */
export async function askByKey(ports: QuestionPorts, { attempt }: Pick<Movement, 'attempt'>): Promise<Found> {
  const provider = ports.providers.get(attempt.providerId)
  if (!provider) return { kind: 'unknown' }
  const heard = await findOutcome(ports, provider, attempt)
  if (heard.kind === 'silent') return { kind: 'unknown' }
  return heard.value === null ? askForFence(ports, provider, attempt) : toFound(heard.value)
}

/** What became of an order that we give up. */
export type Withdrawal =
  /** It was not paid and never will be: the provider promised. */
  { readonly kind: 'withdrawn' } | Exclude<Found, { readonly kind: 'fenced' }>

/**
 * Has the provider of an order give it up: without that a person may still confirm it there.
 *
 * @see docs/provider-protocol.md#post-orderskeycancel
 */
export async function withdraw(
  ports: QuestionPorts,
  { attempt }: Pick<Movement, 'attempt'>,
): Promise<Withdrawal> {
  const provider = ports.providers.get(attempt.providerId)
  if (!provider) return { kind: 'unknown' }
  const heard = await cancelOrder(ports, provider, attempt)
  // A refusal is one of the call, and says nothing of the order.
  if (heard.kind === 'silent' || heard.value.processingCode === '2024') return { kind: 'unknown' }
  return heard.value.processingCode === '1003' ? { kind: 'withdrawn' } : toFound(heard.value)
}

async function askForFence(ports: QuestionPorts, provider: Provider, attempt: AskedAttempt): Promise<Found> {
  if (!provider.capabilities.fences) return { kind: 'unknown' }
  const fenced = await fence(ports, provider, attempt)
  if (fenced.kind === 'silent') return { kind: 'unknown' }
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
  return isOpen(outcome) ? { kind: 'open' } : { kind: 'decided', outcome }
}
