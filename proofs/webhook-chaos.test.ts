import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { WebhookDeliveryList, WebhookSubscriptionList } from '@sluice/types'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { findFreePort } from '../packages/platform/test/free-port.ts'
import { inParallel } from '../packages/gateway/test/in-parallel.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { sandboxOf, subscribe } from '../packages/gateway/test/webhook-fixture.ts'
import { startGatewayProcess } from './gateway-process.ts'
import { inspectBooks } from './inspect-books.ts'
import { makeSandbox } from './make-sandbox.ts'
import { MISBEHAVIOURS, type Misbehaviour } from './misbehaviour.ts'
import { createPace } from './pace.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { summarize } from './report.ts'
import { Shop } from './shop.ts'
import { paymentIntent } from './intents.ts'

/** The number of events in the short form; `npm run verify -- webhooks` makes it 10,000. */
const EVENTS = Number(process.env['PROOF_EVENTS'] ?? 48)
/** A gateway's own 15 seconds at full size; the few of every run do not wait that long. */
const DEADLINE_MS = process.env['PROOF_EVENTS'] === undefined ? 2_000 : null
/** Payments a second, so that latencies are those of a gateway that has air; 0: as fast as it can. */
const RATE = Number(process.env['PROOF_RATE'] ?? 0)
const CLIENTS = 8
const HEALTHY = 2
const PARTS = 4
/** The share of the run without bad receivers that counts as warm-up, because a receiver is slowest at first. */
const WARM_UP_SHARE = 0.25

const HOUR_SECONDS = 3_600
/**
 * The steps in time: past the first retry; then past the five days after which a subscription is disabled; then the
 * rest.
 */
const STEPS_SECONDS = [6, 5 * 24 * HOUR_SECONDS + HOUR_SECONDS, 24 * HOUR_SECONDS, 24 * HOUR_SECONDS] as const

/** Generous: a time limit finds no bugs. */
const TIME = { timeout: 180_000 + EVENTS * 300 }
const WAIT = { timeout: 180_000 + EVENTS * 100, interval: 50 }

describe('webhooks to receivers of which most misbehave', () => {
  it(`are delivered or parked, ${EVENTS} events to each`, TIME, async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-webhook-chaos-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const flags = { data: dataDir, port: '0', 'database-url': await postgres.createDatabase() }
    const gateway = await startGatewayProcess(flags, { webhookDeadlineMs: DEADLINE_MS })
    onTestFinished(() => gateway.kill())
    const healthy = async (port?: number): Promise<Receiver> => {
      const receiver = await startReceiver(port)
      onTestFinished(() => receiver.close())
      return receiver
    }

    const calm = new MerchantAtGateway(await makeSandbox(gateway))
    const alone = await subscribeAll(calm, () => healthy())
    await pay(calm, EVENTS)
    await haveAll(alone, EVENTS)

    // As many deliveries as with bad receivers, all of them accepted, so that any difference comes from the failures.
    const many: Receiver[] = []
    if (RATE > 0) {
      const crowd = new MerchantAtGateway(await makeSandbox(gateway))
      many.push(...(await subscribeAll(crowd, () => healthy())))
      for (let more = 0; more <= Object.keys(MISBEHAVIOURS).length; more += HEALTHY)
        await subscribeAll(crowd, () => healthy())
      await pay(crowd, EVENTS)
      await haveAll(many, EVENTS)
    }

    const shared = new MerchantAtGateway(await makeSandbox(gateway))
    const beside = await subscribeAll(shared, () => healthy())
    const downPort = await findFreePort()
    const late = await subscribe(shared, { url: `http://127.0.0.1:${downPort}/webhooks` })
    const bad = new Map<string, Misbehaviour>()
    for (const behaviour of Object.values(MISBEHAVIOURS)) {
      const receiver = await behaviour.start()
      onTestFinished(() => receiver.close())
      const { id } = await subscribe(shared, { url: receiver.url })
      bad.set(id, behaviour)
    }
    const heapsMb: number[] = []
    for (let part = 1; part <= PARTS; part += 1) {
      await pay(shared, EVENTS / PARTS)
      await haveAll(beside, (EVENTS / PARTS) * part)
      heapsMb.push(Math.round((await gateway.measure()).heapUsedBytes / 1024 ** 2))
    }

    const back = await healthy(downPort)
    back.trust(late.secret)
    for (const seconds of STEPS_SECONDS) {
      await advance(shared, seconds)
      if (!(await hasDue(shared))) break
    }
    await vi.waitFor(async () => expect(await hasDue(shared)).toBe(false), WAIT)
    await haveAll([back], EVENTS)

    const { subscriptions } = await shared.get<WebhookSubscriptionList>('/api/webhooks/subscriptions')
    for (const { id, status, disabled_reason } of subscriptions) {
      const { disabledFor = null } = bad.get(id) ?? {}
      expect({ id, status, disabled_reason }).toEqual({
        id,
        status: disabledFor === null ? 'ACTIVE' : 'DISABLED',
        disabled_reason: disabledFor,
      })
      const arrived = await hasAny(shared, `subscription_id=${id}&status=DELIVERED`)
      const parked =
        (await hasAny(shared, `subscription_id=${id}&status=CANCELED`)) ||
        (await hasAny(shared, `subscription_id=${id}&status=FAILED`))
      const fate = bad.get(id)?.fate ?? 'delivered'
      expect({ id, arrived, parked }).toEqual({
        id,
        arrived: fate === 'delivered',
        parked: fate === 'parked',
      })
    }
    await gateway.close()

    const [first] = beside
    const received = [alone[0], many[0], first].flatMap((receiver) => receiver?.received ?? [])
    const inspection = await inspectBooks(flags, { acknowledged: [], received })
    expect(inspection.discrepancies).toEqual([])
    expect(inspection.events).toBe((many.length === 0 ? 2 : 3) * EVENTS)

    const aloneMs = p99(latencies(alone, Math.floor(EVENTS * WARM_UP_SHARE)))
    const amongManyMs = many.length === 0 ? null : p99(latencies(many, 0))
    const duringMs = p99(latencies(beside, 0))
    summarize('webhooks', {
      events: `${EVENTS}, and before them as many without bad receivers`,
      rate: RATE === 0 ? 'as fast as it can' : `${RATE} payments a second`,
      'healthy p99 without bad receivers': `${aloneMs} ms`,
      ...(amongManyMs !== null && {
        'healthy p99 among ten healthy ones': `${amongManyMs} ms, ${(amongManyMs / aloneMs).toFixed(2)} times`,
        'beside them, of that among ten healthy ones': `${(duringMs / amongManyMs).toFixed(2)} times`,
      }),
      'healthy p99 beside them': `${duringMs} ms, ${(duringMs / aloneMs).toFixed(2)} times`,
      'heap after a collection, at each quarter': `${heapsMb.join(', ')} MB`,
    })
  })
})

async function subscribeAll(
  merchant: MerchantAtGateway,
  start: () => Promise<Receiver>,
): Promise<readonly Receiver[]> {
  return Promise.all(
    Array.from({ length: HEALTHY }, async () => {
      const receiver = await start()
      const { secret } = await subscribe(merchant, { url: receiver.url })
      receiver.trust(secret)
      return receiver
    }),
  )
}

/** Each payment makes one event. */
async function pay(merchant: MerchantAtGateway, count: number): Promise<void> {
  const shop = new Shop(merchant.ready)
  const pace = createPace(RATE)
  await inParallel(count, CLIENTS, async () => {
    await pace()
    const reply = await shop.send(paymentIntent(merchant), merchant.ready.base_url)
    expect(reply).toMatchObject({ kind: 'answer', status: 200 })
  })
}

async function haveAll(receivers: readonly Receiver[], count: number): Promise<void> {
  await vi.waitFor(() => {
    for (const { received } of receivers) expect(new Set(received.map(({ id }) => id)).size).toBe(count)
  }, WAIT)
}

async function advance(merchant: MerchantAtGateway, seconds: number): Promise<void> {
  const body = { advance_seconds: seconds }
  const answer = await merchant.send('POST', '/simulators/clock', body, sandboxOf(merchant))
  expect(answer.status, answer.text).toBe(200)
}

const hasDue = (merchant: MerchantAtGateway): Promise<boolean> => hasAny(merchant, 'status=DUE')

async function hasAny(merchant: MerchantAtGateway, query: string): Promise<boolean> {
  merchant.forgetToken()
  const path = `/api/webhooks/deliveries?limit=1&${query}`
  return (await merchant.get<WebhookDeliveryList>(path)).deliveries.length > 0
}

/** Returns the times from the commit of an event to its first arrival. */
function latencies(receivers: readonly Receiver[], leftOut: number): readonly number[] {
  return receivers.flatMap(({ received }) =>
    received.slice(leftOut).map(({ updatedAtMs, arrivedAtMs }) => arrivedAtMs - (updatedAtMs ?? Number.NaN)),
  )
}

function p99(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? Number.NaN
}
