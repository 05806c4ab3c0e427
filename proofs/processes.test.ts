import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createSeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { findFreePort } from '../packages/platform/test/free-port.ts'
import { inParallel } from '../packages/gateway/test/in-parallel.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { inspectBooks } from './inspect-books.ts'
import { type Acknowledgement, readAcknowledgement } from './load-client.ts'
import { makeSandbox } from './make-sandbox.ts'
import { startReceiver } from './receiver.ts'
import { summarize } from './report.ts'
import { type Reply, Shop } from './shop.ts'
import { startSimulatorsProgram } from '../packages/cli/test/simulators-program.ts'
import { type Intent, paymentIntent, purchaseIntent } from './intents.ts'

/** The same in the short form; `npm run verify -- processes` makes it large. */
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)
const PROCESSES = Number(process.env['PROOF_PROCESSES'] ?? 3)
const REFERENCES = Number(process.env['PROOF_REFERENCES'] ?? 80)
const CLIENTS = Number(process.env['PROOF_CLIENTS'] ?? 16)
const COPIES = 4

/** Generous, because a time limit finds no bugs. */
const TIME = { timeout: 180_000 + REFERENCES * 100 }
const WAIT = { timeout: 60_000, interval: 50 }

describe('several gateway processes on one PostgreSQL database', () => {
  it(
    `answer ${REFERENCES} references, each sent ${COPIES} times at once, once each (PROOF_SEED=${seed})`,
    TIME,
    async () => {
      const random = createSeededRandom(seed)
      const dataDir = mkdtempSync(join(tmpdir(), 'sluice-processes-'))
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      const postgres = await startPostgres()
      onTestFinished(() => postgres.stop())
      const simulators = await startSimulatorsProgram()
      onTestFinished(() => simulators.close())
      const receiver = await startReceiver()
      onTestFinished(() => receiver.close())
      const databaseUrl = await postgres.createDatabase()
      const flags = { data: dataDir, config: simulators.configFile, 'database-url': databaseUrl }
      // One address gives all tokens the same issuer.
      const port = await findFreePort()
      const env = { SLUICE_AUTH_URL: `http://127.0.0.1:${port}` }
      // All at once: they wait for each other with the tables and the demo merchant.
      const gateways: GatewayProcess[] = await Promise.all(
        Array.from({ length: PROCESSES }, (_, place) =>
          startGatewayProcess({ ...flags, port: String(place === 0 ? port : 0) }, { env }),
        ),
      )
      onTestFinished(async () => void (await Promise.all(gateways.map((gateway) => gateway.kill()))))
      const [first] = gateways
      if (!first) throw new Error('no gateway')
      const sandbox = await makeSandbox(first, receiver)
      const merchant = new MerchantAtGateway(sandbox)
      const shop = new Shop(sandbox)

      const startedAt = performance.now()
      const statuses = new Map<number | string, number>()
      const acknowledged: Acknowledgement[] = []
      const unequal: string[] = []
      const send = async (intent: Intent, place: number): Promise<Reply> => {
        const reply = await shop.send(intent, gateways[place % PROCESSES]?.ready.base_url ?? '')
        const name = reply.kind === 'answer' ? reply.status : reply.kind
        statuses.set(name, (statuses.get(name) ?? 0) + 1)
        return reply
      }
      const isRunning = (reply: Reply): boolean => reply.kind === 'answer' && reply.status === 409

      await inParallel(REFERENCES, Math.ceil(CLIENTS / COPIES), async (index) => {
        const isCard = index % 2 === 0
        const intent = isCard ? await purchaseIntent(merchant, random) : paymentIntent(merchant)
        // One card payment has one key; of another payment the reference alone decides, in every process.
        const copies = Array.from({ length: COPIES }, () =>
          isCard ? intent : { ...intent, key: randomUUID() },
        )
        const replies = await Promise.all(copies.map((copy, place) => send(copy, place + index)))
        // An answer is stored before it is sent, so a client that was told to wait can get it now.
        const later = await Promise.all(
          replies.map(async (reply, place) => (isRunning(reply) ? send(intent, place + index) : reply)),
        )
        const texts = later.map((reply) =>
          reply.kind === 'answer' && reply.status === 200 ? reply.text : reply,
        )
        if (typeof texts[0] === 'string' && texts.every((text) => text === texts[0])) {
          acknowledged.push(readAcknowledgement(intent, texts[0]))
        } else unequal.push(`${intent.path} ${intent.reference}: ${JSON.stringify(texts)}`)
      })

      expect(unequal).toEqual([])
      expect([...statuses.keys()].filter((status) => status !== 200 && status !== 409)).toEqual([])
      expect(statuses.get(200)).toBe(REFERENCES * COPIES)

      const arrived = () => new Set(receiver.received.map(({ id }) => id)).size
      await vi.waitFor(() => expect(arrived()).toBe(REFERENCES), WAIT)

      const measured = await Promise.all(gateways.map((gateway) => gateway.measure()))
      const providerCalls = measured.reduce((sum, each) => sum + each.providerCalls, 0)
      expect(providerCalls).toBe((await simulators.readLedger()).length)
      expect(providerCalls).toBe(Math.ceil(REFERENCES / 2))

      await Promise.all(gateways.map((gateway) => gateway.close()))
      const { received } = receiver
      const ledger = await simulators.readLedger()
      const inspection = await inspectBooks(flags, { acknowledged, ledger, received })
      const deadlocks = await countDeadlocks(databaseUrl)
      summarize('processes', {
        seed,
        processes: PROCESSES,
        clients: CLIENTS,
        transactions: inspection.transactions,
        'calls of card providers': providerCalls,
        answers: Object.fromEntries(statuses),
        'references a second': Math.round((REFERENCES * 1_000) / (performance.now() - startedAt)),
        deliveries: received.length,
        deadlocks,
      })
      expect(inspection.discrepancies).toEqual([])
      expect(inspection.transactions).toBe(REFERENCES)
      expect(inspection.events).toBe(REFERENCES)
      // No process died, so none had to repeat what another had begun.
      expect(received.length).toBe(REFERENCES)
      expect(deadlocks).toBe(0)
    },
  )
})

async function countDeadlocks(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.deadlocks)
  } finally {
    await client.end()
  }
}
