import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ConnectorEvent, EventReading } from '../../src/kit/index.ts'
import { stripe } from '../../src/stripe/index.ts'
import type { StripeTwin } from '../../twins/stripe/stripe-twin.ts'
import { startStripeTwin } from '../../twins/stripe/twin.ts'
import { newKey, operationOf } from './messages.ts'
import { followUp, type Known, payByCard } from './pay.ts'
import { API_KEY, type Ask, createSmallGateway } from './small-gateway.ts'

const SECRET = 'whsec_Y29ubmVjdG9yLXNlY3JldA=='
const EUR = { amount: 12_345, currency: 'EUR' }

interface Posted {
  readonly headers: Record<string, string | string[] | undefined>
  readonly rawBody: Buffer
}

let twin: StripeTwin
let ask: Ask
let receiver: Server
let posted: Posted[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      posted.push({ headers: request.headers, rawBody: Buffer.concat(chunks) })
      response.end('received')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  twin = await startStripeTwin({
    apiKeys: [API_KEY],
    endpoint: { url: `http://127.0.0.1:${String(port)}/`, secrets: [SECRET] },
  })
  ask = createSmallGateway(twin)
})
afterAll(async () => {
  expect(twin.contract().breaches).toEqual([])
  await twin.close()
  await new Promise<void>((resolve) => receiver.close(() => resolve()))
})
beforeEach(() => {
  posted = []
})

interface Reading {
  readonly secrets?: readonly string[]
  readonly accounts?: readonly string[]
  readonly accountId?: string | null
  readonly lateMs?: number
}

function read(
  one: Posted,
  { secrets = [SECRET], accounts = ['acct-eur'], accountId = null, lateMs = 0 }: Reading = {},
): EventReading {
  return stripe.readEvents(
    { headers: one.headers, rawBody: one.rawBody, query: {}, path: { providerId: 'stripe', accountId } },
    { secrets, accounts, now: twin.world.nowSeconds() * 1000 + lateMs },
  )
}

async function readAll(): Promise<ConnectorEvent[]> {
  await twin.webhooks.idle()
  return posted.flatMap((one) => {
    const reading = read(one)
    if (reading.kind !== 'events') throw new Error(JSON.stringify(reading))
    return reading.events
  })
}

async function paid(card: string): Promise<Extract<Known, { kind: 'outcome' }>> {
  const known = await payByCard(ask, EUR, card)
  if (known.kind !== 'outcome') throw new Error(JSON.stringify(known))
  return known
}

const records = (events: readonly ConnectorEvent[]) =>
  events.flatMap((one) => (one.kind === 'RECORD' ? [one] : []))

describe('a payment', () => {
  it('is reported with its key, account, amount and currency', async () => {
    const known = await paid('4242424242424242')
    const outcomes = (await readAll()).flatMap((one) => (one.kind === 'OUTCOME' ? [one] : []))
    expect(outcomes.at(-1)).toMatchObject({
      call: 'authorization',
      amount: 12_345,
      live: false,
      outcome: {
        idempotency_key: known.earlier.key,
        account_id: 'acct-eur',
        approved_amount: 12_345,
        currency: 'EUR',
        processing_code: '0000',
      },
    })
  })

  it('is not recorded as a refund when it is canceled', async () => {
    const held = await payByCard(ask, EUR, '4242424242424242', { transaction_type: 'AUTHORIZE' })
    if (held.kind !== 'outcome') throw new Error('not held')
    await followUp(ask, EUR, 'VOID', held.earlier)
    expect(records(await readAll()).map(({ record }) => record.kind)).not.toContain('REFUNDED_ELSEWHERE')
  })
})

describe('later events', () => {
  it('records a failed refund once, however many events report it', async () => {
    const known = await paid('4000000000005126')
    await followUp(ask, { ...EUR, amount: 400 }, 'REFUND', known.earlier)
    await twin.webhooks.idle()
    posted = []
    twin.advance(3_600_000)
    const failed = records(await readAll()).filter(({ record }) => record.kind === 'REFUND_FAILED')
    expect(failed.length).toBeGreaterThan(0)
    expect(new Set(failed.map(({ fact }) => fact)).size).toBe(1)
    expect(failed[0]?.record).toMatchObject({ amount: 400, currency: 'EUR' })
  })

  it('records that a dispute withdraws the money and that a won dispute reinstates it', async () => {
    await paid('4000000000000259')
    const opened = records(await readAll())
    expect(opened.map(({ record }) => record.kind)).toContain('DISPUTE_OPENED')
    const intent = twin.books().at(-1)?.paymentIntent
    expect(opened.every(({ parent_refs: refs }) => refs?.includes(intent ?? ''))).toBe(true)
    expect(opened.some(({ record }) => record.funds === 'WITHDRAWN' && record.amount === 12_345)).toBe(true)
    posted = []
    const dispute = [...twin.world.disputes.values()].at(-1)
    await fetch(`${twin.url}/v1/disputes/${dispute?.id ?? ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}` },
      body: new URLSearchParams({ 'evidence[uncategorized_text]': 'winning_evidence', submit: 'true' }),
    })
    const closed = records(await readAll())
    expect(closed.map(({ record }) => record.kind)).toContain('DISPUTE_WON')
    expect(closed.some(({ record }) => record.funds === 'REINSTATED')).toBe(true)
  })

  it('a refund of ours that was open is reported by its own key, and is no event of the payment', async () => {
    const known = await paid('4000000000007726')
    await followUp(ask, { ...EUR, amount: 300 }, 'REFUND', known.earlier)
    await twin.webhooks.idle()
    posted = []
    twin.advance(3_600_000)
    const told = (await readAll()).flatMap((one) => (one.kind === 'OUTCOME' ? [one] : []))
    const key = [...twin.world.refunds.values()].at(-1)?.metadata?.['sluice_key']
    expect(told.length).toBeGreaterThan(0)
    for (const one of told)
      expect(one).toMatchObject({
        call: 'refund',
        amount: 300,
        outcome: { idempotency_key: key, processing_code: '0000', approved_amount: 300 },
      })
  })

  it('the reversal of an approval that must be undone is reported as such', async () => {
    const known = await paid('4242424242424242')
    await twin.webhooks.idle()
    posted = []
    const key = newKey()
    const { original, ...names } = operationOf(EUR, key, 'REFUND', known.earlier)
    await ask('undo', { ...names, original }, known.earlier.state)
    const told = (await readAll()).flatMap((one) => (one.kind === 'OUTCOME' ? [one] : []))
    expect(told).toMatchObject([{ call: 'undo', outcome: { idempotency_key: key, processing_code: '0000' } }])
  })

  it('records a refund from Stripe’s dashboard as made elsewhere', async () => {
    const known = await paid('4242424242424242')
    await twin.webhooks.idle()
    posted = []
    await fetch(`${twin.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}` },
      body: new URLSearchParams({ payment_intent: known.earlier.provider_reference ?? '', amount: '250' }),
    })
    const told = records(await readAll()).filter(({ record }) => record.kind === 'REFUNDED_ELSEWHERE')
    expect(new Set(told.map(({ fact }) => fact)).size).toBe(1)
    expect(told[0]?.record).toMatchObject({ amount: 250, currency: 'EUR' })
  })
})

it('signatures are compared in constant time, and in one place', () => {
  const root = join(import.meta.dirname, '../../src')
  const texts = globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  const compare = texts.find(([path]) => path.endsWith('same-signature.ts'))?.[1] ?? ''
  expect(compare).toMatch(/timingSafeEqual\(given, expected\)/)
  for (const [path, text] of texts)
    if (path.endsWith('verify-signature.ts')) expect(text, path).toMatch(/isSameSignature\(/)
})

describe('forged events', () => {
  const one = async (): Promise<Posted> => {
    await paid('4242424242424242')
    await twin.webhooks.idle()
    const last = posted.at(-1)
    if (!last) throw new Error('nothing was posted')
    return last
  }

  it('is accepted with either secret during a rotation', async () => {
    const event = await one()
    expect(read(event, { secrets: ['whsec_bmV4dA==', SECRET] }).kind).toBe('events')
  })

  it.each<[string, (event: Posted) => [Posted, Reading?]]>([
    ['another secret', (event) => [event, { secrets: ['whsec_b3RoZXI='] }]],
    ['no secret', (event) => [event, { secrets: [] }]],
    ['no signature', (event) => [{ ...event, headers: { ...event.headers, 'stripe-signature': undefined } }]],
    [
      'a body with one more space',
      (event) => [{ ...event, rawBody: Buffer.concat([event.rawBody, Buffer.from(' ')]) }],
    ],
    [
      'the same members written anew',
      (event) => [{ ...event, rawBody: Buffer.from(JSON.stringify(JSON.parse(event.rawBody.toString()))) }],
    ],
    ['a signature of an hour ago', (event) => [event, { lateMs: 3_600_000 }]],
    [
      'a signature of the old scheme alone',
      (event) => [
        {
          ...event,
          headers: {
            ...event.headers,
            'stripe-signature': String(event.headers['stripe-signature']).replace('v1=', 'v0='),
          },
        },
      ],
    ],
  ])('is refused: %s', async (_, forge) => {
    const [event, reading] = forge(await one())
    expect(read(event, reading).kind).toBe('refused')
  })

  it('ignores events of another account', async () => {
    const event = await one()
    expect(read(event, { accounts: ['acct-usd'] })).toMatchObject({ events: [{ kind: 'OTHER' }] })
    expect(read(event, { accounts: ['acct-eur', 'acct-usd'], accountId: 'acct-usd' })).toMatchObject({
      events: [{ kind: 'OTHER' }],
    })
  })
})
