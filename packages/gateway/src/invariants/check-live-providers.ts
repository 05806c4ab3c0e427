import type { ProviderCapabilities } from '../transactions/index.ts'
import type { InvariantResult } from './invariant.ts'

/** A provider, and what its configuration promises. */
interface PromisedProvider {
  readonly id: string
  readonly capabilities: ProviderCapabilities
}

/** What a provider says it can do. */
interface OfferedCapabilities {
  readonly methods: readonly string[]
  readonly operations: readonly string[]
  readonly fences: boolean
  readonly reports: boolean
}

/** Asks every provider of the configuration what it can do. The configuration rules: what it promises must be there. */
export async function checkLiveProviders<T extends PromisedProvider>(
  providers: readonly T[],
  askCapabilities: (provider: T) => Promise<OfferedCapabilities>,
): Promise<InvariantResult> {
  const compare = async (provider: T) => {
    const offered = await askCapabilities(provider).catch((error: unknown) =>
      error instanceof Error ? error.message : 'no answer',
    )
    return typeof offered === 'string'
      ? [`${provider.id}: could not be asked: ${offered}`]
      : listMissing(provider, offered)
  }
  return {
    id: 'LIVE',
    title: 'Providers can do what the configuration says',
    violations: (await Promise.all(providers.map(compare))).flat(),
    ...(providers.length === 0 && { skipped: 'the configuration names no provider' }),
  }
}

function listMissing(
  { id, capabilities }: PromisedProvider,
  offered: OfferedCapabilities,
): readonly string[] {
  const methods = [...capabilities.methods].filter((method) => !offered.methods.includes(method))
  const operations = [...capabilities.operations].filter(
    (operation) => !offered.operations.includes(operation),
  )
  return [
    ...methods.map((method) => `${id}: does not serve ${method}`),
    ...operations.map((operation) => `${id}: cannot ${operation}`),
    ...(capabilities.fences && !offered.fences ? [`${id}: keeps no fences`] : []),
    ...(capabilities.reports === 'AUTHORITATIVE' && !offered.reports ? [`${id}: reports nothing`] : []),
  ]
}
