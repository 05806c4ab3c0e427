/**
 * A gateway in a world that follows from a seed: its clock, its timers, its randomness, the order of everything that is due,
 * the network around it, its providers, its storage and its deaths.
 *
 * @decision 0240
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { summarize } from '../report.ts'
import { NamedRandom } from './named-random.ts'
import { explainViolation } from './explain-violation.ts'
import { type Ending, play } from './scenario.ts'
import { makeTemplate, type Template } from './template.ts'
import { watchThreads } from './until-quiet.ts'
import { drawPlan, type Plan, WAYS } from './plan.ts'

const FIRST_SEED = Number(process.env['PROOF_SEED'] ?? 1)
const SCENARIOS = Number(process.env['PROOF_SCENARIOS'] ?? 200)
/** A fifth of a second each, alone; the machine may be busy. */
const TIME_LIMIT_MS = 60_000 + SCENARIOS * 5_000
/** So many are played twice. */
const REPEATED = 5

/** A disk in memory where there is one. */
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sluice-simulation-'))
let template: Template
let forgetThreads = (): void => undefined

beforeAll(async () => {
  forgetThreads = watchThreads()
  template = await makeTemplate(folder)
})

afterAll(() => {
  forgetThreads()
  rmSync(folder, { recursive: true, force: true })
})

/** The digests of the first scenarios, by their seeds. */
const digests = new Map<number, string>()

const playPlan = (plan: Plan): Promise<Ending> => play(plan, template, folder)

it(
  'keeps its promises in every simulation',
  async () => {
    let steps = 0
    const approved = new Set<string>()
    const startedAtMs = Date.now()
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SCENARIOS; seed += 1) {
      const plan = drawPlan(new NamedRandom(seed))
      const { violation, steps: taken, approved: ways, digest } = await playPlan(plan)
      digests.set(seed, digest)
      steps += taken
      for (const way of ways) approved.add(way)
      if (violation !== null) throw new Error(await explainViolation(plan, violation, playPlan))
    }
    // Worlds in which nothing succeeds hold every promise.
    if (SCENARIOS >= 200) expect([...approved].sort()).toEqual([...WAYS].sort())
    const seconds = Math.round((Date.now() - startedAtMs) / 1000)
    summarize('simulation', { scenarios: SCENARIOS, 'first seed': FIRST_SEED, steps, seconds, violations: 0 })
  },
  TIME_LIMIT_MS,
)

it(
  'has the same history again, to the last byte of every table, from the same seed',
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + REPEATED; seed += 1) {
      const plan = drawPlan(new NamedRandom(seed))
      const before = digests.get(seed) ?? (await playPlan(plan)).digest
      expect((await playPlan(plan)).digest, `seed ${seed}`).toBe(before)
    }
  },
  TIME_LIMIT_MS,
)
