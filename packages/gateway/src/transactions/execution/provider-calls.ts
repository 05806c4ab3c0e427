import type { ProviderOutcome } from './provider.ts'
import { statusForCode } from './status-for-code.ts'
import type { CallOutside, Heard } from './call-outside.ts'

export interface ProviderCallPorts {
  readonly callOutside: CallOutside
  /** A provider that takes longer has an unknown outcome. */
  readonly providerTimeoutMs: number
}

/** Calls a provider; what it did is unknown while it is silent. */
export function callProvider<T>(
  { callOutside, providerTimeoutMs }: ProviderCallPorts,
  providerId: string,
  operation: string,
  ask: () => Promise<T>,
  describe: (answer: T) => string,
): Promise<Heard<T>> {
  return callOutside({ party: providerId, operation, limitMs: providerTimeoutMs, ask, describe })
}

/** The metric's word for what a provider said. */
export function describeOutcome(outcome: ProviderOutcome | null): string {
  return outcome === null ? 'never seen' : statusForCode(outcome.processingCode).toLowerCase()
}
