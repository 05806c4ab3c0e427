import type { Attempt } from './attempt.ts'
import type { ProviderMemory } from './bound-provider.ts'
import type { Provider, ProviderNames } from './provider.ts'

/** What names a payment needs. */
export interface NamePorts {
  readonly providers: ReadonlyMap<string, Pick<Provider, 'adopt'>>
  readonly memory: Pick<ProviderMemory, 'recall'>
}

/**
 * Returns the provider's names of a payment that a person found there; null if the reference cannot be one of that provider's payments. A state
 * of an earlier answer stays.
 */
export async function nameFoundPayment(
  { providers, memory }: NamePorts,
  attempt: Pick<Attempt, 'merchantId' | 'id' | 'providerId'>,
  reference: string,
): Promise<ProviderNames | null> {
  const adopt = providers.get(attempt.providerId)?.adopt
  const adopted = adopt ? adopt(reference) : NO_STATE
  if (adopted === null) return null
  const { state } = await memory.recall(attempt)
  return { state: state === null ? adopted.state : null, refs: [reference] }
}

/** Providers without a connector know their payments by our keys. */
const NO_STATE = { state: null }
