import type { SimulatorTables } from '@sluice/simulators'
import { createTransact } from '@sluice/platform/database/transact'

import type { SandboxFollowers } from '../merchants/index.ts'
import type { Infrastructure } from './infrastructure.ts'

const NO_FOLLOWERS: SandboxFollowers = {
  moveClock: () => Promise.resolve(),
  removeMerchant: () => Promise.resolve(),
}

/** Lets the simulators of this process follow its sandboxes. They keep books of their own, in commits of their own. */
export function createSandboxFollowers({
  simulators,
  dbWithSimulators,
  random,
  timers,
}: Pick<Infrastructure, 'simulators' | 'dbWithSimulators' | 'random' | 'timers'>): SandboxFollowers {
  if (simulators === null) return NO_FOLLOWERS
  const records = simulators.createMerchantRecords({
    transact: createTransact<SimulatorTables>({ db: dbWithSimulators.$extendTables(), random, timers }),
  })
  return {
    async moveClock(merchantId, offsetMs) {
      await records.moveClock(merchantId, offsetMs)
    },
    removeMerchant: (merchantId) => records.removeMerchant(merchantId),
  }
}
