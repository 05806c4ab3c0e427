/**
 * No request can make a gateway call itself. In the test environment, programs on its machine act as operators, and
 * requests of a gateway come from this machine.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { send } from '@sluice/platform/http/testing/send'

import { startTestGateway, type TestGateway } from './test-gateway.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

const SUBSCRIPTIONS = '/simulators/webhooks/subscriptions'
const EVENTS = { filters: ['*'] }

describe('a webhook subscription', () => {
  let gateway: TestGateway
  let port: number

  beforeAll(async () => {
    gateway = await startTestGateway()
    port = Number(new URL(gateway.ready.base_url).port)
  })
  afterAll(() => gateway.close())

  it.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    'portal.localhost',
    'a.localhost',
    '2130706433',
    '0x7f.1',
    '127.9.9.9',
  ])('cannot have an address of the gateway, as %s', async (host) => {
    const url = `http://${host}:${port}/simulators/portal-links`
    const { status, text } = await gateway.send('POST', SUBSCRIPTIONS, { url, ...EVENTS })
    expect([status, text]).toEqual([422, expect.stringContaining('it points to this service')])
  })

  it.each(['0.0.0.0', '[::ffff:127.0.0.1]', '[::]'])(
    'cannot have an address like %s at all',
    async (host) => {
      const { status } = await gateway.send('POST', SUBSCRIPTIONS, {
        url: `http://${host}:${port}/`,
        ...EVENTS,
      })
      expect(status).toBe(422)
    },
  )

  it('may have the address of another program on this machine, which sees the origin of messages', async () => {
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.close())
    const { status } = await gateway.send('POST', SUBSCRIPTIONS, { url: receiver.url, ...EVENTS })
    expect(status).toBe(201)
    await gateway.authorize({ flow: 'NO_3DS' })
    await expect.poll(() => receiver.messages[0]?.headers['sluice-outgoing'], { timeout: 20_000 }).toBe('1')
  })

  it('a delivery that reaches the gateway in another way is answered with 403', async () => {
    const headers = { host: `127.0.0.1:${port}`, 'sluice-outgoing': '1' }
    const answers = ['/simulators/portal-links', '/simulators/sandboxes/demo/reset', '/'].map((path) =>
      send(port, { method: 'POST', path, headers, body: '{}' }),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

const TOKEN = 'o'.repeat(32)

it.each([
  [422, {}],
  [201, { SLUICE_LOCAL_RECEIVERS: 'on' }],
])(
  'a receiver on this machine is answered with %i by %j if others reach the gateway',
  async (expected, env) => {
    const gateway = await startTestGateway({
      env: { SLUICE_TRUSTED_PROXIES: '127.0.0.1', SLUICE_OPERATOR_TOKEN: TOKEN, ...env },
    })
    onTestFinished(() => gateway.close())
    const input = { url: 'http://127.0.0.1:3000/webhooks', ...EVENTS }
    const { status } = await gateway.send('POST', SUBSCRIPTIONS, input, { authorization: `Bearer ${TOKEN}` })
    expect(status).toBe(expected)
  },
)
