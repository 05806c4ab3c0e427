/**
 * A gateway for more than an hour at half of its full load: what grows, what stays open, what becomes slow.
 *
 * Pieces of a minute each end with a measure. `PROOF_MINUTES` of them are a proof; without it a few pieces of some actions
 * show that the proof itself works.
 */
import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { Books } from '../packages/gateway/test/books.ts'
import { createSeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { seenAnswers } from '../packages/gateway/test/shopper.ts'
import { quantile } from '../packages/gateway/test/quantile.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { inspectBooks, type ReportedEnd } from './inspect-books.ts'
import { evaluateSoak, type SoakSample } from './evaluate-soak.ts'
import { makeSandbox } from './make-sandbox.ts'
import { createPace } from './pace.ts'
import { startReceiver } from './receiver.ts'
import { summarize } from './report.ts'
import { createSoakActions, type ActionKind, type SoakActions } from './soak-actions.ts'

const seed = Number(process.env['PROOF_SEED'] ?? 20_261_123)
/** The minutes on each database; 0: only a check that the proof itself works. */
const MINUTES = Number(process.env['PROOF_MINUTES'] ?? 0)
/** Actions a second; by default half of the calibrated maximum. */
const RATE = Number(process.env['PROOF_RATE'] ?? 0)
/** Whether other programs share the machine: then what depends on time is reported, not judged. */
const IS_SHARED = process.env['PROOF_SHARED'] === '1'

const MINUTE_MS = 60_000
const CALIBRATION_MS = 30_000
/** The number of pieces in the short form. */
const SMALL_PIECES = 3
const SMALL_PIECE_ACTIONS = 12
/** Concurrent actions: far below the limit of one address. */
const AT_ONCE_MAX = 48

/** A complaint may quote a whole page. */
const COMPLAINT_LENGTH = 300

/** Generous, because a time limit finds no bugs. */
const TIME = { timeout: 300_000 + MINUTES * MINUTE_MS * 1.5 }
const WAIT = { timeout: 300_000, interval: 100 }

describe.each(['SQLite', 'PostgreSQL'] as const)('a gateway on %s', (database) => {
  it(`stays stable, ${MINUTES} minutes at half of its full load (PROOF_SEED=${seed})`, TIME, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-soak-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const flags = {
      data: dataDir,
      port: '0',
      ...(database === 'PostgreSQL' && { 'database-url': await makeDatabase() }),
    }
    const gateway = await startGatewayProcess(flags)
    onTestFinished(() => gateway.kill())
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const merchant = new MerchantAtGateway(await makeSandbox(gateway, receiver))
    const day = new Day(await createSoakActions(merchant, createSeededRandom(seed)))

    const rate = MINUTES === 0 ? 0 : RATE || (await calibrate(day)) / 2
    const pieces = MINUTES || SMALL_PIECES
    const samples: SoakSample[] = []
    const ownDelays = monitorEventLoopDelay({ resolution: 10 })
    ownDelays.enable()
    onTestFinished(() => void ownDelays.disable())
    const startedAt = performance.now()
    for (let piece = 1; piece <= pieces; piece += 1) {
      const endsAt = startedAt + piece * MINUTE_MS
      const { actions, latencies } = await day.pass(rate, (begun) =>
        MINUTES === 0 ? begun === SMALL_PIECE_ACTIONS : performance.now() >= endsAt,
      )
      // An access token is good for five minutes. What was answered is searched by other proofs.
      merchant.forgetToken()
      seenAnswers.length = 0
      samples.push({
        minute: piece,
        actions,
        latencyP99Ms: quantile(latencies, 0.99),
        ownDelayP99Ms: ownDelays.percentile(99) / 1e6,
        ...(await measureProcess(gateway)),
        ...(await measureDatabase(flags)),
      })
      ownDelays.reset()
      if (MINUTES > 0) summarize(`minute ${piece} on ${database}`, { ...samples.at(-1) })
    }

    const { told, complaints, kinds } = day
    const { received } = receiver
    const events = await booksOf(flags).count('events')
    await vi.waitFor(() => expect(new Set(received.map(({ id }) => id)).size).toBe(events), WAIT)
    await gateway.close()
    const inspection = await inspectBooks(flags, { acknowledged: told, received })
    const { faults, figures } = evaluateSoak(samples, IS_SHARED)
    summarize(`soak on ${database}`, {
      seed,
      minutes: MINUTES,
      'deeds a second': rate,
      actions: Object.fromEntries(kinds),
      complaints: complaints.length,
      transactions: inspection.transactions,
      events: inspection.events,
      deliveries: received.length,
      ...figures,
    })
    expect(complaints.slice(0, 3)).toEqual([])
    expect(inspection.discrepancies).toEqual([])
    expect(told.length).toBeGreaterThan(0)
    for (const sample of samples)
      expect(Math.min(sample.rssBytes, sample.heapBytes, sample.databaseBytes)).toBeGreaterThan(0)
    if (MINUTES > 0) expect(faults).toEqual([])
  })
})

/** Customers who arrive at a rate, and the answers that they got. */
class Day {
  readonly told: ReportedEnd[] = []
  /** Answers that a customer does not expect; a 5xx is always one. */
  readonly complaints: string[] = []
  readonly kinds = new Map<ActionKind, number>()
  readonly #actions: SoakActions

  constructor(actions: SoakActions) {
    this.#actions = actions
  }

  /** Runs until no action is in progress; `isOver` is called before each, with the number of started ones. */
  async pass(
    perSecond: number,
    isOver: (begun: number) => boolean,
  ): Promise<{ readonly actions: number; readonly latencies: readonly number[] }> {
    const latencies: number[] = []
    const pace = createPace(perSecond)
    const underWay = new Set<Promise<void>>()
    let begun = 0
    for (; !isOver(begun); begun += 1) {
      await pace()
      const dueAt = performance.now()
      if (underWay.size >= AT_ONCE_MAX) await Promise.race(underWay)
      const action = this.#act().then(() => {
        latencies.push(performance.now() - dueAt)
        underWay.delete(action)
      })
      underWay.add(action)
    }
    await Promise.all(underWay)
    return { actions: begun, latencies }
  }

  async #act(): Promise<void> {
    try {
      const { kind, told } = await this.#actions.act()
      this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
      if (told) this.told.push(told)
    } catch (error) {
      this.complaints.push(String(error).slice(0, COMPLAINT_LENGTH))
    }
  }
}

/** Actions a second when customers come as fast as they are served. */
async function calibrate(day: Day): Promise<number> {
  const startedAt = performance.now()
  const { actions } = await day.pass(0, () => performance.now() - startedAt >= CALIBRATION_MS)
  return (actions * 1_000) / (performance.now() - startedAt)
}

async function measureProcess(gateway: GatewayProcess) {
  const { heapUsedBytes: heapBytes, rssBytes, loopDelayP99Ms } = await gateway.measure()
  return { heapBytes, rssBytes, loopDelayP99Ms, ...countDescriptors(gateway.pid) }
}

/** Counts the open descriptors of a process; none where the system does not list them. */
function countDescriptors(pid: number): Pick<SoakSample, 'descriptors' | 'sockets'> {
  if (process.platform !== 'linux') return { descriptors: 0, sockets: 0 }
  const folder = `/proc/${pid}/fd`
  const open = readdirSync(folder).map((name) => linkOf(join(folder, name)))
  const sockets = open.filter((link) => link.startsWith('socket:')).length
  return { descriptors: open.length - sockets, sockets }
}

/** One that was closed since the folder was read leads nowhere. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

interface Place {
  readonly data: string
  readonly 'database-url'?: string
}

const booksOf = ({ data, 'database-url': databaseUrl }: Place): Books =>
  new Books(databaseUrl === undefined ? { dataDir: data } : { databaseUrl })

async function measureDatabase(
  place: Place,
): Promise<Pick<SoakSample, 'databaseBytes' | 'deadShare' | 'logBytes'>> {
  if (place['database-url'] === undefined) {
    const sizeOf = (name: string): number =>
      statSync(join(place.data, name), { throwIfNoEntry: false })?.size ?? 0
    return { databaseBytes: sizeOf('sluice.db'), logBytes: sizeOf('sluice.db-wal'), deadShare: 0 }
  }
  const [row] = await booksOf(place).query(
    `select pg_database_size(current_database()) as bytes, sum(n_dead_tup) as dead, sum(n_live_tup) as live
     from pg_stat_user_tables`,
  )
  const [bytes, dead, live] = [Number(row?.['bytes']), Number(row?.['dead']), Number(row?.['live'])]
  return { databaseBytes: bytes, logBytes: 0, deadShare: dead / Math.max(1, dead + live) }
}

async function makeDatabase(): Promise<string> {
  const postgres = await startPostgres('durable')
  onTestFinished(() => postgres.stop())
  return postgres.createDatabase()
}
