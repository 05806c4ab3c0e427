import express from 'express'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfigurationError } from '../src/index.ts'
import {
  createDeduplicator,
  createMemoryWebhookStore,
  expressWebhook,
  nextPagesWebhook,
  receiveWebhook,
  type ReceiveOptions,
  signForTests,
  type WebhookEvent,
} from '../src/webhooks/index.ts'
import { approved, OTHER_SECRET, SECRET } from './webhook-events.ts'
import { listen, SERVERS, startNest, type WebhookServer } from './webhook-servers.ts'

const servers: WebhookServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function start(
  startServer: (options: ReceiveOptions) => Promise<WebhookServer>,
  options: Partial<ReceiveOptions> = {},
) {
  const onEvent = vi.fn<(event: WebhookEvent, id: string) => unknown>()
  const onError = vi.fn<(error: unknown) => void>()
  const server = await startServer({ secrets: SECRET, onEvent, onError, ...options })
  servers.push(server)
  const post = (message: { body: string; headers: Readonly<Record<string, string>> }) =>
    server.send('/webhooks', { method: 'POST', ...message })
  return { server, post, onEvent, onError }
}

describe.each(Object.entries(SERVERS))('%s', (_, startServer) => {
  it('passes a verified event on and answers 204', async () => {
    const { post, onEvent, onError } = await start(startServer)
    const message = await signForTests({ payload: approved, secret: SECRET, id: 'msg_1' })
    const answer = await post(message)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(onEvent.mock.calls).toEqual([[approved, 'msg_1']])
    expect(onError).not.toHaveBeenCalled()
  })

  it('verifies the bytes that arrived, not their meaning', async () => {
    const { post, onEvent } = await start(startServer)
    const payload = `${JSON.stringify(approved, null, 2).replace('Č', '\\u010c')}\n`
    expect((await post(await signForTests({ payload, secret: SECRET }))).status).toBe(204)
    expect(onEvent.mock.lastCall?.[0]).toEqual(approved)
  })

  it('answers 400 and the cause if verification fails', async () => {
    const { post, onEvent, onError } = await start(startServer)
    const answer = await post(await signForTests({ payload: approved, secret: OTHER_SECRET }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: 'signature_mismatch',
      message: expect.stringContaining('No signature matches'),
    })
    expect(onEvent).not.toHaveBeenCalled()
    expect(onError.mock.lastCall).toMatchObject([{ code: 'webhook_unverified', cause: 'signature_mismatch' }])
  })

  it('answers 500 when the merchant’s code fails, so that the event is sent again', async () => {
    const failure = new Error('order-1001: no database')
    const { post, onEvent, onError } = await start(startServer)
    onEvent.mockRejectedValueOnce(failure)
    const message = await signForTests({ payload: approved, secret: SECRET })
    const answer = await post(message)
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('order-1001')])
    expect(onError.mock.calls).toEqual([[failure]])
    expect((await post(message)).status).toBe(204)
  })

  it('handles a message once that arrives twice at once', async () => {
    const { post, onEvent } = await start(startServer, {
      deduplicator: createDeduplicator(createMemoryWebhookStore()),
    })
    const message = await signForTests({ payload: approved, secret: SECRET })
    const answers = await Promise.all([post(message), post(message)])
    expect([...answers, await post(message)].map(({ status }) => status)).toEqual([204, 204, 204])
    expect(onEvent).toHaveBeenCalledTimes(1)
  })

  it('refuses an empty body, and one that is too large', async () => {
    const { post, onEvent } = await start(startServer)
    const empty = await signForTests({ payload: '', secret: SECRET })
    expect((await post(empty)).status).toBe(400)
    const large = await signForTests({ payload: { event: 'x'.repeat(1_048_576) }, secret: SECRET })
    expect((await post(large)).status).toBe(413)
    expect(onEvent).not.toHaveBeenCalled()
  })

  it('accepts only POST', async () => {
    const { server, onEvent } = await start(startServer)
    expect([404, 405]).toContain((await server.send('/webhooks')).status)
    expect(onEvent).not.toHaveBeenCalled()
  })
})

describe.each(['Express', 'Express, keeping raw bodies', 'Fastify', 'Hono'])('%s', (name) => {
  it('still parses the bodies of other routes', async () => {
    const { server } = await start(SERVERS[name] as (typeof SERVERS)[string])
    const answer = await server.send('/echo', {
      method: 'POST',
      body: '{ "a": 1 }',
      headers: { 'content-type': 'application/json' },
    })
    expect(await answer.json()).toEqual({ a: 1 })
  })
})

describe('a body that was already parsed', () => {
  const PARSED: readonly (readonly [string, string, (options: ReceiveOptions) => Promise<WebhookServer>])[] =
    [
      [
        'Express',
        'above app.use(express.json())',
        (options) => {
          const app = express()
          app.use(express.json())
          app.post('/webhooks', expressWebhook(options))
          return listen(app)
        },
      ],
      [
        'Next, pages router',
        'bodyParser: false',
        (options) => {
          const app = express()
          app.use(express.json())
          app.post('/webhooks', nextPagesWebhook(options))
          return listen(app)
        },
      ],
      ['Nest', 'rawBody: true', (options) => startNest(options, { rawBody: false })],
      [
        'the Fetch API',
        'request.clone()',
        (options) =>
          Promise.resolve({
            send: async (path, init) => {
              const request = new Request(`http://127.0.0.1${path}`, init)
              await request.json()
              return receiveWebhook(request, options)
            },
            close: () => Promise.resolve(),
          }),
      ],
    ]

  it.each(PARSED)('%s: the error says %s', async (name, words, startServer) => {
    const { post, onEvent, onError } = await start(startServer)
    const answer = await post(await signForTests({ payload: approved, secret: SECRET }))
    expect(answer.status).toBe(name === 'the Fetch API' ? 400 : 500)
    expect(onError.mock.lastCall).toMatchObject([{ fix: expect.stringContaining(words) }])
    expect(onEvent).not.toHaveBeenCalled()
  })
})

describe('receiveWebhook', () => {
  const receive = (options: Partial<ReceiveOptions>) => async () => {
    const { body: rawBody, headers } = await signForTests({ payload: approved, secret: SECRET })
    return receiveWebhook({ rawBody, headers }, { secrets: SECRET, onEvent: () => {}, ...options })
  }

  it('accepts a raw body and headers, as serverless platforms pass them', async () => {
    expect((await receive({})()).status).toBe(204)
  })

  it('returns 500 if it is misconfigured: the gateway is not at fault, and retries', async () => {
    const onError = vi.fn()
    for (const secrets of ['secret', ['whsk_AAAA']])
      expect((await receive({ secrets, onError })()).status).toBe(500)
    expect(onError).toHaveBeenCalledTimes(2)
  })

  it('rejects with a ConfigurationError without a secret, as without an onEvent', async () => {
    for (const secrets of [[], '', ['']])
      await expect(receive({ secrets })()).rejects.toThrow(ConfigurationError)
  })

  it('returns 409 while another process has the message', async () => {
    const deduplicator = { once: () => Promise.resolve('busy' as const) }
    expect((await receive({ deduplicator })()).status).toBe(409)
  })

  it('prints errors without an onError, and survives a log that fails', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect((await receive({ secrets: OTHER_SECRET })()).status).toBe(400)
    expect(print.mock.lastCall).toMatchObject([{ cause: 'signature_mismatch' }])
    print.mockRestore()
    const onError = () => {
      throw new Error('no log')
    }
    expect((await receive({ secrets: OTHER_SECRET, onError })()).status).toBe(400)
  })
})
