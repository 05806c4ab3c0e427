/**
 * `npm test` checks a change, from a fresh clone; `npm run verify` checks everything. `node tools/test.mjs lint unit` runs only
 * those stages (and the stages they need). `--all-tools` also runs slow tests of unchanged tools and builds declarations, as CI
 * always does.
 *
 * The last line is `N passed, M failed`: the tests of all runners, with each check counted as one.
 */
import { rmSync } from 'node:fs'
import { buildPackages, installAndGenerate } from './build.mjs'
import { ensureChromium } from './ensure-chromium.mjs'
import { endedBySignal, PINNED_NODE, run, stage } from './stage.mjs'
import { listUnchanged, notePassed, readFingerprints } from './slow-tool-tests.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'
import { countReport, describeTimes, failedInReport, reportFile } from './test-reports.mjs'

/**
 * The machines we are built for have two cores. The two long stages mostly wait, for browsers, databases and processes:
 * in parallel they keep both cores busy, and the checks run when the shorter one has finished.
 */
const MAX_STAGES_AT_ONCE = 2

const TEMPORARY_FOLDER = makeTemporaryFolder()

/**
 * The cost of a purchase and of a delivery, counted instead of timed: statements, round trips, commits, rows, memory.
 */
const COSTS = ['allocations-of-a-purchase', 'cost-of-a-purchase', 'cost-of-a-delivery'].map(
  (name) => `packages/gateway/test/${name}.test.ts`,
)

/** Declarations take half of the build. What a change needs is run and type-checked from the sources. */
const READ_DECLARATIONS = ['packages', 'release']

/** Slow tests of unchanged tools, and declarations, which later pieces of `npm run verify` pack. */
const mustRunAll = process.env['CI'] !== undefined || process.argv.includes('--all-tools')

/**
 * Go programs that end within a minute: collecting garbage less often saves a sixth of the time, without more memory.
 */
const SELDOM_COLLECTED = { GOGC: '400' }

/** @typedef {import('./test-reports.mjs').Count} Count */
/**
 * @typedef {object} Stage
 * @property {() => Promise<string | void>} work
 * @property {string[]} [needs] stages that must have succeeded before
 * @property {string[]} [after] stages that run first if they are selected too
 * @property {boolean} [alone] runs with no other stage in parallel
 * @property {boolean} [uncounted] prepares the others and checks nothing
 * @property {boolean} [named] runs only when it is named: before a release
 * @property {string} [report] the name of its runner's report; a stage without one counts as one check
 */

/** @type {Record<string, Stage>} */
const STAGES = {
  chromium: { work: ensureChromium, uncounted: true },
  build: {
    work: () =>
      buildPackages({ declarations: mustRunAll || READ_DECLARATIONS.some((name) => wanted.includes(name)) }),
    uncounted: true,
  },
  // The checks that find most mistakes run during the build, and fail early.
  typecheck: { work: script('typecheck', [], SELDOM_COLLECTED) },
  format: { work: script('format:check') },
  structure: { work: script('structure') },
  secrets: { work: script('secrets') },
  boundaries: { work: script('boundaries') },
  // The longest stages start first: the last to start would run alone at the end.
  e2e: { work: playwright, needs: ['build', 'chromium'], report: 'e2e' },
  integration: { work: vitest('integration'), needs: ['build'], report: 'integration' },
  // Elements of the portal, each alone in a page.
  browser: { work: vitest('browser'), needs: ['chromium'], after: ['build'], report: 'browser' },
  // The integration tests include these, too; `npm run check` names them before a commit.
  costs: {
    work: vitest('integration', { name: 'costs', files: COSTS }),
    needs: ['build'],
    named: true,
    report: 'costs',
  },
  // If these two ran during the build, the longest stage would have to wait for a core.
  unit: { work: unit, after: ['build'], report: 'unit' },
  lint: { work: script('lint', [], SELDOM_COLLECTED), after: ['build'] },
  bundles: { work: script('bundles') },
  // The packages that users install: they change with an entry or a dependency, so the piece `release` checks them.
  packages: { work: script('packages'), needs: ['build'], named: true },
  // It lists what the builds hold.
  sbom: { work: script('sbom'), needs: ['build'], named: true },
  release: {
    work: vitest('release'),
    needs: ['build', 'chromium'],
    alone: true,
    named: true,
    report: 'release',
  },
}

const startedAt = Date.now()
const wanted = chooseStages(process.argv.slice(2).filter((word) => word !== '--all-tools'))
/** @type {Pick<Count, 'passed' | 'failed'>} */
const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const failures = []
/** @type {(import('./stage.mjs').StageTimes & Partial<Count>)[]} */
const rows = []

try {
  await stage('install', installAndGenerate, (times) => rows.push(times))
  await runStages()
} catch (error) {
  failures.push(describe(error))
  total.failed += 1
}
for (const failure of failures) console.log(`\n${failure}`)
if (total.passed + total.failed === 0 && wanted.some((name) => !STAGES[name]?.uncounted)) total.failed = 1
console.log(`\n${describeTimes(rows)}`)
console.log(`\n${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {string[]} names */
function chooseStages(names) {
  for (const name of names) {
    if (Object.hasOwn(STAGES, name)) continue
    console.error(`Unknown stage ${name}. The stages are ${Object.keys(STAGES).join(', ')}.`)
    process.exit(2)
  }
  if (names.length === 0) return Object.keys(STAGES).filter((name) => !STAGES[name]?.named)
  const needed = new Set(names.flatMap((name) => [name, ...(STAGES[name]?.needs ?? [])]))
  return Object.keys(STAGES).filter((name) => needed.has(name))
}

/** Runs the wanted stages in the table's order, each as soon as what it needs is there and a core is free. */
async function runStages() {
  const waiting = new Set(wanted)
  const succeeded = new Set()
  /** @type {Map<string, Promise<void>>} */
  const running = new Map()
  while (waiting.size > 0 || running.size > 0) {
    for (const name of waiting) {
      const { needs = [], after = [], alone = false } = /** @type {Stage} */ (STAGES[name])
      const isBlocked = [...needs, ...after].some((other) => waiting.has(other) || running.has(other))
      const isFull = alone ? running.size > 0 : running.size === MAX_STAGES_AT_ONCE || isAloneRunning()
      if (isBlocked || isFull) continue
      waiting.delete(name)
      if (!needs.every((need) => succeeded.has(need))) {
        total.failed += 1
        failures.push(`${name} did not run: it needs ${needs.join(' and ')}.`)
        continue
      }
      running.set(
        name,
        runStage(name).then((ok) => void (running.delete(name), ok && succeeded.add(name))),
      )
    }
    if (running.size > 0) await Promise.race(running.values())
    if (endedBySignal()) waiting.clear()
  }
  if (endedBySignal()) throw new Error(`The tests were stopped by ${endedBySignal()}.`)

  function isAloneRunning() {
    return [...running.keys()].some((name) => STAGES[name]?.alone)
  }
}

/** @param {string} name */
async function runStage(name) {
  const { work, report, uncounted } = /** @type {Stage} */ (STAGES[name])
  // A report of an earlier run is no result of this one.
  if (report) rmSync(reportFile(report), { force: true })
  let error
  /** @type {import('./stage.mjs').StageTimes | undefined} */
  let times
  await stage(name, work, (taken) => (times = taken)).catch((caught) => (error = caught))
  if (error) failures.push(`── ${name} ──`, ...(report ? failedInReport(report) : []), describe(error))
  const counted = report
    ? countReport(report)
    : { passed: error || uncounted ? 0 : 1, failed: error ? 1 : 0, skipped: 0 }
  // A runner may fail without a failed test: an error outside of any, a file that does not load.
  if (error && counted.failed === 0) counted.failed = 1
  if (report && counted.passed + counted.failed === 0) {
    counted.failed = 1
    failures.push(`${name} ran no test.`)
  }
  total.passed += counted.passed
  total.failed += counted.failed
  if (times) rows.push({ ...times, ...counted })
  return !error
}

/** @param {unknown} error */
function describe(error) {
  return error instanceof Error ? error.message : String(error)
}

/**
 * The scripts of package.json say what each check is; they run without npm and on the pinned Node.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Record<string, string>} variables
 */
function script(name, args = [], variables = {}) {
  const env = { TMPDIR: TEMPORARY_FOLDER, SLUICE_TESTS: 'of-a-change', ...variables }
  return async () => void (await run(PINNED_NODE, ['--run', name, '--', ...args], { env }))
}

/**
 * @param {string} project
 * @param {{ name?: string, files?: readonly string[], env?: Record<string, string> }} part all of it without
 */
function vitest(project, { name = project, files = [], env = {} } = {}) {
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${reportFile(name)}`]
  return script(project, [...files, ...reporters], env)
}

/** @returns {Promise<string>} a note for the stage's line */
async function unit() {
  const fingerprints = readFingerprints()
  const unchanged = mustRunAll ? [] : listUnchanged(fingerprints)
  await vitest('unit', { env: { SLUICE_UNCHANGED: unchanged.join(',') } })()
  notePassed(fingerprints)
  return unchanged.length === 0 ? '' : `${unchanged.length} slow tests of tools are unchanged`
}

function playwright() {
  return script('e2e', ['--reporter=line,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('e2e') })()
}
