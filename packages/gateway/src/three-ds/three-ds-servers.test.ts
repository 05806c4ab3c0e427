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

it('the first server is used if none is named', () => {
  expect(servers.choose(null)).toEqual({ id: 'main', server: main })
  expect(servers.choose('other')).toEqual({ id: 'other', server: other })
  expect(servers.find('other')).toBe(other)
  expect(servers.find(null)).toBe(main)
})

it('no other server replaces one that is not configured', () => {
  expect(servers.choose('gone')).toEqual({ id: 'gone', server: null })
  expect(createThreeDsServers(new Map()).choose(null)).toEqual({ id: null, server: null })
})

it('a server that was removed during an attempt is unavailable', async () => {
  expect(await servers.find('gone').authenticate({} as never)).toEqual({ kind: 'unavailable' })
})
