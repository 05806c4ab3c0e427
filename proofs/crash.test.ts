import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { LIMITS } from '@sluice/types/vocabulary'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { Books } from '../packages/gateway/test/books.ts'
import { type SeededRandom, createSeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { findFreePort } from '../packages/platform/test/free-port.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { inspectBooks } from './inspect-books.ts'
import { type Fate, KILL_POINTS, type KillPoint } from './kill-points.ts'
import { LoadClient } from './load-client.ts'
import { makeSandbox } from './make-sandbox.ts'
import { startReceiver } from './receiver.ts'
import { summarize } from './report.ts'
import { Shop } from './shop.ts'
import { startSimulatorsProgram } from '../packages/cli/test/simulators-program.ts'
import {
  type Intent,
  lostRequestIntent,
  purchaseIntent,
  refundIntent,
  unconfirmedOrderIntent,
} from './intents.ts'

/** The same in the short form; `npm run verify -- crash` makes it long. */
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)
/** The number of kills on each database. */
const KILLS = Number(process.env['PROOF_KILLS'] ?? KILL_POINTS.length)
const CLIENTS = Number(process.env['PROOF_CLIENTS'] ?? 8)

/** A process is killed when it has reached its kill point between one and this many times; fewer in the short form, which does less. */
const AFTER_MAX = KILLS > KILL_POINTS.length ? 24 : 8
const REFUNDED_SHARE = 0.4
/** A process that has done this much without reaching its point never will. */
const LIFE_MAX_ANSWERS = 1_000
/** Longer than every lease that goes by the gateway's own time, and than a provider may still be executing what it has never seen. */
const EVERYTHING_DUE_MS = 61_000
const ROUNDS_MAX = 20

/** A lease of a delivery lasts 25 s. */
const LEASES_END = { timeout: 180_000, interval: 100 }

/** The time after which a provider's page is no longer awaited. */
const ORDERS_OVER_MS = LIMITS.REDIRECT_IDLE_TIMEOUT_SECONDS * 1000 + 1_000

/** Actions that lead to a point that no purchase reaches: this many requests, and then this much time. */
const LEADS: Partial<
  Record<
    KillPoint,
    { readonly intent: (merchant: MerchantAtGateway) => Promise<Intent>; readonly thenMs: number }
  >
> = {
  'fence-promised': { intent: lostRequestIntent, thenMs: EVERYTHING_DUE_MS },
  'order-given-up': { intent: unconfirmedOrderIntent, thenMs: ORDERS_OVER_MS },
}

/** Generous, because a time limit finds no bugs. */
const TIME = { timeout: 180_000 + KILLS * 30_000 }

describe.each(['SQLite', 'PostgreSQL'] as const)('a gateway on %s', (database) => {
  it(
    `survives ${KILLS} kills, loses nothing, doubles nothing and leaves nothing open (PROOF_SEED=${seed})`,
    TIME,
    async () => {
      const random = createSeededRandom(seed)
      const dataDir = mkdtempSync(join(tmpdir(), 'sluice-crash-'))
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      const simulators = await startSimulatorsProgram()
      onTestFinished(() => simulators.close())
      const receiver = await startReceiver()
      onTestFinished(() => receiver.close())
      const flags = {
        data: dataDir,
        config: simulators.configFile,
        port: String(await findFreePort()),
        ...(database === 'PostgreSQL' && { 'database-url': await makeDatabase() }),
      }
      const restartsInMs: number[] = []
      // Time continues from one process to the next.
      let aheadMs = 0
      const start = async (fate: Fate | null): Promise<GatewayProcess> => {
        const gateway = await startGatewayProcess(flags, { fate, aheadMs })
        onTestFinished(() => gateway.kill())
        restartsInMs.push(gateway.startedInMs)
        return gateway
      }
      const pass = (gateway: GatewayProcess, ms: number): Promise<number> => {
        aheadMs += ms
        return gateway.advance(ms)
      }

      // The first life makes the tables, and the merchant of all lives.
      const before = await start(null)
      const sandbox = await makeSandbox(before, receiver)
      await before.close()

      const merchant = new MerchantAtGateway(sandbox, { now: () => Date.now() + aheadMs })
      let makeIntent = (): Promise<Intent> => purchaseIntent(merchant, random)
      const client = new LoadClient({
        shop: new Shop(sandbox),
        makeIntent: () => makeIntent(),
        followUp: ({ intent, transactionId, status }) =>
          status === 'APPROVED' && intent.path.endsWith('/authorize') && random.next() < REFUNDED_SHARE
            ? refundIntent(intent, transactionId)
            : null,
      })
      for (const fate of drawFates(random)) {
        const gateway = await start(fate)
        const left = countDown(fate, gateway)
        const lead = LEADS[fate.point]
        const leading = new Set<Intent>()
        makeIntent = async () => {
          if (lead === undefined || leading.size >= fate.after + CLIENTS)
            return purchaseIntent(merchant, random)
          const intent = await lead.intent(merchant)
          leading.add(intent)
          return intent
        }
        let answers = 0
        let leadsLeft = lead ? fate.after : 0
        receiver.beforeAnswer = () => left('webhook-sent')
        await client.work({
          baseUrls: [sandbox.base_url],
          clients: CLIENTS,
          isOver: () => !gateway.isAlive(),
          afterLoss: () => gateway.ended,
          onAcknowledged({ intent }) {
            answers += 1
            if (lead && leading.has(intent)) {
              leadsLeft -= 1
              // The others continue in the meantime. The process dies of it.
              if (leadsLeft === 0) void pass(gateway, lead.thenMs).catch(() => undefined)
            }
            if (answers === LIFE_MAX_ANSWERS) void gateway.kill()
            void left('any')
          },
        })
        expect(answers, `${fate.point} was never reached`).toBeLessThan(LIFE_MAX_ANSWERS)
      }

      receiver.beforeAnswer = () => Promise.resolve()
      const last = await start(null)
      await client.finish(sandbox.base_url, () => pass(last, EVERYTHING_DUE_MS))
      await pass(last, ORDERS_OVER_MS)
      let rounds = 0
      while ((await pass(last, EVERYTHING_DUE_MS)) > 0 && rounds < ROUNDS_MAX) rounds += 1
      expect(rounds).toBeLessThan(ROUNDS_MAX)
      // A process that was killed while sending holds the delivery until its lease ends, by the server's time, which
      // nobody moves.
      const databaseUrl = flags['database-url']
      const books = new Books(databaseUrl === undefined ? { dataDir } : { databaseUrl })
      const events = await books.count('events')
      const arrived = () => new Set(receiver.received.map(({ id }) => id)).size
      await vi.waitFor(() => expect(arrived()).toBe(events), LEASES_END)
      await last.close()

      const { acknowledged, seen } = client
      const { received } = receiver
      const [ledger, orders] = [await simulators.readLedger(), await simulators.readOrders()]
      const inspection = await inspectBooks(flags, { acknowledged, ledger, orders, received })
      summarize(`crash on ${database}`, {
        seed,
        kills: KILLS,
        acknowledged: acknowledged.length,
        answers: Object.fromEntries(seen),
        transactions: inspection.transactions,
        events: inspection.events,
        deliveries: received.length,
        'restart, worst': `${Math.round(Math.max(...restartsInMs))} ms`,
      })
      expect(client.complaints).toEqual([])
      expect(inspection.discrepancies).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(KILLS)
    },
  )
})

/** Every second death at a named point, each in its turn; the others at an arbitrary point. */
function drawFates(random: SeededRandom): readonly Fate[] {
  const inTurn: readonly KillPoint[] =
    KILLS <= KILL_POINTS.length ? KILL_POINTS : KILL_POINTS.flatMap((point) => [point, 'any' as const])
  return Array.from({ length: KILLS }, (_, kill) => ({
    point: inTurn[kill % inTurn.length] ?? 'any',
    after: 1 + random.whole(AFTER_MAX),
  }))
}

/** Counts the points that lie outside the process: kills it when they were reached often enough. */
function countDown(fate: Fate, gateway: GatewayProcess): (point: KillPoint) => Promise<void> {
  let left = fate.after
  return async (point) => {
    if (point !== fate.point) return
    left -= 1
    if (left === 0) await gateway.kill()
  }
}

async function makeDatabase(): Promise<string> {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  return postgres.createDatabase()
}
