/**
 * A security code leaves no trace: two runs that differ only in the codes have the same history, to the last byte of
 * every table, every line of the log and every answer, except for sealed data.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { NamedRandom } from './named-random.ts'
import { play } from './scenario.ts'
import { makeTemplate, type Template } from './template.ts'
import { watchThreads } from './until-quiet.ts'
import { drawPlan } from './plan.ts'

/** The first worlds in which much succeeds. */
const FIRST_SEED = Number(process.env['PROOF_SEED'] ?? 5)
const PAIRS = Number(process.env['PROOF_PAIRS'] ?? 4)
const TIME_LIMIT_MS = 60_000 + PAIRS * 60_000

const CODES = ['123', '987'] as const

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sluice-cvv-'))
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

it(
  'two runs that differ only in security codes are equal',
  async () => {
    let payments = 0
    let lines = 0
    for (let seed = FIRST_SEED; seed < FIRST_SEED + PAIRS; seed += 1) {
      const plan = drawPlan(new NamedRandom(seed))
      const [one, other] = [
        await play(plan, template, folder, { securityCode: CODES[0], isLogging: true }),
        await play(plan, template, folder, { securityCode: CODES[1], isLogging: true }),
      ]
      expect(other.said).toBe(one.said)
      expect(other.unsealed.filter((line, place) => line !== one.unsealed[place])).toEqual([])
      expect(other.unsealed).toHaveLength(one.unsealed.length)
      expect(other.logged).toEqual(one.logged)
      lines += one.logged.length
      payments += one.approved.size
    }
    // Worlds without payments are the same for other reasons.
    expect(payments).toBeGreaterThan(0)
    expect(lines).toBeGreaterThan(payments)
  },
  TIME_LIMIT_MS,
)
