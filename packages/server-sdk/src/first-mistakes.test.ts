import { expect, it } from 'vitest'
import { readOptions } from './client-options.ts'
import { createFakeGateway } from '../test/fake-gateway.ts'
import { expressWebhook, fastifyWebhook, nodeWebhook } from './webhooks/index.ts'

// Mistakes that developers make in their first hour.

const { options } = createFakeGateway()
const realmUrlOf = (authUrl: string, realm: string) => readOptions({ ...options, authUrl, realm }).realmUrl

it('accepts the token endpoint that the gateway prints as authUrl', () => {
  const realmUrl = 'https://id.example/login/realms/sluice'
  for (const behind of ['', '/', '/realms/sluice', '/realms/sluice/protocol/openid-connect/token'])
    expect(realmUrlOf(`https://id.example/login${behind}`, 'sluice')).toBe(realmUrl)
  expect(realmUrlOf('https://id.example/realms/a%20b', 'a b')).toBe('https://id.example/realms/a%20b')
  expect(() => realmUrlOf(`${realmUrl}/protocol/openid-connect/token`, 'other')).toThrow(
    'authUrl is the token endpoint of another realm: use the address before /realms.',
  )
})

it.each(['', undefined as unknown as string, [], ['']])(
  'creates no webhook receiver with %j as secrets',
  (secrets) => {
    const onEvent = () => undefined
    for (const make of [expressWebhook, nodeWebhook])
      expect(() => make({ secrets, onEvent })).toThrow(
        /^secrets must contain the subscription's secret, whsec_…/,
      )
    expect(() => fastifyWebhook({ path: '/webhooks', secrets, onEvent })).toThrow(/^secrets must contain/)
  },
)
