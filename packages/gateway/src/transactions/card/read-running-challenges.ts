import type { Clock } from '@sluice/platform/kernel/clock'

import type { ThreeDsServers } from '../../three-ds/index.ts'
import type { ChallengeResults, RunningChallenge } from './challenge-results.store.ts'

/**
 * One round reads at most this many challenges, the oldest first; a shopper who returns reads the result in any case.
 */
const CHALLENGES_MAX = 500
/** The number of concurrent queries to one server, which leaves capacity for shoppers who return. */
const AT_ONCE = 10
/** A server that fails this many queries in a row is out of reach. A single query may fail because the server has lost its challenge. */
const UNANSWERED_MAX = 5
/**
 * No query starts later than that in a round: a slow server must not delay the next round or other jobs of its process.
 */
const ROUND_MS = 10_000

/**
 * Reads the results of running challenges and keeps them. Some 3DS servers delete a result five minutes after the
 * challenge has ended, and a shopper who was in the bank's app may return later. Servers do not wait for one another.
 *
 * @returns how many results were kept.
 */
export async function readRunningChallenges({
  threeDsServers,
  isThreeDsServerOpen,
  challengeResults,
  isRoundFree,
  claimRound,
  clock,
  realTime,
}: {
  readonly threeDsServers: Pick<ThreeDsServers, 'find'>
  /** A server that is known not to answer is left to its probes. */
  readonly isThreeDsServerOpen: (id: string | null) => boolean
  readonly challengeResults: Pick<ChallengeResults, 'deleteOld' | 'keep' | 'listRunning'>
  /** Whether no process has claimed a round at the server shortly before. */
  readonly isRoundFree: (serverId: string | null) => Promise<boolean>
  /** Claims a round at a server for this process; false if another process was quicker. */
  readonly claimRound: (serverId: string | null) => Promise<boolean>
  readonly clock: Clock
  /** The machine's clock, which a round is timed by. */
  readonly realTime: Clock
}): Promise<number> {
  await challengeResults.deleteOld()
  const listed = await challengeResults.listRunning(clock.now(), CHALLENGES_MAX)
  const running = listed.filter(({ serverId }) => !isThreeDsServerOpen(serverId))
  const endsAtMs = realTime.now() + ROUND_MS
  let kept = 0

  /** Resolves to whether the server answered. */
  const read = async (challenge: RunningChallenge): Promise<boolean> => {
    const result = await threeDsServers.find(challenge.serverId).readChallengeResult(challenge)
    if (!result) return result === null
    await challengeResults.keep(challenge, result)
    kept += 1
    return true
  }
  const readInTurn = async (waiting: RunningChallenge[]): Promise<void> => {
    while (realTime.now() < endsAtMs) {
      const challenge = waiting.shift()
      if (challenge === undefined) return
      await read(challenge)
    }
  }
  /** Resolves to whether the server answered. It queries the oldest challenge, then the newest, which a restarted server is most likely to have. */
  const readUntilAnswered = async (waiting: RunningChallenge[]): Promise<boolean> => {
    for (let unanswered = 0; unanswered < UNANSWERED_MAX && realTime.now() < endsAtMs; unanswered += 1) {
      const challenge = unanswered === 0 ? waiting.shift() : waiting.pop()
      if (challenge === undefined) return false
      if (await read(challenge)) return true
    }
    return false
  }
  const readAllOf = async (server: string | null): Promise<void> => {
    const waiting = running.filter(({ serverId }) => serverId === server)
    // One process queries a server for all results. It claims the round only after an answer: a process that cannot reach the server would
    // otherwise block the others.
    if (waiting.length === 0 || !(await isRoundFree(server))) return
    if (!(await readUntilAnswered(waiting)) || !(await claimRound(server))) return
    await Promise.all(Array.from({ length: AT_ONCE }, () => readInTurn(waiting)))
  }
  await Promise.all([...new Set(running.map(({ serverId }) => serverId))].map(readAllOf))
  return kept
}
