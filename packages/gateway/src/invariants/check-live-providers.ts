import type { ProviderCapabilities } from '../transactions/index.ts'
import type { InvariantResult } from './invariant.ts'

/** A provider, with its configured capabilities. */
interface PromisedProvider {
  readonly id: string
  readonly capabilities: ProviderCapabilities
}

/** The capabilities that a provider reports. */
interface OfferedCapabilities {
  readonly methods: readonly string[]
  readonly operations: readonly string[]
  readonly fences: boolean
  readonly preparations: boolean
  readonly authenticates: boolean
  readonly verifies: boolean
  readonly reports: boolean
}

/** Queries the capabilities of every configured provider and lists those that are configured, but missing. */
export async function checkLiveProviders<T extends PromisedProvider>(
  providers: readonly T[],
  fetchCapabilities: (provider: T) => Promise<OfferedCapabilities>,
): Promise<InvariantResult> {
  const compare = async (provider: T) => {
    const offered = await fetchCapabilities(provider).catch((error: unknown) =>
      error instanceof Error ? error.message : 'no answer',
    )
    return typeof offered === 'string'
      ? [`${provider.id}: the capabilities could not be queried: ${offered}`]
      : listMissing(provider, offered)
  }
  return {
    id: 'LIVE',
    title: 'Providers have the configured capabilities',
    violations: (await Promise.all(providers.map(compare))).flat(),
    ...(providers.length === 0 && { skipped: 'no provider is configured' }),
  }
}

function listMissing(
  { id, capabilities }: PromisedProvider,
  offered: OfferedCapabilities,
): readonly string[] {
  const methods = [...capabilities.methods].filter((method) => !offered.methods.includes(method))
  const { capture, refund, void: voidable } = capabilities.operations
  const declared = [capture && 'CAPTURE', refund && 'REFUND', voidable.size > 0 && 'VOID']
  const operations = declared.filter(
    (operation) => typeof operation === 'string' && !offered.operations.includes(operation),
  )
  const fencings = Object.values(capabilities.calls).map(({ fence }) => fence)
  const fences = fencings.some((fence) => fence !== 'none')
  const preparations = fencings.includes('cancel-prepared')
  return [
    ...methods.map((method) => `${id}: does not support the method ${method}`),
    ...operations.map((operation) => `${id}: does not support the operation ${operation}`),
    ...(fences && !offered.fences ? [`${id}: does not support fences`] : []),
    ...(preparations && !offered.preparations ? [`${id}: does not support preparations`] : []),
    ...(capabilities.authenticatesAt && !offered.authenticates
      ? [`${id}: does not authenticate cardholders`]
      : []),
    ...(capabilities.operations.verify && !offered.verifies ? [`${id}: does not verify cards`] : []),
    ...(capabilities.reports === 'AUTHORITATIVE' && !offered.reports ? [`${id}: sends no reports`] : []),
  ]
}
