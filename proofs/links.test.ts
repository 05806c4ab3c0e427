import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { type SeededRandom, createSeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { DIRECTIONS, type Direction } from '../packages/platform/test/flow.ts'
import { clientOf } from '../packages/gateway/test/client-of.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { PGBOUNCER, startPgbouncer } from '../packages/platform/test/pgbouncer.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { startSimulatorsProgram } from '../packages/cli/test/simulators-program.ts'
import { type ToxicName, TOXICS } from '../packages/platform/test/toxics.ts'
import { RetryingClient } from './retrying-client.ts'
import { type LastingParties, type LineFixture, startLineFixture } from './line-fixture.ts'
import { summarize } from './report.ts'
import { Rounds } from './rounds.ts'

/** The same in the short form; `npm run verify -- links` takes the whole table. */
const seed = Number(process.env['PROOF_SEED'] ?? 2_065)
/** The number of cases for each link. */
const CASES = Number(process.env['PROOF_CASES'] ?? 1)

/** The two parties of a connection; the first one calls. */
const LINKS = [
  { parties: 'client and gateway', link: 'client', hasPooler: false },
  { parties: 'gateway and database', link: 'database', hasPooler: false },
  { parties: 'gateway and provider', link: 'provider', hasPooler: false },
  { parties: 'gateway and receiver', link: 'receiver', hasPooler: false },
  // PgBouncer, where there is one.
  { parties: 'gateway and pooler', link: 'database', hasPooler: true },
] as const

/** How long a provider may take. */
const PROVIDER_MAX_MS = 1_500

/**
 * The time limits of one attempt of a client, and of a whole call. Where the fault is on the gateway's other side, a
 * client is patient: the gateway's own calls have limits, and it responds. A 3-D Secure server may take 10 s, twice.
 */
const PATIENCE = {
  impatient: { timeoutMs: 1_500, deadlineMs: 4_000 },
  patient: { timeoutMs: 25_000, deadlineMs: 30_000 },
} as const

/**
 * A call that is not answered after these is a defect. A key that was in use when the database stopped is free after 30
 * s of the machine's time; until then a request is "still running", which asks for 2 s.
 */
const ROUNDS_MAX = 30

interface Case {
  readonly toxic: ToxicName
  readonly direction: Direction
}

const TABLE: readonly Case[] = (Object.keys(TOXICS) as ToxicName[]).flatMap((toxic) =>
  DIRECTIONS.map((direction) => ({ toxic, direction })),
)

const random = createSeededRandom(seed)

describe.each(LINKS.filter(({ hasPooler }) => !hasPooler || PGBOUNCER !== undefined))(
  'a fault between $parties',
  ({ parties, link, hasPooler }) => {
    let lasting: LastingParties
    const unhandled: unknown[] = []
    const remember = (reason: unknown) => void unhandled.push(reason)

    beforeAll(async () => {
      process.on('unhandledRejection', remember)
      const postgres = await startPostgres()
      lasting = {
        postgres,
        pooler: hasPooler ? await startPgbouncer(PGBOUNCER ?? '', postgres.url) : null,
        simulators: await startSimulatorsProgram({ timeoutMs: PROVIDER_MAX_MS }),
      }
    })
    afterAll(async () => {
      await lasting.simulators.close()
      await lasting.pooler?.stop()
      await lasting.postgres.stop()
      process.off('unhandledRejection', remember)
    })

    it.each(draw(random, TABLE, CASES))(
      `loses no payment and makes none twice: $toxic, $direction (PROOF_SEED=${seed})`,
      async ({ toxic, direction }) => {
        const fixture = await startLineFixture(lasting)
        onTestFinished(() => fixture.close())
        const patience = PATIENCE[link === 'client' ? 'impatient' : 'patient']
        const rounds = new Rounds()
        const shop = openShop(fixture, rounds, patience)
        const warm = await warmUp(shop, fixture)
        const line = fixture.lines[link]

        line.break({ [direction]: TOXICS[toxic][direction] })
        const working = Promise.all(
          [
            () => shop.purchase(),
            () => shop.purchase({ retryUnsafe: true }),
            () => shop.purchaseOrGiveUp(),
            () => shop.purchaseOrGiveUp(),
            () => shop.purchaseWithChallenge(),
            () => shop.pay(),
            () => shop.capture(warm.authorization),
            () => shop.refund(warm.purchase),
          ].map((work) => rounds.run(work)),
        )
        await Promise.race([rounds.idle(), working])
        await vi.waitFor(() => expect(line.touched).toBeGreaterThan(0))
        // No call waits for a webhook, so the fault does.
        if (link === 'receiver')
          await vi.waitFor(async () =>
            expect(await fixture.books.count('deliveryAttempts')).toBeGreaterThan(2),
          )
        await line.mend()
        for (let round = 0; (await rounds.idle()) > 0 && round < ROUNDS_MAX; round += 1) {
          if (round > 0) await fixture.letTimePass()
          rounds.begin()
        }
        expect(await rounds.idle(), 'not answered').toBe(0)
        await working
        await fixture.settle()

        const transactions = await fixture.books.all('transactions')
        const inspection = await fixture.inspect(shop)
        summarize(`${parties}: ${toxic}, ${direction}`, {
          calls: Object.fromEntries(shop.seen),
          'given up': shop.givenUp.length,
          transactions: transactions.length,
          deliveries: fixture.receiver.received.length,
          touched: line.touched,
        })
        expect(shop.complaints).toEqual([])
        expect(unhandled).toEqual([])
        expect(inspection.discrepancies).toEqual([])
        // A client that waits for the gateway is answered by the gateway.
        if (link !== 'client') expect([...shop.seen.keys()]).not.toContain('request_timed_out')
        const names = transactions.map(
          (row) => `${String(row['transaction_type'])} ${String(row['reference'])}`,
        )
        expect(new Set(names).size, 'one transaction for each reference').toBe(names.length)
        // The client was informed that nothing was done: nothing was, and nothing will be.
        const references = new Set(transactions.map(({ reference }) => reference))
        expect(shop.givenUp.filter(({ reference }) => references.has(reference))).toEqual([])
        expect(transactions.length + shop.givenUp.length).toBe(WANTED)
      },
    )
  },
)

/** Two before the fault, eight while it lasts. */
const WANTED = 10

function openShop(
  { sandbox, clock }: LineFixture,
  rounds: Rounds,
  patience: { readonly timeoutMs: number; readonly deadlineMs: number },
): RetryingClient {
  const client = clientOf(sandbox, patience)
  return new RetryingClient({ client, merchant: new MerchantAtGateway(sandbox, clock), rounds, ...patience })
}

/** Makes payments to capture and refund later, over connections that every party keeps. */
async function warmUp(shop: RetryingClient, { receiver }: LineFixture) {
  const [authorized, purchased] = await Promise.all([
    shop.purchase({}, { transaction_type: 'AUTHORIZE' }),
    shop.purchase(),
  ])
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2))
  if (!authorized.result || !purchased.result) throw new Error('no result')
  return { authorization: authorized.result, purchase: purchased.result }
}

function draw<T>(from: SeededRandom, table: readonly T[], count: number): readonly T[] {
  const left = [...table]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(from.whole(left.length), 1),
  ).flat()
}
