import type * as Simulators from '@sluice/simulators'

import type { Config } from '../config.ts'

export type SimulatorsModule = typeof Simulators

/** Loads the simulators if they are enabled; production never does. */
export async function loadSimulators({
  simulators,
}: Pick<Config, 'simulators'>): Promise<SimulatorsModule | null> {
  return simulators ? import('@sluice/simulators') : null
}

/** Returns the accounts that each simulated provider has assigned. */
export function accountsByProvider(
  simulators: Pick<SimulatorsModule, 'SIMULATED_ACCOUNTS'> | null,
): ReadonlyMap<string, readonly string[]> {
  const accounts = simulators?.SIMULATED_ACCOUNTS ?? []
  return new Map(accounts.map(({ providerId, accountId }) => [providerId, [accountId]]))
}
