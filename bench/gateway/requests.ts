/**
 * Requests of every kind per second: purchases with and without 3-D Secure, with an Idempotency-Key, with webhooks; sessions,
 * status, refunds, the list. And how long 99 of 100 purchases take at half of the full load.
 *
 *     npm run build && node bench/gateway/requests.ts [sqlite] [postgres] [rounds=<number>] [beside=<checkout>]
 *
 * `beside` names another checkout that is built: the quotient is of rounds that take turns. Gateways are pinned to one core; load,
 * receivers and PostgreSQL run on the other. Figures are medians with their lowest and highest values.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startPostgres } from '../../packages/platform/test/postgres.ts'
import { connect, GATEWAY, isApproved, startGateway } from './gateway-under-load.ts'
import { median } from '../../packages/gateway/test/quantile.ts'
import { measurePaced, measureRequests, type Sent } from './measure-load.ts'

const given = new Map(process.argv.slice(2).map((word) => word.split('=', 2) as [string, string | undefined]))
const ROUNDS = Number(given.get('rounds') ?? 5)
const beside = given.get('beside')
const CLIENTS = [1, 8, 32, 128]
/** Each round takes a second or two. With one client, a request takes as long as ten do with many. */
const REQUESTS_PER_ROUND = 256
const REQUESTS_ALONE = 64
const WARM_UP_REQUESTS = 400
/** At half load, long enough that one in a hundred is several dozen. */
const PACED_REQUESTS = 3_000
const PACED_CLIENTS = 64

type Gateway = Awaited<ReturnType<typeof connect>>

interface Kind {
  readonly check: (text: string) => void
  readonly make: (gateway: Gateway, count: number) => Promise<readonly Sent[]>
}

/** A rejected request does not count as an answer. */
const isThere = (): void => undefined

const originOf = ({ url }: Gateway): string => new URL(url).origin

const purchases = async (gateway: Gateway, count: number, flow?: string): Promise<readonly Sent[]> =>
  (await gateway.make(count, flow)).map((body) => ({ url: gateway.url, body }))

/** Buys as many payments as the requests about payments need. */
async function buy(gateway: Gateway, count: number): Promise<readonly { id: string; reference: string }[]> {
  const bought: { id: string; reference: string }[] = []
  const check = (text: string): void => {
    isApproved(text)
    bought.push((JSON.parse(text) as { result: { id: string; reference: string } }).result)
  }
  await measureRequests({ ...gateway, requests: await purchases(gateway, count), clients: 8, check })
  return bought
}

const KINDS: Readonly<Record<string, Kind>> = {
  purchase: { check: isApproved, make: purchases },
  'purchase without 3-D Secure': {
    check: isApproved,
    make: (gateway, count) => purchases(gateway, count, 'NO_3DS'),
  },
  'purchase with an Idempotency-Key': {
    check: isApproved,
    make: async (gateway, count) =>
      (await purchases(gateway, count)).map((sent) => ({
        ...sent,
        headers: { 'idempotency-key': crypto.randomUUID() },
      })),
  },
  session: {
    check: isThere,
    make: async (gateway, count) =>
      Array.from({ length: count }, () => ({
        url: `${originOf(gateway)}/api/sessions`,
        body: JSON.stringify({
          terminal_id: gateway.terminalId,
          reference: crypto.randomUUID(),
          description: 'Two apples',
          currency: 'EUR',
          amount: 10_000,
          transaction_type: 'PURCHASE',
          return_url: 'https://shop.example/return',
        }),
      })),
  },
  status: {
    check: isThere,
    make: async (gateway, count) =>
      (await buy(gateway, count)).map(({ id }) => ({
        method: 'GET',
        url: `${originOf(gateway)}/api/transactions/${id}/status`,
      })),
  },
  refund: {
    check: isThere,
    make: async (gateway, count) =>
      (await buy(gateway, count)).map(({ reference }) => ({
        url: `${originOf(gateway)}/api/transactions/manage`,
        body: JSON.stringify({
          reference,
          terminal_id: gateway.terminalId,
          currency: 'EUR',
          amount: 100,
          transaction_type: 'REFUND',
        }),
      })),
  },
  list: {
    check: isThere,
    make: async (gateway, count) =>
      Array.from({ length: count }, () => ({ method: 'GET', url: `${originOf(gateway)}/api/transactions` })),
  },
  // Runs last, because a subscription receives everything that follows.
  'purchase with webhooks': { check: isApproved, make: purchases },
}

const programs = {
  this: GATEWAY,
  ...(beside !== undefined && { other: join(resolve(beside), 'packages/cli/dist/main.js') }),
}
const wanted = ['sqlite', 'postgres'].filter((name) => given.has(name))
const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
const receiver = createServer((request, response) => void request.resume().on('end', () => response.end()))
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
try {
  if (wanted.length === 0 || wanted.includes('sqlite')) await measure('SQLite', null)
  if (wanted.length === 0 || wanted.includes('postgres')) {
    const postgres = await startPostgres('durable')
    await measure('PostgreSQL', () => postgres.createDatabase())
    await postgres.stop()
  }
} finally {
  receiver.close()
  receiver.closeAllConnections()
  rmSync(directory, { recursive: true, force: true })
}

async function measure(database: string, makeUrl: (() => Promise<string>) | null): Promise<void> {
  const started = []
  for (const [build, program] of Object.entries(programs)) {
    const databaseUrl = makeUrl ? await makeUrl() : null
    const server = await startGateway(join(directory, `${database}-${build}`), databaseUrl, { program })
    const gateway = await connect(server.firstLine)
    const requests = await purchases(gateway, WARM_UP_REQUESTS)
    await measureRequests({ ...gateway, requests, clients: 8, check: isApproved })
    started.push({ server, gateway })
  }
  const [ours, other] = started.map(({ gateway }) => gateway)
  if (!ours) return
  console.log(
    `\n| ${database} | Clients | Per second | ms, median | × the other build |\n| - | - | - | - | - |`,
  )
  for (const [name, kind] of Object.entries(KINDS)) {
    if (name.endsWith('webhooks')) for (const { gateway } of started) await subscribe(gateway)
    for (const clients of CLIENTS) await compare(name, kind, clients, ours, other)
  }
  await paceHalf(ours)
  for (const { server } of started) await server.stop()
}

async function compare(
  name: string,
  { check, make }: Kind,
  clients: number,
  ours: Gateway,
  other: Gateway | undefined,
): Promise<void> {
  const count = clients === 1 ? REQUESTS_ALONE : REQUESTS_PER_ROUND
  const run = async (gateway: Gateway) => {
    await gateway.renew()
    return measureRequests({ ...gateway, requests: await make(gateway, count), clients, check })
  }
  const rates: number[] = []
  const waits: number[] = []
  const quotients: number[] = []
  // The other build is older than this kind of request.
  const isKnown =
    other !== undefined &&
    (await make(other, 1)
      .then((requests) => measureRequests({ ...other, requests, clients: 1, check }))
      .then(() => true)
      .catch(() => false))
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order of the two alternates, too.
    const before = isKnown && round % 2 === 1 ? await run(other) : null
    const { perSecond, medianMs } = await run(ours)
    rates.push(perSecond)
    waits.push(medianMs)
    if (isKnown) quotients.push(perSecond / (before ?? (await run(other))).perSecond)
  }
  const spread = `${median(rates).toFixed(0)} (${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)})`
  const quotient = isKnown ? median(quotients).toFixed(2) : '–'
  console.log(`| ${name} | ${clients} | ${spread} | ${median(waits).toFixed(1)} | ${quotient} |`)
}

/** Measures at full load first, then at half of the result. */
async function paceHalf(gateway: Gateway): Promise<void> {
  const check = isApproved
  await gateway.renew()
  const full = await measureRequests({
    ...gateway,
    requests: await purchases(gateway, PACED_REQUESTS / 2),
    clients: 32,
    check,
  })
  const half = await measurePaced({
    ...gateway,
    requests: await purchases(gateway, PACED_REQUESTS),
    clients: PACED_CLIENTS,
    perSecond: full.perSecond / 2,
    check,
  })
  console.log(
    `\nPurchases with webhooks at half of ${full.perSecond.toFixed(0)} a second: median ${half.medianMs.toFixed(1)} ms, 99 of 100 under ${half.p99Ms.toFixed(1)} ms`,
  )
}

async function subscribe(gateway: Gateway): Promise<void> {
  const { port } = receiver.address() as AddressInfo
  const answer = await fetch(`${originOf(gateway)}/simulators/webhooks/subscriptions`, {
    method: 'POST',
    headers: {
      'user-agent': 'bench',
      'content-type': 'application/json',
      'x-sandbox-id': gateway.sandboxId,
    },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/webhooks` }),
  })
  if (!answer.ok) throw new Error(`no subscription: ${answer.status} ${await answer.text()}`)
}
