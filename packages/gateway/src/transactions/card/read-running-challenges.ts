import type { Clock } from '@sluice/platform/kernel/clock'

import type { ThreeDsServers } from '../../three-ds/index.ts'
import type { ChallengeResults } from './challenge-results.store.ts'

/** More challenges than that are not read in one round: the oldest are, and a shopper who comes back reads the result in any case. */
const CHALLENGES_MAX = 500
/** Questions at once, so that shoppers who come back find the 3DS server free. */
const AT_ONCE = 10

/**
 * Reads the results of running challenges and keeps them. Some 3DS servers forget a result five minutes after the challenge has ended, and a
 * shopper whose phone was busy with the bank's app comes back later than that.
 *
 * @returns how many results were kept.
 */
export async function readRunningChallenges({
  threeDsServers,
  isThreeDsServerOpen,
  challengeResults,
  clock,
}: {
  readonly threeDsServers: Pick<ThreeDsServers, 'find'>
  /** A server that is known not to answer is left to its probes. */
  readonly isThreeDsServerOpen: (id: string | null) => boolean
  readonly challengeResults: Pick<ChallengeResults, 'deleteOld' | 'keep' | 'listRunning'>
  readonly clock: Clock
}): Promise<number> {
  await challengeResults.deleteOld()
  const listed = await challengeResults.listRunning(clock.now(), CHALLENGES_MAX)
  const running = listed.filter(({ serverId }) => !isThreeDsServerOpen(serverId))
  let kept = 0
  for (let first = 0; first < running.length; first += AT_ONCE) {
    const read = running.slice(first, first + AT_ONCE).map(async (challenge) => {
      const result = await threeDsServers.find(challenge.serverId).readChallengeResult(challenge)
      if (result === null) return
      await challengeResults.keep(challenge, result)
      kept += 1
    })
    await Promise.all(read)
  }
  return kept
}
