/** Counts the database statements for sending an event, which are the same on every machine. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { spyOnPostgres, spyOnSqlite } from './executed-statements.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { createGatewayDatabase } from './gateway-databases.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'
import { type Answering, takeIt, FaultyReceiver } from './faulty-receiver.ts'

const HEALTHY = 2
const HANGING = 8
const HOUR_MS = 3_600_000
const WAIT = { timeout: 60_000 }

const KINDS = {
  // Only for the merchant of the event, because a process that begins to listen checks all merchants.
  look: /^select .* exists.*"merchant_id" in/s,
  claim: /^\s*with picked.*\bupdate webhook_deliveries\b/s,
  bodies: /^select .* from "events"/,
  endpoints: /^select \* from "webhook_subscriptions"/,
}

/** The statements for receivers that answer at once, however many. */
const OF_SWIFT = { look: 1, claim: 1, bodies: 1, endpoints: 1 }
/** The statements for receivers that do not answer, however many. */
const OF_ALL = { look: 1, claim: 2, bodies: 2, endpoints: 2 }

/** Returns the gateway's statements in order. */
type Executed = () => readonly string[]

describe.each(['SQLite', 'PostgreSQL'])('an event on %s', (database) => {
  it('is queried, claimed and read once for all receivers that answer at once', async () => {
    const { gateway, executed } = await start(database)
    const healthy = await subscribe(gateway, HEALTHY + HANGING, takeIt)
    await tell(gateway, healthy)
    expect(await countAsked(executed, () => tell(gateway, healthy))).toEqual(OF_SWIFT)
  })

  it('is claimed separately for receivers that hang, and once for all of them', async () => {
    const { gateway, executed } = await start(database)
    const healthy = await subscribe(gateway, HEALTHY, takeIt)
    const hanging = await subscribe(gateway, HANGING, () => undefined)
    await tell(gateway, [...healthy, ...hanging])
    expect(await countAsked(executed, () => tell(gateway, [...healthy, ...hanging]))).toEqual(OF_ALL)
  })
})

async function start(database: string): Promise<{ gateway: TestGateway; executed: Executed }> {
  const executed = database === 'SQLite' ? spyOnSqlite() : flat(spyOnPostgres())
  // Nothing is queried or retried unless an event is written.
  const adapters = { webhookLimits: { pollMs: HOUR_MS, deadlineMs: HOUR_MS, stopMs: 0 } }
  const gateway = await startTestGateway({
    adapters,
    ...(database === 'PostgreSQL' && { databaseUrl: await createDatabase() }),
  })
  onTestFinished(() => gateway.close())
  return { gateway, executed }
}

function flat(sent: () => readonly (readonly string[])[]): Executed {
  return () => sent().flat()
}

async function createDatabase(): Promise<string> {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  return createGatewayDatabase(postgres)
}

async function subscribe(
  gateway: TestGateway,
  count: number,
  answer: Answering,
): Promise<readonly FaultyReceiver[]> {
  const receivers: FaultyReceiver[] = []
  for (let each = 0; each < count; each += 1) {
    const receiver = await FaultyReceiver.start(answer)
    onTestFinished(() => receiver.close())
    const { status } = await gateway.send('POST', '/simulators/webhooks/subscriptions', { url: receiver.url })
    expect(status).toBe(201)
    receivers.push(receiver)
  }
  return receivers
}

/** Pays, and waits until every receiver got the event and all answers are stored. */
async function tell(gateway: TestGateway, receivers: readonly FaultyReceiver[]): Promise<void> {
  const before = receivers.map(({ received }) => received.length)
  await gateway.pay()
  await vi.waitFor(() => {
    expect(receivers.map(({ received }) => received.length)).toEqual(before.map((count) => count + 1))
  }, WAIT)
  const taken = receivers.filter(({ answer }) => answer === takeIt).flatMap(({ received }) => received)
  await vi.waitFor(async () => {
    const deliveries = await gateway.books.all('deliveries')
    expect(deliveries.filter(({ status }) => status === 'DELIVERED')).toHaveLength(taken.length)
  }, WAIT)
}

async function countAsked(executed: Executed, work: () => Promise<void>): Promise<Record<string, number>> {
  const before = executed().length
  await work()
  const asked = executed().slice(before)
  const counts = Object.entries(KINDS).map(([kind, pattern]) => [
    kind,
    asked.filter((text) => pattern.test(text)).length,
  ])
  return Object.fromEntries(counts) as Record<string, number>
}
