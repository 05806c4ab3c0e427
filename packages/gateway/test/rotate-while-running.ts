import type { MasterKeyRotation } from '@sluice/platform/secrets/rotate-master-key'
import { systemTimers } from '@sluice/platform/system'

import { rotateMasterKeyOf } from '../src/operator-tools/rotate-master-key.ts'
import type { Config } from '../src/config.ts'
import type { TestGateway } from './test-gateway.ts'

/** The command's checks that find a process behind; at each one all gateways reload their keys. */
const LOOKS = 5

/** Rotates the master key without a delay, while gateways reload their keys whenever the command waits. */
export function rotateWhileRunning(
  config: Config,
  gateways: readonly TestGateway[],
): Promise<MasterKeyRotation> {
  return rotateMasterKeyOf(config, {
    announcedForMs: 0,
    waitMaxMs: LOOKS * 1_000,
    timers: {
      ...systemTimers,
      async sleep() {
        for (const { app } of gateways) await app.runDueWork()
      },
    },
  })
}
