import { expect, it } from 'vitest'

import type { ChallengeResult, ThreeDsServer } from '../../three-ds/index.ts'
import type { RunningChallenge } from './challenge-results.store.ts'
import { readRunningChallenges } from './read-running-challenges.ts'

const RESULT: ChallengeResult = { kind: 'error', round: 1 }

/** @param places - the challenges that the server has lost. */
function prepare(serverIds: readonly string[], places: readonly number[] = []) {
  const lost = new Set(places.map((place) => `id-${place}`))
  const kept: string[] = []
  let [underWay, most] = [0, 0]
  const running = serverIds.map((serverId, place): RunningChallenge => ({
    ...{ merchantId: 'merchant', transactionId: `transaction-${place}`, attemptId: `attempt-${place}` },
    ...{ round: 1, serverId, threeDsServerTransId: `id-${place}` },
  }))
  let realMs = 0
  const asked: string[] = []
  const server = {
    async readChallengeResult({ threeDsServerTransId, serverId }: RunningChallenge) {
      asked.push(serverId ?? '')
      underWay += 1
      most = Math.max(most, underWay)
      await Promise.resolve()
      if (serverId === 'slow') realMs += 1_000
      underWay -= 1
      if (serverId === 'out of reach' || lost.has(threeDsServerTransId)) return undefined
      return threeDsServerTransId.endsWith('1') ? null : RESULT
    },
  } as unknown as ThreeDsServer
  const claimed: (string | null)[] = []
  const read = (isRoundFree = (_: string | null) => true) =>
    readRunningChallenges({
      isRoundFree: (server) => Promise.resolve(isRoundFree(server)),
      claimRound: (server) => Promise.resolve(claimed.push(server) > 0),
      threeDsServers: { find: () => server },
      isThreeDsServerOpen: (id) => id === 'away',
      challengeResults: {
        deleteOld: () => Promise.resolve(0),
        listRunning: () => Promise.resolve(running),
        keep: async ({ attemptId }) => void kept.push(attemptId),
      },
      clock: { now: () => 0 },
      realTime: { now: () => realMs },
    })
  return { kept, read, most: () => most, asked, claimed }
}

it('stores each result that the server has', async () => {
  const { kept, read } = prepare(['main', 'main', 'main'])
  expect(await read()).toBe(2)
  expect(kept).toEqual(['attempt-0', 'attempt-2'])
})

it('queries a server for nothing if another process has just done so', async () => {
  const { kept, asked, claimed, read } = prepare(['main', 'other', 'main', 'other'])
  expect(await read((server) => server !== 'main')).toBe(1)
  expect([kept, asked, claimed]).toEqual([['attempt-3'], ['other', 'other'], ['other']])
})

it('leaves the round to other processes if it cannot reach the server', async () => {
  const away = Array.from({ length: 9 }, () => 'out of reach')
  const { kept, asked, claimed, read } = prepare(['main', 'main', 'main', ...away])
  expect(await read()).toBe(2)
  expect([kept, claimed]).toEqual([['attempt-0', 'attempt-2'], ['main']])
  expect(asked.filter((server) => server === 'out of reach')).toHaveLength(5)
})

it('reads the results of a server that has lost its oldest challenges', async () => {
  const { kept, claimed, read } = prepare(
    Array.from({ length: 10 }, () => 'main'),
    [0, 1, 2, 3, 4, 5],
  )
  expect(await read()).toBe(4)
  expect([kept.toSorted(), claimed]).toEqual([['attempt-6', 'attempt-7', 'attempt-8', 'attempt-9'], ['main']])
})

it('does not query a server that has stopped answering', async () => {
  const { kept, read } = prepare(['away', 'main', 'main'])
  await read()
  expect(kept).toEqual(['attempt-2'])
})

it('starts no query after ten seconds, and queries a quick server in spite of a slow one', async () => {
  const servers = Array.from({ length: 40 }, (_, place) => (place < 35 ? 'slow' : 'quick'))
  const { read, asked } = prepare(servers)
  await read()
  expect(asked.filter((server) => server === 'quick')).toHaveLength(5)
  const slow = asked.filter((server) => server === 'slow').length
  expect(slow).toBeGreaterThanOrEqual(10)
  expect(slow).toBeLessThan(20)
})

it('sends ten queries at once', async () => {
  const { read, most } = prepare(Array.from({ length: 35 }, () => 'main'))
  await read()
  expect(most()).toBe(10)
})
