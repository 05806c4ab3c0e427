/**
 * The same simulations on PostgreSQL, with up to three gateways on one database: a real server, whose answers arrive
 * one at a time and when nothing else moves, and whose faults follow from the seed too.
 *
 * @decision 0240
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { startPostgres, type TestPostgres } from '../../packages/platform/test/postgres.ts'
import { summarize } from '../report.ts'
import { NamedRandom } from './named-random.ts'
import { explainViolation } from './explain-violation.ts'
import { play } from './scenario.ts'
import { makeTemplate, type Template } from './template.ts'
import { watchThreads } from './until-quiet.ts'
import { watchServers } from './watch-servers.ts'
import { drawPlan, type Plan } from './plan.ts'

/** Short worlds: with deaths, conflicts and cut connections, and with money that moves. */
const FIRST_SEED = Number(process.env['PROOF_SEED'] ?? 51)
const SCENARIOS = Number(process.env['PROOF_SERVER_SCENARIOS'] ?? 4)
/** A few seconds each; the machine may be busy. */
const TIME_LIMIT_MS = 120_000 + SCENARIOS * 60_000
/** So many are played twice. */
const REPEATED = Number(process.env['PROOF_REPEATED'] ?? 1)
/** Never drawn: in one of ten worlds two things fall on one time, and each database has its own order of them. */
const CALM_SEEDS = [51, 56]

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sluice-simulation-'))
let postgres: TestPostgres
let onServer: Template
let embedded: Template
const forgets: (() => void)[] = []

beforeAll(async () => {
  forgets.push(watchThreads(), watchServers())
  postgres = await startPostgres()
  onServer = await makeTemplate(folder, postgres)
  embedded = await makeTemplate(folder)
})

afterAll(async () => {
  for (const forget of forgets) forget()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The results of the first scenarios, by their seeds. */
const outcomes = new Map<number, readonly string[]>()

const playOnServer = (plan: Plan) => play(plan, onServer, folder)

it(
  'keeps its promises in every simulation on PostgreSQL',
  async () => {
    let steps = 0
    let approved = 0
    const startedAtMs = Date.now()
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SCENARIOS; seed += 1) {
      const plan = drawPlan(new NamedRandom(seed))
      const { violation, steps: taken, outcomes: own, approved: ways } = await playOnServer(plan)
      outcomes.set(seed, own)
      steps += taken
      approved += ways.size
      if (violation !== null) throw new Error(await explainViolation(plan, violation, playOnServer))
    }
    // Worlds in which nothing succeeds hold every promise.
    if (SCENARIOS >= 4) expect(approved).toBeGreaterThan(0)
    const seconds = Math.round((Date.now() - startedAtMs) / 1_000)
    const figures = { scenarios: SCENARIOS, 'first seed': FIRST_SEED, steps, seconds, violations: 0 }
    summarize('simulation on PostgreSQL', figures)
  },
  TIME_LIMIT_MS,
)

it(
  'gives the same result from the same seed',
  async () => {
    let compared = 0
    // A single simulation may have no violation.
    for (let seed = FIRST_SEED; seed < FIRST_SEED + REPEATED || compared === 0; seed += 1) {
      const plan = drawPlan(new NamedRandom(seed))
      const before = outcomes.get(seed) ?? (await playOnServer(plan)).outcomes
      expect((await playOnServer(plan)).outcomes, `seed ${seed}`).toEqual(before)
      compared += before.length
    }
  },
  TIME_LIMIT_MS,
)

it(
  'gives the same result as on SQLite if no storage fault is injected',
  async () => {
    for (const seed of CALM_SEEDS) {
      const { steps, ...drawn } = drawPlan(new NamedRandom(seed))
      const intents = steps.filter(({ kind }) => kind === 'intent')
      const calm: Plan = { ...drawn, steps: intents, pauseShare: 0, processes: 1 }
      const [here, there] = [await playOnServer(calm), await play(calm, embedded, folder)]
      expect(here.outcomes, `seed ${seed}`).toEqual(there.outcomes)
    }
  },
  TIME_LIMIT_MS,
)
