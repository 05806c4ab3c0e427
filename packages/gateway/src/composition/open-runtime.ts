import type { ProviderConnector } from '@sluice/connectors/kit'
import type { ProviderRuntime } from '@sluice/connectors/runtime'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import type { ProviderEntry } from '../configuration-file/index.ts'
import { openConnector, type Unreached, whyUnreached } from '../providers/index.ts'

/** Opens the runtime of a connector without a gateway. */
export function openRuntime(entry: ProviderEntry, connector: ProviderConnector): ProviderRuntime {
  const { secrets = {}, accounts } = entry
  return openConnector(
    { ...entry, connector, secrets, accounts: accounts.map(({ id }) => id) },
    { realTime: systemClock, random: createSystemRandom(systemClock), timers: systemTimers },
  )
}

/** Checks whether a provider accepts calls; null if it does. */
export async function findUnreachableReason(
  { url }: Pick<ProviderEntry, 'url'>,
  runtime: Pick<ProviderRuntime, 'probe'>,
): Promise<Unreached | null> {
  return whyUnreached(await runtime.probe(), url)
}
