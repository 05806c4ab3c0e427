/** Connections that are misused in every way: no answer is a 5xx, none is of the wrong request, none stays open. */
import { type EmbeddedSession } from '@sluice/types'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createSeededRandom } from '../../packages/gateway/test/seeded-random.ts'
import { summarize } from '../report.ts'
import { startTestGateway, type TestGateway } from '../../packages/gateway/test/test-gateway.ts'
import { exchangeOverSocket } from './exchange-over-socket.ts'
import { checkBytes } from './check-bytes.ts'
import { SlowestAnswers } from './slowest-answers.ts'
import { drawExchange, type SocketExchange, type SocketFixture } from './socket-exchanges.ts'

const FIRST_SEED = Number(process.env['PROOF_SEED'] ?? 1)
const CONNECTIONS = Number(process.env['PROOF_CONNECTIONS'] ?? 300)
/** So many at once: beyond the processors, far below what an address may open. */
const AT_ONCE = 8
const TIME_LIMIT_MS = 120_000 + CONNECTIONS * 40

let gateway: TestGateway
let fixture: SocketFixture

beforeAll(async () => {
  gateway = await startTestGateway()
  const { base_url, client_key } = gateway.ready
  const { id } = await gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest())
  fixture = {
    host: new URL(base_url).host,
    path: '/openapi.json',
    post: {
      path: `/api/client/sessions/${id}/payments`,
      headers: { 'x-client-key': client_key, 'content-type': 'application/json', 'user-agent': 'test' },
      body: '{"payment_method":{"type":"card","data":{}}}',
    },
  }
})
afterAll(() => gateway.close())

it(
  'a connection gets the answers to its requests, and is closed',
  async () => {
    const port = Number(new URL(gateway.ready.base_url).port)
    const slowest = new SlowestAnswers()
    const kinds = new Map<string, number>()
    let next = FIRST_SEED
    const client = async (): Promise<void> => {
      while (next < FIRST_SEED + CONNECTIONS) {
        const seed = next
        next += 1
        const exchange = drawExchange(fixture, createSeededRandom(seed))
        kinds.set(exchange.kind, (kinds.get(exchange.kind) ?? 0) + 1)
        const beganAtMs = performance.now()
        const fault = await findFault(port, exchange)
        slowest.note(performance.now() - beganAtMs, `${exchange.kind} (seed ${seed})`)
        if (fault !== null) throw new Error(`seed ${seed}, ${exchange.kind}: ${fault}\n${show(exchange)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client))
    expect((await gateway.send('GET', '/openapi.json')).status).toBe(200)
    summarize('fuzz, sockets', {
      connections: CONNECTIONS,
      'first seed': FIRST_SEED,
      kinds: Object.fromEntries([...kinds].sort()),
      'slowest answers': slowest.list(),
    })
  },
  TIME_LIMIT_MS,
)

async function findFault(port: number, exchange: SocketExchange): Promise<string | null> {
  try {
    return checkBytes(exchange, await exchangeOverSocket(port, exchange))
  } catch (error) {
    return (error as Error).message
  }
}

const show = ({ pieces }: SocketExchange): string =>
  JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, 1_500))
