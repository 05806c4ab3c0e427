import { expect, it } from 'vitest'

import { type AttemptAuthentication, beginAuthentication } from './attempt.ts'
import { describeAuthenticationResult } from './authentication-result.ts'

const resultOf = (changes: Partial<AttemptAuthentication>) =>
  describeAuthenticationResult([
    { authentication: { ...beginAuthentication('an id'), serverId: 'main', ...changes } },
  ])

it.each([
  [{ messageVersion: '2.2.0', transStatus: 'Y' }, ['2.2.0', 'frictionless', 'Y']],
  [{ messageVersion: '2.3.1', transStatus: 'N', round: 1 }, ['2.3.1', 'challenge', 'N']],
  // The shopper left during the challenge.
  [{ messageVersion: '2.2.0', round: 1, transStatus: 'C' }, ['2.2.0', 'challenge', 'C']],
  [{ channel: '3RI', transStatus: 'A', messageVersion: '2.2.0' }, ['2.2.0', '3ri', 'A']],
  [{}, ['none', 'none', 'none']],
  [{ messageVersion: '9.9', transStatus: 'what a server wrote' }, ['other', 'frictionless', 'other']],
] as const)('%j is %j', (changes, [version, flow, result]) => {
  expect(resultOf(changes)).toEqual({ server: 'main', version, flow, result })
})

it('is that of the last attempt that has one, and absent where no server was called', () => {
  const authentication = { ...beginAuthentication('an id'), serverId: 'main', transStatus: 'Y' }
  const other = { ...authentication, serverId: 'backup' }
  expect(
    describeAuthenticationResult([{ authentication }, { authentication: other }, { authentication: null }]),
  ).toMatchObject({ server: 'backup' })
  expect(describeAuthenticationResult([{ authentication: null }])).toBeNull()
  expect(resultOf({ serverId: null, transStatus: 'Y' })).toBeNull()
})
