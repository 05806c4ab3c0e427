/**
 * `npm run verify` runs everything, in pieces. `npm run verify -- crash links` runs those pieces, `npm run verify -- database 50`
 * runs one 50 times, and `--list` prints each with its minutes. Arguments after a second `--` go to the piece itself:
 * `npm run verify -- mutants -- routing --again`, `npm run verify -- journeys -- tests/offline`.
 *
 * `--short` runs a short form of every piece. `--resume` continues the last series: it skips parts that passed in full with the same
 * files, and repeats failures with the same seeds. With `--minutes 150`, no part starts after 150 minutes. `--sums` prints the
 * totals of all series and runs nothing.
 *
 * The last line is `N passed, M failed`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installAndGenerate } from './build.mjs'
import { ensureChromium } from './ensure-chromium.mjs'
import { inOwnNetwork } from './own-network.mjs'
import {
  addToSums,
  beginSeries,
  hasWantedSize,
  recordPiece,
  readSums,
  resumeSeries,
} from './proof-series.mjs'
import { endedBySignal, PINNED_NODE, ROOT, run, stage } from './stage.mjs'
import { countReport, describeTimes, failedInReport, reportFile } from './test-reports.mjs'
import { buildOnce, filesOf, PIECES, wordsFor } from './verify-pieces.mjs'

/** @typedef {import('./verify-pieces.mjs').Piece} Piece */
/** @typedef {import('./verify-pieces.mjs').Suite} Suite */
/** @typedef {import('./test-reports.mjs').Count} Count */

/** The shortest of each runner that still shows what a proof prints. */
const REPORTERS = {
  unit: 'minimal',
  integration: 'minimal',
  release: 'minimal',
  e2e: 'list',
  engines: './e2e/engines/count-reporter.ts',
}

const words = process.argv.slice(2)
const border = words.includes('--') ? words.indexOf('--') : words.length
/** The arguments for the piece itself. */
const passedOn = words.slice(border + 1)
/** Lines of a failed part that are repeated at the end. */
const REMINDER_MAX_LINES = 30
/** Lines that say what failed: of `npm test`, else of a runner. */
const SAYS_FAILURE = [/^── /, /^\s*(?:✗|×|AssertionError|Error)/u]
/** Most short forms keep one core busy. Whole pieces run alone, because some evaluate measurements. */
const SHORT_PIECES_AT_ONCE = 2

const { values: options, positionals } = parseArgs({
  args: words.slice(0, border),
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
    resume: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    sums: { type: 'boolean', default: false },
  },
})
const howOften = positionals.find((word) => /^\d+$/.test(word))
const named = positionals.filter((word) => word !== howOften)
for (const name of named) {
  if (Object.hasOwn(PIECES, name)) continue
  console.error(`Unknown piece ${name}. The pieces are ${Object.keys(PIECES).join(', ')}.`)
  process.exit(2)
}
if (passedOn.length > 0 && named.length !== 1) {
  console.error(
    `Name exactly one piece to receive ${passedOn.join(' ')}: npm run verify -- <piece> -- ${passedOn.join(' ')}`,
  )
  process.exit(2)
}
const wanted = Object.entries(PIECES).filter(([name]) => named.length === 0 || named.includes(name))
if (options.list) {
  for (const [name, { minutes }] of wanted)
    console.log(`${name.padEnd(14)} ${String(minutes).padStart(4)} min`)
  process.exit()
}
if (options.sums) {
  for (const [name] of wanted) for (const line of readSums(name)) console.log(line)
  process.exit()
}

const minutes = Number(options.minutes)
if (Number.isNaN(minutes)) {
  console.error(`--minutes ${options.minutes} is not a number. Write --minutes 150.`)
  process.exit(2)
}
const endsAt = Date.now() + minutes * 60_000
const folder = mkdtempSync(join(tmpdir(), 'sluice-proof-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** @type {(import('./stage.mjs').StageTimes & Count)[]} */
const rows = []
/** Lines of the failed parts, repeated at the end: many thousand lines may follow a failure. @type {string[]} */
const reminders = []
/** Pieces that were cut off, or left for later. @type {string[]} */
const left = []
/** Pieces whose programs this machine lacks. @type {string[]} */
const replaced = []
/** Parts that an earlier run has proven. */
let known = 0
await stage('install', installAndGenerate).catch((error) => {
  console.log(`${error.message}\n\n0 passed, 1 failed`)
  process.exit(1)
})
const queue = [...wanted]
// It installs a browser, builds, and keeps both cores busy.
if (queue[0]?.[0] === 'test') await proveNext()
await Promise.all(Array.from({ length: options.short ? SHORT_PIECES_AT_ONCE : 1 }, proveRest))

const total = rows.reduce(
  (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
  { passed: 0, failed: 0 },
)
for (const [name] of wanted) for (const line of readSums(name)) console.log(`Total of all series: ${line}`)
console.log(`\n${describeTimes(rows)}\n`)
for (const reminder of reminders) console.log(`${reminder}\n`)
if (left.length > 0) console.log(`Time limit reached. --resume runs the rest of ${left.join(', ')}.\n`)
if (replaced.length > 0)
  console.log(`Programs are missing for ${replaced.join(', ')}: substitute tests ran instead.\n`)
if (known > 0) console.log(`${known} parts were skipped: they passed in an earlier run.\n`)
// A piece that was interrupted, or ran nothing at all, has proven nothing.
if (endedBySignal() || rows.length + left.length + known === 0) total.failed = Math.max(total.failed, 1)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function proveNext() {
  const [name, piece] = queue.shift() ?? []
  if (name !== undefined && piece) await provePiece(name, piece)
}

async function proveRest() {
  while (queue.length > 0 && !endedBySignal()) await proveNext()
}

/**
 * Runs the rest of a piece, up to its first failure.
 *
 * @param {string} name
 * @param {Piece} piece
 */
async function provePiece(name, piece) {
  const seriesName = options.short ? `${name}.short` : name
  const wantedTimes = 'times' in piece && !options.short ? piece.times : 1
  const times = Number(howOften ?? wantedTimes ?? 1)
  const series = chooseSeries(seriesName, times)
  const wantedEnv = asGiven(options.short ? {} : (piece.env?.() ?? {}))
  const titles = ('apart' in piece && !options.short && piece.apart) || [null]
  const parts = Array.from({ length: series.times }, (_, time) =>
    titles.map((title) => ({ time: time + 1, title })),
  ).flat()
  for (const [place, { time, title }] of parts.entries()) {
    const noted = series.pieces.get(place)
    const before = noted && hasWantedSize(noted.env, wantedEnv) ? noted : undefined
    if (before?.isGreen) {
      known += 1
      continue
    }
    if (Date.now() >= endsAt || endedBySignal()) {
      left.push(name)
      return
    }
    const part = parts.length === 1 ? name : `${name} ${time}${title === null ? '' : ` ${title}`}`
    const env = before?.env ?? asGiven(options.short ? {} : (piece.env?.() ?? {}))
    const drawn = Object.entries(env).map(([variable, value]) => `${variable}=${value}`)
    if (drawn.length > 0) console.log(`${part}: ${drawn.join(' ')}`)
    /** @type {Count} */
    let count = { passed: 0, failed: 1, skipped: 0 }
    const work = async () => {
      count = 'command' in piece ? await runProgram(piece) : await runSuite(name, piece, { env, title })
      if (count.failed > 0) throw new Error(`${count.failed} failed`)
    }
    let seconds = 0
    await stage(part, work, (times) => {
      seconds = Math.round(times.seconds)
      rows.push({ ...times, ...count, failed: count.failed })
    }).catch((error) => console.log(error.message))
    const isGreen = count.failed === 0
    const note = { place, env, isGreen, seconds, summaries: takeSummaries(name) }
    if (passedOn.length === 0) recordPiece(seriesName, note)
    if (!options.short) addToSums(name, note)
    if (!isGreen) return
  }
}

/**
 * With its own arguments a piece runs in part, which neither is a series nor replaces one.
 *
 * @param {string} seriesName
 * @param {number} times
 */
function chooseSeries(seriesName, times) {
  if (passedOn.length > 0) return { times, pieces: new Map() }
  return options.resume ? resumeSeries(seriesName, times) : beginSeries(seriesName, times)
}

/**
 * @param {string} name
 * @param {Suite} whole
 * @param {{ env: Record<string, string>, title: string | null }} part
 * @returns {Promise<Count>}
 */
async function runSuite(name, whole, { env, title }) {
  const { suite, programs } = await prepareSuite(name, whole)
  if (suite.project === 'e2e') await ensureChromium()
  // Browsers load the build.
  if (suite.needsBuild || suite.project === 'e2e' || suite.project === 'engines') await buildOnce()
  const isVitest = suite.project !== 'e2e' && suite.project !== 'engines'
  const report = reportFile(`verify-${name}`)
  rmSync(report, { force: true })
  const printed = [suite.prints ?? []].flat().map((path) => join(ROOT, path))
  for (const path of printed) rmSync(path, { force: true })
  const reporters = isVitest
    ? [`--reporter=${REPORTERS[suite.project]}`, '--reporter=json', `--outputFile.json=${report}`]
    : [`--reporter=${REPORTERS[suite.project]},json`]
  const pattern = title ?? suite.title
  const only = pattern === undefined ? [] : [isVitest ? '-t' : '-g', pattern]
  const chosen = wordsFor(suite, passedOn)
  const variables = {
    ...(options.short ? asGiven(suite.short ?? {}) : {}),
    ...programs,
    ...env,
    PROOF_SUMMARIES: summariesFile(name),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  /** @type {string[]} */
  let failures = []
  try {
    const order = suite.oneByOne ? ['--no-file-parallelism'] : []
    const words = [PINNED_NODE, '--run', suite.project, '--', ...chosen, ...only, ...order, ...reporters]
    const [program = '', ...args] = suite.ownNetwork ? await inOwnNetwork(words) : words
    const output = await run(program, args, { env: variables })
    // Some measure what they prove, and say it.
    if (!options.short) console.log(output.trim())
  } catch (error) {
    failures = [...failedInReport(`verify-${name}`), error instanceof Error ? error.message : String(error)]
  }
  for (const path of printed.filter((one) => existsSync(one)))
    console.log(`\n${readFileSync(path, 'utf8').trimEnd()}`)
  for (const failure of failures) console.log(`\n${failure}`)
  if (failures.length > 0) remind(name, failures.join('\n'))
  const count = countReport(`verify-${name}`)
  // A runner may fail without a failed test, and one that ran none has shown nothing.
  const isMute = count.failed === 0 && (failures.length > 0 || count.passed === 0)
  return isMute ? { ...count, failed: 1 } : count
}

/**
 * Finds the programs that a suite needs. A short form installs nothing: it lists what is missing, and runs the rest.
 *
 * @param {string} name
 * @param {Suite} suite
 * @returns {Promise<{ suite: Suite, programs: Record<string, string> }>}
 */
async function prepareSuite(name, suite) {
  if (!options.short)
    return { suite, programs: { ...(await suite.prepare?.()), ...(await suite.prepareWhole?.()) } }
  if (!suite.without) return { suite, programs: (await suite.prepare?.()) ?? {} }
  try {
    return { suite, programs: (await suite.prepare?.({ mayInstall: false })) ?? {} }
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    replaced.push(name)
    console.log(`${name}: ${reason} Running ${filesOf(suite.without).join(', ')} instead.`)
    return { suite: { minutes: suite.minutes, ...suite.without }, programs: {} }
  }
}

/**
 * @param {import('./verify-pieces.mjs').Program} program
 * @returns {Promise<Count>} what it says in its last line, or itself as one check
 */
async function runProgram({ command: [file = '', ...args], short = args, resume = [] }) {
  const own = passedOn.length > 0 ? passedOn : options.short ? short : args
  let output
  let hasFailed = false
  try {
    output = await run(PINNED_NODE, [file, ...own, ...(options.resume ? resume : [])])
  } catch (error) {
    output = error instanceof Error ? error.message : String(error)
    hasFailed = true
  }
  console.log(output.trim())
  if (hasFailed) remind(file, output)
  const [, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1) ?? []
  if (passed === undefined) return { passed: hasFailed ? 0 : 1, failed: hasFailed ? 1 : 0, skipped: 0 }
  const isMute = Number(passed) + Number(failed) === 0
  return {
    passed: Number(passed),
    failed: Math.max(Number(failed), hasFailed || isMute ? 1 : 0),
    skipped: 0,
  }
}

/**
 * @param {string} name
 * @param {string} output
 */
function remind(name, output) {
  const lines = output.split('\n')
  const [first = 0] = SAYS_FAILURE.map((pattern) => lines.findIndex((line) => pattern.test(line))).filter(
    (place) => place >= 0,
  )
  const told = lines.slice(first, first + REMINDER_MAX_LINES)
  reminders.push([`── ${name} ──`, ...told].join('\n'))
}

/** @param {string} name */
function summariesFile(name) {
  return join(folder, `${name}.jsonl`)
}

/**
 * Reads the summaries that a piece's tests wrote.
 *
 * @param {string} name
 */
function takeSummaries(name) {
  const file = summariesFile(name)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  rmSync(file)
  return lines.map((line) => JSON.parse(line))
}

/**
 * Values that the caller sets are not drawn: that repeats a run, or makes one smaller.
 *
 * @param {Record<string, string>} drawn
 */
function asGiven(drawn) {
  return Object.fromEntries(Object.entries(drawn).map(([name, value]) => [name, process.env[name] ?? value]))
}
