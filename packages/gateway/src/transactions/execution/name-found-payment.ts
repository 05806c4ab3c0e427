import type { NamedAttempt, ProviderMemory } from './bound-provider.ts'
import type { Provider, ProviderNames } from './provider.ts'

/** The dependencies of naming a payment. */
export interface NamePorts {
  readonly providers: ReadonlyMap<string, Pick<Provider, 'adopt'>>
  readonly memory: Pick<ProviderMemory, 'recall' | 'isOfAnotherOrder'>
}

/**
 * Returns the provider's names of a payment that a person found there. Null if the reference cannot be that of this payment: the provider has
 * none like it, or another order has it, whose money a refund would return. A state of an earlier answer stays.
 */
export async function nameFoundPayment(
  { providers, memory }: NamePorts,
  attempt: NamedAttempt,
  reference: string,
): Promise<ProviderNames | null> {
  const adopt = providers.get(attempt.providerId)?.adopt
  const adopted = adopt ? adopt(reference) : NO_STATE
  if (adopted === null || (adopt && (await memory.isOfAnotherOrder(attempt, reference)))) return null
  const { state } = await memory.recall(attempt)
  return { state: state === null ? adopted.state : null, refs: [reference] }
}

/** Providers without a connector know their payments by our keys, and several payments may have one reference. */
const NO_STATE = { state: null }
