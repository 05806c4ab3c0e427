import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createSeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { findFreePort } from '../packages/platform/test/free-port.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { startStoppablePostgres } from '../packages/platform/test/postgres.ts'
import { startGatewayProcess } from './gateway-process.ts'
import { inspectBooks } from './inspect-books.ts'
import { LoadClient } from './load-client.ts'
import { summarize } from './report.ts'
import { Shop } from './shop.ts'
import { startSimulatorsProgram } from '../packages/cli/test/simulators-program.ts'
import { tally } from '../packages/gateway/test/tally.ts'
import { purchaseIntent, refundIntent } from './intents.ts'

/** The same in the short form; `npm run verify -- database` makes it long. */
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)
const STOPS = Number(process.env['PROOF_STOPS'] ?? 2)
const CLIENTS = Number(process.env['PROOF_CLIENTS'] ?? 8)
const PROCESSES = 2

/** A stop comes after at most this many answers since the last one. */
const AFTER_MAX = 40
const REFUNDED_SHARE = 0.3
/** Longer than every lease, and than a provider may still be executing what it has never seen. */
const EVERYTHING_DUE_MS = 61_000
const ROUNDS_MAX = 20

/** Generous, because a time limit finds no bugs. */
const TIME_MS = 120_000 + STOPS * 60_000

describe('gateways whose database stops without a warning', () => {
  it(
    `${STOPS} times answer 503 in the meantime, continue afterwards and lose nothing (PROOF_SEED=${seed})`,
    async () => {
      const random = createSeededRandom(seed)
      const dataDir = mkdtempSync(join(tmpdir(), 'sluice-database-stops-'))
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      const postgres = await startStoppablePostgres()
      onTestFinished(() => postgres.stop())
      const simulators = await startSimulatorsProgram()
      onTestFinished(() => simulators.close())
      const flags = {
        data: dataDir,
        config: simulators.configFile,
        'database-url': await postgres.createDatabase(),
      }
      const port = await findFreePort()
      const env = { SLUICE_AUTH_URL: `http://127.0.0.1:${port}` }
      const gateways = await Promise.all(
        Array.from({ length: PROCESSES }, (_, place) =>
          startGatewayProcess({ ...flags, port: String(place === 0 ? port : 0) }, { env }),
        ),
      )
      onTestFinished(async () => void (await Promise.all(gateways.map((gateway) => gateway.kill()))))
      const [first] = gateways
      if (!first) throw new Error('no gateway')

      const merchant = new MerchantAtGateway(first.ready)
      const client = new LoadClient({
        shop: new Shop(first.ready),
        makeIntent: () => purchaseIntent(merchant, random),
        followUp: ({ intent, transactionId, status }) =>
          status === 'APPROVED' && intent.path.endsWith('/authorize') && random.next() < REFUNDED_SHARE
            ? refundIntent(intent, transactionId)
            : null,
      })
      const answered = tally()
      const refused = tally()
      const windowsMs: number[] = []
      let isOver = false
      let isBack = Promise.resolve()
      const working = client.work({
        baseUrls: gateways.map(({ ready }) => ready.base_url),
        clients: CLIENTS,
        isOver: () =>
          isOver || client.complaints.length > 0 || gateways.some((gateway) => !gateway.isAlive()),
        // A client that was refused returns when the service is back.
        async afterRefusal() {
          refused.count()
          await isBack
        },
        onAcknowledged: answered.count,
      })

      // Clients stop at an answer that they must not get.
      const orEnd = (happens: Promise<void>): Promise<void> => Promise.race([happens, working])
      for (let stop = 1; stop <= STOPS; stop += 1) {
        await orEnd(answered.reaches(1 + random.whole(AFTER_MAX)))
        let callBack = (): void => undefined
        isBack = new Promise((resolve) => {
          callBack = resolve
        })
        const everybodyRefused = refused.reaches(CLIENTS)
        await postgres.stopImmediately()
        await orEnd(everybodyRefused)
        await postgres.startAgain()
        const readyAt = performance.now()
        const firstAnswer = answered.reaches(1)
        callBack()
        await orEnd(firstAnswer)
        windowsMs.push(performance.now() - readyAt)
      }
      isOver = true
      await working
      // Neither 500 nor hung nor lost, and every 503 said when to retry.
      expect(client.complaints).toEqual([])
      expect(gateways.map((gateway) => gateway.isAlive())).toEqual(gateways.map(() => true))

      const letTimePass = async () => {
        const done = await Promise.all(gateways.map((gateway) => gateway.advance(EVERYTHING_DUE_MS)))
        return done.reduce((sum, each) => sum + each, 0)
      }
      await client.finish(first.ready.base_url, letTimePass)
      let rounds = 0
      while ((await letTimePass()) > 0 && rounds < ROUNDS_MAX) rounds += 1
      expect(rounds).toBeLessThan(ROUNDS_MAX)
      await Promise.all(gateways.map((gateway) => gateway.close()))

      const { acknowledged, seen } = client
      const inspection = await inspectBooks(flags, { acknowledged, ledger: await simulators.readLedger() })
      summarize('database stops', {
        seed,
        stops: STOPS,
        acknowledged: acknowledged.length,
        answers: Object.fromEntries(seen),
        transactions: inspection.transactions,
        'from ready to the first answer, worst': `${Math.round(Math.max(...windowsMs))} ms`,
      })
      expect(client.complaints).toEqual([])
      expect([...seen.keys()].filter((name) => !['200', '409', '503'].includes(name))).toEqual([])
      expect(inspection.discrepancies).toEqual([])
    },
    TIME_MS,
  )
})
