import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import type { ConfigurationFile } from '../configuration-file/index.ts'
import { connectThreeDsServers } from '../providers/index.ts'

/**
 * Queries a 3DS server for the result of an authentication that does not exist. The answer shows whether the key is
 * valid.
 *
 * @throws When it does not respond, or rejects the key.
 */
export async function probeThreeDsServer(entry: ConfigurationFile['threeDsServers'][number]): Promise<void> {
  const random = createSystemRandom(systemClock)
  const servers = connectThreeDsServers([{ ...entry, at: entry.url }], {
    realTime: systemClock,
    random,
    timers: systemTimers,
    logger: { warn: () => undefined },
  })
  const unused = random.uuid()
  await servers
    .get(entry.id)
    ?.readChallengeResult({ transactionId: unused, threeDsServerTransId: unused, round: 1 })
}
