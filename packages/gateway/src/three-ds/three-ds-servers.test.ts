import { expect, it } from 'vitest'

import type { ThreeDsServer } from './three-ds-server.ts'
import { createThreeDsServers } from './three-ds-servers.ts'

const make = (): ThreeDsServer => ({
  enrol: () => Promise.resolve({ kind: 'not_required' }),
  authenticate: () => Promise.resolve({ kind: 'error' }),
  readChallengeResult: () => Promise.resolve(null),
})

const [main, other] = [make(), make()]
const servers = createThreeDsServers(
  new Map([
    ['main', main],
    ['other', other],
  ]),
)

it('the first server is used where none is named', () => {
  expect(servers.choose(null)).toEqual({ id: 'main', server: main })
  expect(servers.choose('other')).toEqual({ id: 'other', server: other })
  expect(servers.find('other')).toBe(other)
  expect(servers.find(null)).toBe(main)
})

it('a server that is not configured is unavailable, and no other takes its place', async () => {
  const { id, server } = servers.choose('gone')
  expect(id).toBe('gone')
  expect([main, other]).not.toContain(server)
  expect(
    await createThreeDsServers(new Map())
      .find(null)
      .authenticate({} as never),
  ).toEqual({
    kind: 'unavailable',
  })
})
