/**
 * `npm run verify -- planted`: inserts one bug after the other into the code that a suite loads, and checks that a test
 * of that suite fails because of it. One that stays green has a hole. `--short` takes every bug whose suite `npm test`
 * leaves out, but for those of scanners, and every fifth of the others. `--resume` continues the last series.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { ensureScanners } from '../ensure-scanners.mjs'
import { beginSeries, recordPiece, resumeSeries } from '../proof-series.mjs'
import { CommandError, PINNED_NODE, run } from '../stage.mjs'
import { isOnlyInVerify, runnerOf } from '../verify-pieces.mjs'
import type { PlantedBug } from './planted-bug.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

interface Report {
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** The bugs that a suite of `npm test` finds. */
const SHORT_FORM_TAKES_EVERY = 5

const folder = mkdtempSync(join(tmpdir(), 'sluice-planted-'))

/** The tests that failed of the bug; null when the suite did not get as far as a test. */
async function findFailures({ name, suite, title, needs }: PlantedBug): Promise<readonly string[] | null> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const words = ['run', `--project=${runnerOf(suite)}`, suite, '--reporter=json', `--outputFile=${report}`]
  const only = title === undefined ? [] : ['-t', title]
  const env = { PLANTED_BUG: name, ...asInTest(suite), ...(needs && (await ensureScanners())) }
  try {
    await run(PINNED_NODE, ['node_modules/vitest/vitest.mjs', ...words, ...only], { env })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
  }
  const { numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  if (numTotalTests === 0) return null
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName)
}

/** A suite of `npm test` has to find its bug in the part of it that runs there. */
function asInTest(suite: string): { readonly SLUICE_TESTS?: 'of-a-change' } {
  return isOnlyInVerify('integration', suite) ? {} : { SLUICE_TESTS: 'of-a-change' }
}

function isInShortForm(place: number, { suite, needs }: PlantedBug): boolean {
  if (isOnlyInVerify('integration', suite)) return needs === undefined
  return place % SHORT_FORM_TAKES_EVERY === 0
}

const { values: options } = parseArgs({
  options: { resume: { type: 'boolean', default: false }, short: { type: 'boolean', default: false } },
})
const seriesName = options.short ? 'planted-bugs.short' : 'planted-bugs'
const series = options.resume ? resumeSeries(seriesName, 1) : beginSeries(seriesName, 1)
const wanted = [...PLANTED_BUGS.entries()].filter(
  ([place, bug]) => !options.short || isInShortForm(place, bug),
)
let found = 0
let missed = 0
try {
  for (const [place, bug] of wanted) {
    if (series.pieces.get(place)?.isGreen) {
      found += 1
      continue
    }
    const startedAt = Date.now()
    const failures = await findFailures(bug)
    const [first] = failures ?? []
    const isGreen = first !== undefined
    recordPiece(seriesName, {
      place,
      env: {},
      isGreen,
      seconds: Math.round((Date.now() - startedAt) / 1000),
    })
    console.log(`${isGreen ? '✓' : '✗'} ${bug.name}`)
    console.log(
      `  ${bug.suite}: ${first === undefined ? (failures ? 'found nothing' : 'did not run') : first}`,
    )
    if (isGreen) found += 1
    else missed += 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${found} passed, ${missed} failed`)
if (missed > 0) process.exitCode = 1
