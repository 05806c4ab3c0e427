import { readConfigurationFile } from '../composition/configuration.ts'
import { listAccounts } from '../composition/select-providers.ts'
import type { Config } from '../config.ts'
import {
  createHealthStore,
  createPauses,
  createProviderHealth,
  type OverseenAccounts,
  overseeAccounts,
} from '../provider-health/index.ts'
import { withInfrastructure } from './with-infrastructure.ts'

export { whyNotPausable } from '../provider-health/index.ts'

/**
 * Lists, pauses and resumes provider accounts, whether or not gateways run. Each change is recorded in the audit trail.
 *
 * @throws When the database or the configuration file cannot be used.
 */
export async function useProviderAccounts<T>(
  config: Config,
  use: (accounts: OverseenAccounts) => Promise<T>,
): Promise<T> {
  const file = await readConfigurationFile(config)
  return withInfrastructure(config, (infrastructure) => {
    const health = createProviderHealth({
      store: createHealthStore(infrastructure),
      realTime: infrastructure.realTime,
      accounts: () => listAccounts(file, infrastructure.simulators),
      onChange: () => undefined,
    })
    return use(overseeAccounts(health, createPauses(infrastructure)))
  })
}
