import type { SandboxAccounts } from '../merchants/index.ts'
import { CARD_METHOD } from '../transactions/index.ts'
import type { SimulatorsModule } from './load-simulators.ts'

type SimulatedAccounts = Pick<SimulatorsModule, 'SIMULATED_ACCOUNTS'> | null

/** A sandbox pays with every simulated provider; without simulators it has no provider. */
export function sandboxAccounts(simulators: SimulatedAccounts): SandboxAccounts {
  const accounts = simulators?.SIMULATED_ACCOUNTS ?? []
  return {
    routing: accounts
      .filter(({ methods }) => methods.includes(CARD_METHOD))
      .map(({ providerId, accountId }) => ({ providerId, accountId })),
    alternativeAccounts: new Map(
      accounts.flatMap(({ providerId, accountId, methods }) =>
        methods
          .filter((type) => type !== CARD_METHOD)
          .map((type) => [type, { providerId, accountId }] as const),
      ),
    ),
  }
}

/** The accounts that each simulated provider has given out. */
export function accountsByProvider(simulators: SimulatedAccounts): ReadonlyMap<string, readonly string[]> {
  const accounts = simulators?.SIMULATED_ACCOUNTS ?? []
  return new Map(accounts.map(({ providerId, accountId }) => [providerId, [accountId]]))
}
