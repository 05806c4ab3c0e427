import { systemClock } from '@sluice/platform/system'

import type { Config } from '../config.ts'
import type { ProviderEntry } from '../configuration-file/index.ts'
import type { InvariantResult } from '../invariants/index.ts'
import { askCapabilities } from '../providers/index.ts'
import { readConfigurationFile } from './configuration.ts'

/** Asks every provider of the configuration what it can do. The configuration rules: what it promises must be there. */
export async function checkProviders(config: Config): Promise<InvariantResult> {
  const file = await readConfigurationFile(config)
  const providers = file?.providers ?? []
  const violations = (await Promise.all(providers.map(compare))).flat()
  return {
    id: 'LIVE',
    title: 'Providers can do what the configuration says',
    violations,
    ...(providers.length === 0 && { skipped: 'the configuration names no provider' }),
  }
}

async function compare(entry: ProviderEntry): Promise<readonly string[]> {
  const { id, capabilities: wanted } = entry
  const told = await askCapabilities(
    { ...entry, at: entry.url },
    { clock: systemClock, realTime: systemClock },
  ).catch((error: unknown) => (error instanceof Error ? error.message : 'no answer'))
  if (typeof told === 'string') return [`${id}: could not be asked: ${told}`]
  const methods = [...wanted.methods].filter((method) => !told.methods.includes(method))
  const operations = [...wanted.operations].filter((operation) => !told.operations.includes(operation))
  return [
    ...methods.map((method) => `${id}: does not serve ${method}`),
    ...operations.map((operation) => `${id}: cannot ${operation}`),
    ...(wanted.fences && !told.fences ? [`${id}: keeps no fences`] : []),
    ...(wanted.reports === 'AUTHORITATIVE' && !told.reports ? [`${id}: reports nothing`] : []),
  ]
}
