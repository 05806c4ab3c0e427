import { describe, expect, it } from 'vitest'
import { createFakeGateway } from '../../test/fake-gateway.ts'
import { createClient } from '../client.ts'
import type { RequestView, ResponseView } from '../http/hooks.ts'

/** The beginning of a gateway's stream. */
const OPENED = 'retry: 2000\nid: 0\n\n'
const event = (id = '') => `id: ${id}\ndata: {"event":"transaction.updated"}\n\n`
const stream = (text: string) => () =>
  new Response(text, { status: 200, headers: { 'content-type': 'text/event-stream' } })
const refuse = (status: number, headers?: Record<string, string>) => () =>
  new Response('{}', { status, ...(headers && { headers }) })

/** Listens until the first event, at a gateway that answers in this order. */
async function listen(answers: readonly (() => Response)[], random: number) {
  const gateway = createFakeGateway({
    api: (_, count) => answers[count - 1]?.() ?? new Response('', { status: 500 }),
  })
  const waits: number[] = []
  const { startTimer } = gateway.options
  const client = createClient({
    ...gateway.options,
    random: () => random,
    startTimer(ms, fire, keepsAlive) {
      // Waits keep the process alive, limits do not.
      if (keepsAlive) waits.push(ms)
      return startTimer?.(ms, fire, keepsAlive) ?? (() => undefined)
    },
  })
  for await (const { id } of client.events.listen()) return { id, waits, requests: gateway.apiRequests }
  throw new Error('the stream ended')
}

describe('client.events.listen', () => {
  it('retries no earlier than Retry-After says, spread after it', async () => {
    const answers = [
      refuse(429, { 'retry-after': '30' }),
      refuse(503, { 'retry-after': '2' }),
      stream(event('e1')),
    ]
    expect(await listen(answers, 0.5)).toMatchObject({ id: 'e1', waits: [30_250, 2_500] })
  })

  it.each([
    [0, [0, 0, 0, 0, 0, 0, 0, 0]],
    [0.5, [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
  ])('spreads waits that double to 30 s, by %d', async (random, waits) => {
    const answers = [...waits.map(() => refuse(503)), stream(event('e1'))]
    expect((await listen(answers, random)).waits).toEqual(waits)
  })

  it('reports an interruption when a connection breaks, and none when the gateway ends the stream', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map((letter) => `msg_${letter.repeat(27)}`)
    const answers = [
      // The gateway ends it because the access token has expired.
      stream(`${OPENED}${event(first)}`),
      stream(`${OPENED}${event(second)}`),
      () => Promise.reject(new TypeError('fetch failed')),
      stream(`${OPENED}${event(third)}`),
    ]
    const gateway = createFakeGateway({ api: (_, count) => answers[count - 1]?.() ?? refuse(500)() })
    const heard: string[] = []
    const onState = (state: string) => void heard.push(state)
    for await (const { id } of createClient(gateway.options).events.listen({ onState })) {
      heard.push(id)
      if (id === third) break
    }
    expect(heard).toEqual(['open', first, 'open', second, 'interrupted', 'open', third])
  })

  it('calls hooks at each opening, and sends their headers and an id', async () => {
    const requests: RequestView[] = []
    const responses: ResponseView[] = []
    const gateway = createFakeGateway({
      api: (_, count) => {
        if (count === 2) throw new TypeError('the line broke')
        return count === 1 ? refuse(401)() : stream(event('e1'))()
      },
    })
    const client = createClient({
      ...gateway.options,
      random: () => 0,
      hooks: {
        onRequest(view) {
          requests.push(view)
          return { traceparent: '00-trace', authorization: 'Bearer other' }
        },
        onResponse: (view) => void responses.push(view),
      },
    })
    for await (const { id } of client.events.listen()) {
      expect(id).toBe('e1')
      break
    }
    const isStream = ({ call }: RequestView) => call.path === '/api/events'
    expect(requests.filter(isStream)).toHaveLength(3)
    expect(responses.filter(isStream)).toMatchObject([
      { status: 401, errorCode: undefined },
      { status: undefined, errorCode: 'connection_failed' },
      { status: 200, errorCode: undefined },
    ])
    const sent = gateway.apiRequests.map(({ headers }) => headers)
    expect(sent.map((headers) => headers.get('traceparent'))).toEqual(['00-trace', '00-trace', '00-trace'])
    expect(new Set(sent.map((headers) => headers.get('x-request-id')?.length))).toEqual(new Set([36]))
    expect(new Set(sent.map((headers) => headers.get('x-request-id'))).size).toBe(3)
    expect(sent[0]?.get('authorization')).not.toBe('Bearer other')
    const failed = responses.filter(isStream)[1]
    expect(failed?.requestId).toBe(sent[1]?.get('x-request-id'))
  })
})
