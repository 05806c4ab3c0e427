/**
 * `npm run prove:planted [-- --resume]`: puts one bug after the other into the code that a suite loads, and says whether
 * a test of that suite fails of it. One that stays green has a hole.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { ensureScanners } from '../ensure-scanners.mjs'
import { beginSeries, notePiece, readSeries } from '../proof-series.mjs'
import { CommandError, PINNED_NODE, run } from '../stage.mjs'
import { type PlantedBug, PLANTED_BUGS } from './planted-bugs.ts'

interface Report {
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-planted-'))

/** The tests that failed of the bug; null when the suite did not get as far as a test. */
async function findFailures({ name, suite, title, needs }: PlantedBug): Promise<readonly string[] | null> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const project = /\.(?:http|store)\.test\.ts$|\/test\//.test(suite) ? 'integration' : 'unit'
  const words = ['run', `--project=${project}`, suite, '--reporter=json', `--outputFile=${report}`]
  const only = title === undefined ? [] : ['-t', title]
  const env = { PLANTED_BUG: name, ...(needs && (await ensureScanners())) }
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

const { values: options } = parseArgs({ options: { resume: { type: 'boolean', default: false } } })
const series = options.resume ? readSeries('planted') : beginSeries('planted', 1)
let missed = 0
try {
  for (const [place, bug] of PLANTED_BUGS.entries()) {
    if (series.pieces.get(place)?.isGreen) continue
    const startedAt = Date.now()
    const failures = await findFailures(bug)
    const [first] = failures ?? []
    const isGreen = first !== undefined
    notePiece('planted', { place, env: {}, isGreen, seconds: Math.round((Date.now() - startedAt) / 1000) })
    console.log(`${isGreen ? '✓' : '✗'} ${bug.name}`)
    console.log(
      `  ${bug.suite}: ${first === undefined ? (failures ? 'found nothing' : 'did not run') : first}`,
    )
    if (!isGreen) missed += 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (missed > 0) {
  console.error(`${missed} of ${PLANTED_BUGS.length} bugs were not found`)
  process.exitCode = 1
}
