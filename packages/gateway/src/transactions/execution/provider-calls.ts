import type { CallOutside, Heard } from './call-outside.ts'
import type { Fence, Provider, ProviderOutcome } from './provider.ts'
import { statusForCode } from './status-for-code.ts'

export interface ProviderCallPorts {
  readonly callOutside: CallOutside
  /** A provider that takes longer has an unknown outcome. */
  readonly providerTimeoutMs: number
}

/** The attempt that a provider is asked about, by its id: the key of the call that it was. */
export interface AskedAttempt {
  readonly id: string
  readonly transactionId: string
}

/** Calls a provider; what it did is unknown while it is silent. */
export function callProvider<T>(
  { callOutside, providerTimeoutMs }: ProviderCallPorts,
  providerId: string,
  operation: string,
  { transactionId }: AskedAttempt,
  ask: () => Promise<T>,
  describe: (answer: T) => string,
): Promise<Heard<T>> {
  return callOutside({
    party: providerId,
    operation,
    transactionId,
    limitMs: providerTimeoutMs,
    ask,
    describe,
  })
}

/** Asks for the outcome of a key; null when the provider has never seen it. */
export function findOutcome(
  ports: ProviderCallPorts,
  provider: Provider,
  attempt: AskedAttempt,
): Promise<Heard<ProviderOutcome | null>> {
  return callProvider(
    ports,
    provider.id,
    'find',
    attempt,
    () => provider.findOutcome(attempt.id),
    describeOutcome,
  )
}

/** Has the provider promise not to execute a key that it has not executed. */
export function fence(
  ports: ProviderCallPorts,
  provider: Provider,
  attempt: AskedAttempt,
): Promise<Heard<Fence>> {
  return callProvider(
    ports,
    provider.id,
    'fence',
    attempt,
    () => provider.fence(attempt.id),
    ({ kind }) => kind,
  )
}

/** Gives an order up at its provider; the outcome as it stands then. */
export function cancelOrder(
  ports: ProviderCallPorts,
  provider: Provider,
  attempt: AskedAttempt,
): Promise<Heard<ProviderOutcome>> {
  return callProvider(
    ports,
    provider.id,
    'cancel',
    attempt,
    () => provider.cancelOrder(attempt.id),
    describeOutcome,
  )
}

/** The metric's word for what a provider said. */
export function describeOutcome(outcome: ProviderOutcome | null): string {
  return outcome === null ? 'never seen' : statusForCode(outcome.processingCode).toLowerCase()
}
