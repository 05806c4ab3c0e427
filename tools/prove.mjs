/**
 * `npm run prove:<name> [times] [--resume] [--minutes 150] [--sums]`: what takes too long for every `npm test`. Ends at the first failure; what a
 * piece was drawn from stands before it, so that it can be repeated.
 *
 * A proof runs in pieces, each noted when it ends. `--resume` goes on with the last series: what was proven of this commit
 * is not proven again, and what failed is tried as it was drawn. No piece begins after `--minutes`. What the pieces have shown
 * is added up, over all series; `--sums` says it and proves nothing.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { parseArgs } from 'node:util'
import { buildPackages } from './build.mjs'
import { ensureContainers } from './ensure-containers.mjs'
import { ensureEngines } from './ensure-engines.mjs'
import { ensureProgram } from './ensure-program.mjs'
import { ensureScanners } from './ensure-scanners.mjs'
import { addToSums, beginSeries, notePiece, readSeries, readSums } from './proof-series.mjs'
import { PINNED_NODE, run } from './stage.mjs'

/**
 * @typedef {object} Proof
 * @property {number} times
 * @property {'unit' | 'integration' | 'release' | 'e2e' | 'engines'} project
 * @property {string[]} files
 * @property {() => Record<string, string> | Promise<Record<string, string>>} env
 * @property {string[]} [apart] words in the titles of what runs as a piece of its own
 */

/** What is proven on each database takes minutes there. */
const DATABASES = ['SQLite', 'PostgreSQL']

/** @type {Record<string, Proof>} */
const PROOFS = {
  properties: { times: 10, project: 'unit', files: [], env: () => ({ PROPERTY_SEED: draw() }) },
  money: {
    times: 5,
    project: 'integration',
    files: ['packages/gateway/src/transactions/follow-up/money-model.store.test.ts'],
    env: () => ({ PROPERTY_SEED: draw() }),
  },
  // What a provider had never seen when it was asked, and executes later.
  late: {
    times: 1,
    project: 'integration',
    apart: DATABASES,
    files: [
      'packages/gateway/test/late-executions.test.ts',
      'packages/gateway/src/transactions/follow-up/money-model.store.test.ts',
    ],
    env: () => ({ PROPERTY_SEED: draw(), PROOF_RUNS: '1000' }),
  },
  chaos: {
    times: 5,
    project: 'integration',
    files: ['packages/gateway/test/provider-chaos.test.ts'],
    env: () => ({ CHAOS_SEED: draw(), CHAOS_PAYMENTS: '600' }),
  },
  'refund-race': {
    times: 1,
    project: 'integration',
    files: [
      'packages/gateway/src/transactions/follow-up/refund-race.store.test.ts',
      'packages/gateway/test/refund-race.test.ts',
    ],
    env: () => ({ PROVE: '1' }),
  },
  'stolen-cards': {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/src/risk/risk.http.test.ts'],
    env: () => ({ PROOF_CARDS: '1000' }),
  },
  processes: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/processes.test.ts'],
    env: () => ({
      PROOF_SEED: draw(),
      PROOF_PROCESSES: '4',
      PROOF_CLIENTS: '64',
      PROOF_REFERENCES: '10000',
    }),
  },
  crash: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/crash.test.ts'],
    apart: DATABASES,
    env: () => ({ PROOF_SEED: draw(), PROOF_KILLS: '200', PROOF_CLIENTS: '32' }),
  },
  // Each piece plays scenarios of its own: seeds that follow the first.
  simulation: {
    times: 20,
    project: 'integration',
    files: [
      'packages/gateway/test/simulation/simulation.test.ts',
      'packages/gateway/test/simulation/simulation-on-postgres.test.ts',
    ],
    env: () => ({ PROOF_SEED: draw(), PROOF_SCENARIOS: '500', PROOF_SERVER_SCENARIOS: '50' }),
  },
  waits: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/waits'],
    env: () => ({ PROOF_SEED: draw(), PROOF_REQUESTS: '0', PROOF_ROUNDS: '9' }),
  },
  // Each piece sends requests of its own: seeds that follow the first.
  fuzz: {
    times: 20,
    project: 'integration',
    files: ['packages/gateway/test/fuzzing'],
    env: () => ({
      PROOF_SEED: draw(),
      PROOF_REQUESTS: '45000',
      PROOF_CONNECTIONS: '5000',
      PROOF_INPUTS: '20000',
    }),
  },
  // More than an hour at half of the full load, on each database.
  soak: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/soak.test.ts'],
    apart: DATABASES,
    env: () => ({ PROOF_SEED: draw(), PROOF_MINUTES: '75' }),
  },
  'group-commit': {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/group-commit.test.ts'],
    env: () => ({ PROOF_KILLS: '200' }),
  },
  'same-rows': {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/same-rows.test.ts'],
    apart: DATABASES,
    env: () => ({ PROOF_SEED: draw(), PROOF_PAYMENTS: '10000' }),
  },
  erasure: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/erasure.test.ts'],
    apart: DATABASES,
    env: () => ({ PROOF_PAYMENTS: '1000' }),
  },
  abuse: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/abuse.test.ts'],
    // Of each abuse, at the gateway and at the bare server.
    env: () => ({ PROOF_SECONDS: '5' }),
  },
  database: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/database-stops.test.ts'],
    env: () => ({ PROOF_SEED: draw(), PROOF_STOPS: '20', PROOF_CLIENTS: '32' }),
  },
  webhooks: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/webhook-chaos.test.ts'],
    env: () => ({ PROOF_SEED: draw(), PROOF_EVENTS: '10000', PROOF_RATE: '40' }),
  },
  sandboxes: {
    times: 1,
    project: 'integration',
    apart: DATABASES,
    files: ['packages/gateway/test/proofs/many-sandboxes.test.ts'],
    env: () => ({ PROOF_SEED: draw(), PROOF_SANDBOXES: '1000' }),
  },
  nginx: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/behind-nginx.test.ts'],
    env: () => ensureProgram('nginx', 'SLUICE_NGINX'),
  },
  // Every fault of a line, both ways, between every two parties.
  links: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/links.test.ts'],
    apart: [
      'client and gateway',
      'gateway and database',
      'gateway and provider',
      'gateway and receiver',
      'gateway and pooler',
    ],
    env: async () => ({
      PROOF_SEED: draw(),
      PROOF_CASES: '18',
      ...(await ensureProgram('pgbouncer', 'SLUICE_PGBOUNCER', ['libevent-2.1-7', 'libc-ares2'])),
    }),
  },
  // Scanners of others, logged in.
  scanners: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/scanners.test.ts', 'packages/gateway/test/proofs/tls.test.ts'],
    env: ensureScanners,
  },
  // The image is built and run, and the files for compose and Kubernetes with it.
  containers: {
    times: 1,
    project: 'release',
    files: ['consumers/containers/containers.test.ts'],
    // What is built is packed.
    env: async () => {
      await buildPackages()
      return ensureContainers()
    },
  },
  // Chromium, Firefox and WebKit, each by its own driver.
  engines: { times: 1, project: 'engines', files: [], env: ensureEngines },
  // Every command of the first pages, in a clone. Its `npm test` takes most of the time.
  documents: {
    times: 1,
    project: 'release',
    files: ['consumers/documents/clone.test.ts'],
    env: () => ({ PROOF_CLONE: 'every command' }),
  },
  // Edits while `npm run dev` runs, in packages of which others are built.
  dev: {
    times: 1,
    project: 'e2e',
    files: ['tests/dev-rebuilds'],
    env: () => ({ PROOF_EDITS: '20' }),
  },
  interruptions: {
    times: 1,
    project: 'e2e',
    files: ['tests/interruptions'],
    env: () => ({ PROOF_INTERRUPTIONS: 'all' }),
  },
  mounts: {
    times: 1,
    project: 'e2e',
    files: ['fields/mounts'],
    env: () => ({ PROOF_MOUNTS: '1000' }),
  },
}

/** The shortest of each runner that still shows what a proof prints. */
const REPORTERS = {
  unit: 'minimal',
  integration: 'minimal',
  release: 'minimal',
  e2e: 'list',
  engines: './e2e/engines/count-reporter.ts',
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    resume: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
    sums: { type: 'boolean', default: false },
  },
})
const [name = '', howOften] = positionals
const proof = PROOFS[name]
if (!proof) {
  console.error(`Name one of ${Object.keys(PROOFS).join(', ')}.`)
  process.exit(2)
}
if (options.sums) {
  console.log(readSums(name).join('\n'))
  process.exit(0)
}
const endsAt = Date.now() + Number(options.minutes) * 60_000
const folder = mkdtempSync(join(tmpdir(), 'sluice-proof-'))
const summariesFile = join(folder, 'summaries.jsonl')
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const series = options.resume ? readSeries(name) : beginSeries(name, Number(howOften ?? proof.times))
const titles = proof.apart ?? [null]
const pieces = Array.from({ length: series.times }, (_, time) =>
  titles.map((title) => ({ time: time + 1, title })),
).flat()
for (const [place, { time, title }] of pieces.entries()) {
  const before = series.pieces.get(place)
  if (before?.isGreen) continue
  if (Date.now() >= endsAt) {
    console.log('The time is over: go on with --resume.')
    break
  }
  const env = before?.env ?? asGiven(await proof.env())
  const drawn = Object.entries(env).map(([variable, value]) => `${variable}=${value}`)
  console.log([`${time} of ${series.times}:`, ...(title === null ? [] : [title]), ...drawn].join(' '))
  const startedAt = Date.now()
  const note = (/** @type {boolean} */ isGreen) => {
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const piece = { place, env, isGreen, seconds, summaries: takeSummaries() }
    notePiece(name, piece)
    addToSums(name, piece)
  }
  try {
    const only = title === null ? [] : ['-t', title]
    // Some measure what they prove, and say it.
    const output = await run(
      PINNED_NODE,
      ['--run', proof.project, '--', ...proof.files, ...only, `--reporter=${REPORTERS[proof.project]}`],
      { env: { ...env, PROOF_SUMMARIES: summariesFile } },
    )
    console.log(output.trim())
    note(true)
  } catch (error) {
    note(false)
    throw error
  }
}

const sums = readSums(name)
if (sums.length > 0) console.log(['All pieces so far:', ...sums].join('\n'))

/** What the tests of a piece said that they have seen. */
function takeSummaries() {
  if (!existsSync(summariesFile)) return []
  const lines = readFileSync(summariesFile, 'utf8').split('\n').filter(Boolean)
  rmSync(summariesFile)
  return lines.map((line) => JSON.parse(line))
}

/**
 * What the caller sets is not drawn: that repeats a run, or makes one smaller.
 *
 * @param {Record<string, string>} drawn
 */
function asGiven(drawn) {
  return Object.fromEntries(Object.entries(drawn).map(([name, value]) => [name, process.env[name] ?? value]))
}

function draw() {
  return String(Math.floor(Math.random() * 2 ** 31))
}
