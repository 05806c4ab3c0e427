import { createEventStreamReader, type EventStreamMessage } from '@sluice/types/vocabulary'
import { NotFoundError } from '@sluice/server-sdk'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'

import { clientOf } from './client-of.ts'
import { openPortalStream, OWN_PAGE, signInByLink, callPortal } from './at-portal.ts'
import { describeAtBothGateways, otherMerchant } from './both-gateways.ts'
import { createSeededRandom } from './seeded-random.ts'
import type { MerchantAtGateway } from './merchant-at-gateway.ts'
import { seenAnswers } from './shopper.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'
import { startTwoGateways } from './two-gateways.ts'

const WAIT = { timeout: 60_000 }

/** A stream that a test reads. */
interface OpenStream {
  readonly status: number
  /** The events received so far. */
  readonly messages: EventStreamMessage[]
  /** Resolves when the gateway has ended it. */
  readonly ended: Promise<void>
  leave(): void
}

const open = new Set<OpenStream>()
afterEach(() => {
  for (const stream of open) stream.leave()
  open.clear()
})

async function openStream(
  at: MerchantAtGateway,
  { after, headers = {} }: { after?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<OpenStream> {
  const leaving = new AbortController()
  const query = after === undefined ? '' : `?after=${after}`
  const response = await fetch(`${at.ready.base_url}/api/events${query}`, {
    headers: { 'user-agent': 'test', authorization: `Bearer ${await at.token()}`, ...headers },
    signal: leaving.signal,
  })
  const messages: EventStreamMessage[] = []
  const read = async () => {
    const next = createEventStreamReader()
    const pieces = response.body?.pipeThrough(new TextDecoderStream()) ?? []
    for await (const piece of pieces as AsyncIterable<string>) {
      seenAnswers.push(piece)
      messages.push(...next(piece))
    }
  }
  const stream = {
    status: response.status,
    messages,
    ended: response.ok ? read().catch(() => undefined) : Promise.resolve(),
    leave: () => leaving.abort(),
  }
  open.add(stream)
  if (response.ok) await expect.poll(() => messages.length, WAIT).toBeGreaterThan(0)
  return stream
}

/** Returns the payments in a stream's events. */
const told = ({ messages }: Pick<OpenStream, 'messages'>): readonly string[] =>
  messages
    .filter(({ data }) => data !== '')
    .map(({ data }) => (JSON.parse(data) as { payload: { id: string } }).payload.id)

const payNow = async (at: MerchantAtGateway) => {
  const { result } = await at.authorize({ flow: 'NO_3DS' })
  return result?.id ?? ''
}

describeAtBothGateways('the event stream', (current) => {
  it('sends the event of each payment to its merchant only, like a webhook', async () => {
    const { gateway } = current()
    const stream = await openStream(gateway)
    const theirs = await openStream(await otherMerchant(gateway))
    const id = await payNow(gateway)
    await expect.poll(() => told(stream), WAIT).toEqual([id])
    const [event] = (await gateway.books.all('events')).filter(({ transaction_id: of }) => of === id)
    expect(stream.messages.at(-1)).toEqual({ id: event?.['id'], data: event?.['payload'] })
    const declined = await gateway.authorize({
      flow: 'NO_3DS',
      metadata: { simulated_response_code: '1004' },
    })
    await expect.poll(() => told(stream), WAIT).toEqual([id, declined.result?.id])
    expect(told(theirs)).toEqual([])
  })

  it('resumes after the given event, and begins with the first one for 0', async () => {
    const { gateway } = current()
    const stream = await openStream(gateway)
    const ids = [await payNow(gateway), await payNow(gateway), await payNow(gateway)]
    await expect.poll(() => told(stream), WAIT).toEqual(ids)
    const [, first] = stream.messages
    for (const resumed of [
      await openStream(gateway, { after: first?.id ?? '' }),
      await openStream(gateway, { after: '0', headers: { 'last-event-id': first?.id ?? '' } }),
    ])
      await expect.poll(() => told(resumed), WAIT).toEqual(ids.slice(1))
    const whole = await openStream(gateway, { after: '0' })
    await expect.poll(() => told(whole).slice(-3), WAIT).toEqual(ids)
    // The cursor of a stream that has sent nothing yet.
    const idle = await openStream(gateway)
    idle.leave()
    const missed = await payNow(gateway)
    const back = await openStream(gateway, { after: idle.messages[0]?.id ?? '' })
    await expect.poll(() => told(back), WAIT).toEqual([missed])
  })

  it('begins at the session’s position at the portal, so that no event is missed before the stream opens', async () => {
    const { gateway } = current()
    const cookie = await signInByLink(gateway)
    const cursorOf = async () => {
      const { body } = await callPortal(gateway, '/portal/session', { headers: { ...OWN_PAGE, cookie } })
      return (body as { events_after: string }).events_after
    }
    const first = await cursorOf()
    const missed = await payNow(gateway)
    const stream = await openStream(gateway, { after: first })
    await expect.poll(() => told(stream), WAIT).toEqual([missed])
    await expect.poll(cursorOf, WAIT).toBe(stream.messages.at(-1)?.id)
  })

  it('rejects ids of unknown events and of other merchants’ events', async () => {
    const { gateway } = current()
    const other = await otherMerchant(gateway)
    await payNow(other)
    const theirs = await openStream(other, { after: '0' })
    await expect.poll(() => told(theirs), WAIT).toHaveLength(1)
    const id = theirs.messages.at(-1)?.id ?? ''
    expect((await openStream(gateway, { after: id })).status).toBe(404)
    expect((await openStream(gateway, { headers: { 'last-event-id': id } })).status).toBe(404)
    expect((await openStream(gateway, { after: 'msg_1' })).status).toBe(422)
    expect((await openStream(gateway, { headers: { 'last-event-id': 'x' } })).status).toBe(422)
  })

  it.each([11, 12])('loses no event and keeps the order when connections break (seed %i)', async (seed) => {
    const { gateway } = current()
    const random = createSeededRandom(seed)
    let cursor = (await openStream(gateway)).messages[0]?.id ?? ''
    const seen: string[] = []
    const expected = 24
    const payments = Promise.all(
      Array.from({ length: expected / 3 }, async () => {
        for (let turn = 0; turn < 3; turn += 1) await payNow(gateway)
      }),
    )
    while (seen.length < expected) {
      const stream = await openStream(gateway, { after: cursor })
      const enough = 1 + random.whole(6)
      await expect
        .poll(() => told(stream).length >= enough || seen.length + told(stream).length >= expected, WAIT)
        .toBe(true)
      stream.leave()
      // A connection may break anywhere; only complete events count.
      const received = stream.messages.slice(0, 1 + enough)
      seen.push(...told({ messages: received }))
      cursor = received.at(-1)?.id ?? cursor
    }
    await payments
    const whole = await openStream(gateway, { after: '0' })
    await expect.poll(() => told(whole).at(-1), WAIT).toBe(seen.at(-1))
    expect(seen).toEqual(told(whole).slice(-expected))
    expect(new Set(seen).size).toBe(expected)
  })

  it('is followed by the client, which reconnects', async () => {
    const { gateway } = current()
    const client = clientOf(gateway.ready)
    const stop = new AbortController()
    const seen: string[] = []
    const states: string[] = []
    const listening = (async () => {
      const events = client.events.listen({ signal: stop.signal, onState: (state) => states.push(state) })
      for await (const { event } of events) seen.push(event.payload.id)
    })()
    await expect.poll(() => states, WAIT).toEqual(['open'])
    const first = await payNow(gateway)
    await expect.poll(() => seen, WAIT).toEqual([first])
    stop.abort()
    await listening
    const unknown = client.events.listen({ after: `msg_${'x'.repeat(27)}` })[Symbol.asyncIterator]()
    await expect(unknown.next()).rejects.toThrow(NotFoundError)
  })
})

describe('the end of a stream', () => {
  const start = async (limits: object = {}): Promise<TestGateway> => {
    const gateway = await startTestGateway({
      adapters: { eventStreamLimits: { heartbeatMs: 20, ...limits } },
    })
    onTestFinished(() => gateway.close())
    return gateway
  }

  it('comes when the token is revoked', async () => {
    const gateway = await start()
    const { auth_url, realm, client_id, client_secret } = gateway.ready
    const post = async (path: string, form: Readonly<Record<string, string>>) => {
      const answer = await fetch(`${auth_url}/realms/${realm}/protocol/openid-connect/${path}`, {
        method: 'POST',
        headers: { 'user-agent': 'test' },
        body: new URLSearchParams({ client_id, client_secret, ...form }),
      })
      expect(answer.status).toBe(200)
      return answer
    }
    const issued = await post('token', { grant_type: 'client_credentials' })
    const tokens = (await issued.json()) as { access_token: string; refresh_token: string }
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    const stream = await openStream(gateway, { headers })
    await post('revoke', { token: tokens.refresh_token })
    await stream.ended
  })

  it('comes when the person at the portal signs out', async () => {
    const gateway = await start()
    const cookie = await signInByLink(gateway)
    const { status, headers, body, ended } = await openPortalStream(gateway, cookie, { stays: true })
    expect([status, headers['content-type'], headers['x-accel-buffering']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no',
    ])
    expect(body).toBe('retry: 2000\nid: 0\n\n')
    await callPortal(gateway, '/portal/session', { method: 'DELETE', headers: { ...OWN_PAGE, cookie } })
    await ended
  })

  it('comes when the process stops, which waits for no stream', async () => {
    const gateway = await startTestGateway()
    const stream = await openStream(gateway)
    await gateway.close()
    await stream.ended
  })

  it('frees a place for another', async () => {
    const gateway = await start({ perMerchant: 2 })
    const first = await openStream(gateway)
    await openStream(gateway)
    const refused = await openStream(gateway)
    expect(refused.status).toBe(429)
    first.leave()
    await expect.poll(async () => (await openStream(gateway)).status, WAIT).toBe(200)
  })
})

describe('two processes on one database', () => {
  it('stream events of payments at the other process, in the same order', async () => {
    const { first, second, close } = await startTwoGateways()
    onTestFinished(close)
    const streams = [await openStream(first), await openStream(second)] as const
    const ids = new Set<string>()
    for (const at of [first, second, first]) ids.add(await payNow(at))
    for (const stream of streams) await expect.poll(() => new Set(told(stream)), WAIT).toEqual(ids)
    expect(told(streams[0])).toEqual(told(streams[1]))
  })
})
