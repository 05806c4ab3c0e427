/**
 * The pieces of `npm run verify`, in running order, each with its short form. Short forms run two at a time: the longest start first,
 * so that none runs alone at the end.
 */
import { execFileSync } from 'node:child_process'
import { buildPackages } from './build.mjs'
import { ensureBackends } from './ensure-backends.mjs'
import { ensureContainers } from './ensure-containers.mjs'
import { ensureClusterPrograms } from './high-availability/programs.mjs'
import { ensureEngines } from './ensure-engines.mjs'
import { ensureMonitoring } from './ensure-monitoring.mjs'
import { ensureOldestPostgres } from './ensure-oldest-postgres.mjs'
import { ensureProgram } from './ensure-program.mjs'
import { ensureRegistry } from './ensure-registry.mjs'
import { ensureScanners } from './ensure-scanners.mjs'
import { ROOT } from './stage.mjs'

/**
 * Tests of a runner. The variables of `env` make them large; their short form uses those of `short`, if any.
 *
 * @typedef {object} Suite
 * @property {number} minutes of the full piece, on two cores
 * @property {'unit' | 'integration' | 'release' | 'e2e' | 'engines'} project
 * @property {string[] | (() => string[])} files all of the project when empty
 * @property {string} [title] a pattern for the titles of its tests, if only some tests of the files belong to it
 * @property {number} [times] the number of repetitions, each with a new seed
 * @property {() => Record<string, string>} [env]
 * @property {Record<string, string>} [short]
 * @property {(how?: { mayInstall?: boolean }) => Promise<Record<string, string>>} [prepare] finds or installs the programs it needs
 * @property {() => Promise<Record<string, string>>} [prepareWhole] finds or installs those that only the full piece needs
 * @property {Pick<Suite, 'project' | 'files' | 'short'>} [without] what the short form runs if the programs of
 *   `prepare` are missing: a short form installs nothing
 * @property {string[]} [apart] words in the titles of tests that run separately
 * @property {boolean} [oneByOne] runs one file after the other
 * @property {boolean} [ownNetwork] runs where it can cut off whole machines, if this process may do so
 * @property {boolean} [needsBuild] reads the build's output
 * @property {string | string[]} [prints] files that its tests write, from the root
 * @property {boolean} [isOnlyHere] `npm test` leaves these files out
 */
/**
 * A program that runs suites itself. `short` replaces its arguments, and `resume` has the arguments that resume it.
 *
 * @typedef {{ minutes: number, command: string[], short?: string[], resume?: string[], env?: undefined }} Program
 */
/** @typedef {Suite | Program} Piece */

/**
 * Journeys whose steps are also tested without a browser, over HTTP or in a component, and those that repeat a journey
 * of `npm test` for each of many rows. The security properties that only a browser can prove stay in `npm test`.
 */
const JOURNEYS = [
  'tests/accessibility',
  'tests/awallet',
  'tests/axe',
  'tests/bindings',
  'tests/changed-orders',
  'tests/checkout-mistakes',
  'tests/checkout-sessions',
  'tests/corrections',
  'tests/cres-forms',
  'tests/cypress-hands',
  'tests/details',
  'tests/devices',
  'tests/direct-api',
  'tests/documentation',
  'tests/going-live',
  'tests/hosted-challenge',
  'tests/hosted-page-access',
  'tests/hosted-page-ends',
  'tests/hosted-page-wallet',
  'tests/languages',
  'tests/names-below-localhost',
  'tests/no-shifts',
  'tests/offline',
  'tests/operator',
  'tests/owners',
  'tests/payment-link-amount',
  'tests/portal',
  'tests/portal-keys',
  'tests/portal-live',
  'tests/portal-tasks',
  'tests/portal-test-tools',
  'tests/portal-webhooks',
  'tests/provider-pages',
  'tests/records',
  'tests/reference',
  'tests/reload-pages',
  'tests/sessions',
  'tests/settings',
  'tests/sign-in',
  'tests/start',
  'tests/ten-methods',
  'tests/three-ds-browser',
  'tests/turns-dark',
  'tests/waiting',
  'tests/fields/accurate-errors',
  'tests/fields/behaviours',
  'tests/fields/broken-challenge',
  'tests/fields/full-page-challenge',
  'tests/fields/looks',
  'tests/fields/one-session',
  'tests/fields/other-ways-to-pay',
  'tests/fields/saving',
  'tests/fields/steady',
  'tests/fields/styles',
  'tests/fields/walks',
]

/** Proofs that run on both databases take minutes on each. */
const DATABASES = ['SQLite', 'PostgreSQL']

/**
 * Suites that start whole programs, often several, or work with programs of others: the commands, the example shops, a gateway in
 * production behind TLS, one that is killed. `npm test` runs the same code in its own process, where it costs a tenth.
 */
const PROGRAMS = [
  'examples/back-office/test',
  'examples/embedded-checkout/test',
  'examples/hosted-page-redirect/test',
  'examples/hosted-page-styled/test',
  'examples/payouts/test',
  'examples/provider/test',
  'examples/saved-cards/test',
  'examples/subscriptions/test',
  'examples/wallets/test',
  'examples/webhook-frameworks/test',
  'examples/webhook-receiver/test',
  'packages/cli/src/main.http.test.ts',
  'packages/cli/src/notify-systemd.http.test.ts',
  'packages/cli/test',
  'packages/gateway/test/drill.test.ts',
  'packages/gateway/test/master-key-readers.test.ts',
  'packages/gateway/test/provider-secret-rotation.test.ts',
  'packages/gateway/test/sdk-foreign-provider.test.ts',
  'packages/gateway/test/telemetry.test.ts',
  'packages/server-sdk/src/testing/pay-on-page.http.test.ts',
  'packages/server-sdk/src/testing/test-gateway.http.test.ts',
  'packages/server-sdk/test/guides-in-order.http.test.ts',
  'packages/server-sdk/test/guides.http.test.ts',
  'packages/server-sdk/test/start-gateway.test.ts',
  'packages/server-sdk/test/webhook-adapters.test.ts',
  'packages/vue/test/templates.test.ts',
  'proofs/simulation/cvv.test.ts',
]

/**
 * Suites that take one course for each row of a table, or wait for each kind of fault. `npm test` has single courses of each kind, and
 * every state that a fault leaves behind.
 */
const OUTCOMES = [
  'packages/gateway/src/transactions/card/cres-forms.http.test.ts',
  'packages/gateway/src/transactions/card/demanded-challenge.http.test.ts',
  'packages/gateway/src/transactions/card/provider-faults.http.test.ts',
  'packages/gateway/src/transactions/card/several-three-ds-servers.http.test.ts',
  'packages/gateway/src/transactions/card/three-ds-server-ids.http.test.ts',
  'packages/gateway/src/transactions/card/three-ds-matrix.http.test.ts',
  'packages/gateway/src/transactions/redirect/local-scheme.http.test.ts',
  'packages/gateway/src/transactions/redirect/orders-under-stress.http.test.ts',
  'packages/gateway/test/adapters-keep-the-protocol.test.ts',
  'packages/gateway/test/outcome-matrix.test.ts',
  'packages/gateway/test/same-fault.test.ts',
  'packages/gateway/test/sandbox-faults.test.ts',
  'packages/gateway/test/simulated-records.test.ts',
  'packages/gateway/test/test-cards.test.ts',
  'packages/server-sdk/test/three-ds-flow.test.ts',
]

/** Matches tests, and folders of tests, that the runner `integration` runs. Browser tests have their own runners. */
const OF_INTEGRATION = /\.(?:http|store)\.test\.ts$|\/test\/|^proofs\//

/** Occurs in each file that tests a store on both databases. */
const BOTH_STORES = String.raw`describeOnBothDatabases\(`

/** Occurs in each file that tests a complete gateway on both databases. */
const BOTH_GATEWAYS = String.raw`describeAtBothGateways\(|describe\.each\(GATEWAY_DATABASES\)`

const CLONE = ['consumers/documents/clone.test.ts']

/** Checks nginx, container and manifest files without running them. @type {NonNullable<Suite['without']>} */
const DEPLOYMENT = { project: 'unit', files: ['tools/deploy.test.ts'] }

const ALERTS = ['tools/monitoring.test.ts']

/** @type {Record<string, Piece>} */
export const PIECES = {
  test: { minutes: 10, command: ['tools/test.mjs', '--all-tools'] },
  // Browser journeys beyond those of `npm test`; the short form runs all of them.
  journeys: { minutes: 15, project: 'e2e', files: JOURNEYS, isOnlyHere: true },
  // Every command of the first pages, in a clone. Its `npm test` takes most of the time, so the short form has few stages of it.
  documents: {
    minutes: 25,
    project: 'release',
    files: CLONE,
    env: () => ({ PROOF_CLONE: 'every command' }),
    short: { PROOF_CLONE: 'short' },
    prepare: ensureRegistry,
    without: { project: 'release', files: CLONE, short: { PROOF_CLONE: 'README' } },
  },
  // The short form tries some of each pure area. Verdicts are kept, so every run resumes.
  mutants: {
    minutes: 60,
    command: ['tools/mutants/prove.ts'],
    short: ['--each', '4'],
  },
  // The short form plants all whose suite is not in `npm test`, and a part of the others.
  planted: {
    minutes: 11,
    command: ['tools/planted-bugs/prove.ts'],
    short: ['--short'],
    resume: ['--resume'],
  },
  // Complete gateways on PostgreSQL, and every race of theirs as often as it takes. `npm test` runs them on SQLite only, with few races,
  // and stores on both databases.
  databases: {
    minutes: 6,
    project: 'integration',
    files: () => listTestsWith(BOTH_GATEWAYS),
    title: 'PostgreSQL|races',
  },
  // The stores, on the oldest PostgreSQL that a gateway works with.
  'postgres-15': {
    minutes: 4,
    project: 'integration',
    files: () => listTestsWith(BOTH_STORES),
    title: 'PostgreSQL',
    prepare: ensureOldestPostgres,
    without: {
      project: 'integration',
      files: ['packages/platform/src/database/refuse-unsuitable-server.store.test.ts'],
    },
  },
  programs: { minutes: 5, project: 'integration', files: PROGRAMS, needsBuild: true, isOnlyHere: true },
  // Every flow with every outcome; the test cards; what banks answer.
  outcomes: {
    minutes: 3,
    project: 'integration',
    files: OUTCOMES,
    isOnlyHere: true,
    prints: 'test-results/outcome-matrix.txt',
  },
  // Every method that a connector declares, through gateway and twin to money and back, and every operation with each of its answers lost. The
  // short form has one currency of each, and two ways to lose an answer.
  'prove:connectors': {
    minutes: 4,
    isOnlyHere: true,
    project: 'integration',
    files: [
      'packages/gateway/test/connector-matrix.test.ts',
      'packages/gateway/test/connector-lost-answers.test.ts',
    ],
    env: () => ({ PROOF_CURRENCIES: 'all' }),
    prints: ['test-results/connector-matrix.txt', 'test-results/connector-lost-answers.txt'],
  },
  // The packed packages, on every runtime and in every module system.
  consumers: {
    minutes: 4,
    project: 'integration',
    files: ['consumers/test'],
    needsBuild: true,
    isOnlyHere: true,
  },
  // Clients that generators of others make from our OpenAPI document, and the files of requests, at a running gateway.
  generators: {
    minutes: 1,
    project: 'integration',
    files: ['consumers/generators'],
    isOnlyHere: true,
  },
  // The samples for other languages, by Debian's runtimes, at the packed gateway.
  backends: {
    minutes: 4,
    project: 'integration',
    files: ['consumers/backends'],
    prepare: ensureBackends,
    needsBuild: true,
    isOnlyHere: true,
    // The pages show the content of the samples.
    without: { project: 'unit', files: ['tools/language-samples.test.ts'] },
  },
  heap: {
    minutes: 1,
    project: 'integration',
    files: ['proofs/heap.test.ts'],
    isOnlyHere: true,
  },
  properties: {
    minutes: 5,
    times: 10,
    project: 'unit',
    files: () => listTestsWith("from 'fast-check'").filter((file) => runnerOf(file) === 'unit'),
    env: () => ({ PROPERTY_SEED: draw() }),
    // Other cases than those of `npm test`, and the same ones each time.
    short: { PROPERTY_SEED: '20261128' },
  },
  money: {
    minutes: 3,
    times: 5,
    isOnlyHere: true,
    project: 'integration',
    files: [
      'packages/gateway/src/transactions/follow-up/money-model.store.test.ts',
      'packages/gateway/src/sessions/corrections-model.http.test.ts',
      'packages/gateway/test/sdk-faults.test.ts',
    ],
    env: () => ({ PROPERTY_SEED: draw() }),
    short: { PROPERTY_SEED: '20261128' },
  },
  // Operations that the provider did not know at the status query, and executes later.
  late: {
    minutes: 12,
    isOnlyHere: true,
    project: 'integration',
    apart: DATABASES,
    files: [
      'proofs/late-executions.test.ts',
      'packages/gateway/src/transactions/follow-up/money-model.store.test.ts',
    ],
    env: () => ({ PROPERTY_SEED: draw(), PROOF_RUNS: '1000' }),
  },
  chaos: {
    minutes: 15,
    isOnlyHere: true,
    times: 5,
    project: 'integration',
    files: [
      'packages/gateway/test/killed-at-providers.test.ts',
      'packages/gateway/test/line-faults.test.ts',
      'proofs/provider-chaos.test.ts',
    ],
    env: () => ({ CHAOS_SEED: draw(), CHAOS_PAYMENTS: '600', PROOF_FAULTS: 'all' }),
  },
  'refund-race': {
    minutes: 2,
    isOnlyHere: true,
    project: 'integration',
    files: [
      'packages/gateway/src/transactions/follow-up/refund-race.store.test.ts',
      'packages/gateway/test/refund-race.test.ts',
    ],
    env: () => ({ PROVE: '1' }),
  },
  'stolen-cards': {
    minutes: 1,
    project: 'integration',
    files: ['packages/gateway/src/risk/risk.http.test.ts'],
    // The rest of the file is in `npm test`.
    title: 'stolen cards',
    env: () => ({ PROOF_CARDS: '1000' }),
  },
  processes: {
    minutes: 6,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/processes.test.ts'],
    env: () => ({
      PROOF_SEED: draw(),
      PROOF_PROCESSES: '4',
      PROOF_CLIENTS: '64',
      PROOF_REFERENCES: '10000',
    }),
  },
  'payment-links': {
    minutes: 3,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/payment-links.test.ts'],
    env: () => ({ PROOF_SHOPPERS: '1000', PROOF_PROCESSES: '4' }),
  },
  crash: {
    minutes: 20,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/crash.test.ts'],
    apart: DATABASES,
    env: () => ({ PROOF_SEED: draw(), PROOF_KILLS: '200', PROOF_CLIENTS: '32' }),
  },
  // Each run plays different scenarios: it takes the seeds after those of the run before.
  simulation: {
    minutes: 60,
    isOnlyHere: true,
    times: 20,
    project: 'integration',
    files: ['proofs/simulation/simulation.test.ts', 'proofs/simulation/simulation-on-postgres.test.ts'],
    env: () => ({ PROOF_SEED: draw(), PROOF_SCENARIOS: '500', PROOF_SERVER_SCENARIOS: '50' }),
  },
  waits: {
    minutes: 15,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/waits'],
    env: () => ({ PROOF_SEED: draw(), PROOF_REQUESTS: '0', PROOF_ROUNDS: '9' }),
  },
  // Each piece sends requests of its own: seeds that follow the first.
  fuzz: {
    minutes: 80,
    isOnlyHere: true,
    times: 20,
    project: 'integration',
    files: ['proofs/fuzzing'],
    env: () => ({
      PROOF_SEED: draw(),
      PROOF_REQUESTS: '45000',
      PROOF_CONNECTIONS: '5000',
      PROOF_INPUTS: '20000',
    }),
  },
  // More than an hour at half of the full load, on each database.
  soak: {
    minutes: 156,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/soak.test.ts'],
    apart: DATABASES,
    env: () => ({ PROOF_SEED: draw(), PROOF_MINUTES: '75' }),
  },
  'group-commit': {
    minutes: 2,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/group-commit.test.ts'],
    env: () => ({ PROOF_KILLS: '200' }),
  },
  'same-rows': {
    minutes: 30,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/same-rows.test.ts'],
    apart: DATABASES,
    env: () => ({ PROOF_SEED: draw(), PROOF_PAYMENTS: '10000' }),
  },
  erasure: {
    minutes: 3,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/erasure.test.ts'],
    apart: DATABASES,
    env: () => ({ PROOF_PAYMENTS: '1000' }),
  },
  abuse: {
    minutes: 3,
    isOnlyHere: true,
    short: { PROOF_SECONDS: '1' },
    project: 'integration',
    files: ['proofs/abuse.test.ts'],
    // The seconds of each abuse, at the gateway and at the bare server.
    env: () => ({ PROOF_SECONDS: '5' }),
  },
  database: {
    minutes: 5,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/database-stops.test.ts'],
    env: () => ({ PROOF_SEED: draw(), PROOF_STOPS: '20', PROOF_CLIENTS: '32' }),
  },
  webhooks: {
    minutes: 20,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/webhook-chaos.test.ts'],
    env: () => ({ PROOF_SEED: draw(), PROOF_EVENTS: '10000', PROOF_RATE: '40' }),
  },
  sandboxes: {
    minutes: 3,
    isOnlyHere: true,
    project: 'integration',
    apart: DATABASES,
    files: ['proofs/many-sandboxes.test.ts'],
    env: () => ({ PROOF_SEED: draw(), PROOF_SANDBOXES: '1000' }),
  },
  nginx: {
    minutes: 1,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/behind-nginx.test.ts'],
    prepare: (how) => ensureProgram('nginx', 'SLUICE_NGINX', [], how),
    without: DEPLOYMENT,
  },
  // A gateway of two is frozen, and killed.
  haproxy: {
    minutes: 2,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/behind-haproxy.test.ts'],
    prepare: (how) => ensureProgram('haproxy', 'SLUICE_HAPROXY', [], how),
    without: DEPLOYMENT,
  },
  // Three databases with Patroni; nodes are killed, frozen, thawed and cut off.
  availability: {
    minutes: 32,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/high-availability.test.ts', 'proofs/try-ha.test.ts'],
    // Both files make a bridge of the same name in the network of the piece.
    oneByOne: true,
    needsBuild: true,
    ownNetwork: true,
    prepare: async (how) => {
      // `npm run try:ha` searches for them too, and has no network by then.
      await ensureMonitoring(how)
      return { SLUICE_CLUSTER_PROGRAMS: JSON.stringify(await ensureClusterPrograms(how)) }
    },
    env: () => ({ PROOF_FAULTS: '3' }),
    without: DEPLOYMENT,
  },
  // The rules of the alerts and the expressions of the dashboard, on recorded series.
  alerts: {
    minutes: 1,
    project: 'unit',
    files: ALERTS,
    prepare: async (how) => {
      const { promtool, amtool } = await ensureMonitoring(how)
      return { SLUICE_PROMTOOL: promtool, SLUICE_AMTOOL: amtool }
    },
    // The names of metrics, and that everything has a test.
    without: { project: 'unit', files: ALERTS },
  },
  // 200 merchants: a provider is added, a secret rotated, a merchant added and a terminal changed under load.
  configuration: {
    minutes: 4,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/live-configuration.test.ts'],
  },
  // A later release takes over from the current one, and back; one that breaks earlier versions does not.
  'second-release': {
    minutes: 2,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/second-release.test.ts'],
    // The later releases are built in addition.
    needsBuild: true,
    env: () => ({ PROOF_SEED: draw(), PROOF_ROUNDS: '5', PROOF_PAYMENTS: '100' }),
  },
  // Every fault of a line, both ways, between every two parties.
  links: {
    minutes: 25,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/links.test.ts'],
    apart: [
      'client and gateway',
      'gateway and database',
      'gateway and provider',
      'gateway and receiver',
      'gateway and pooler',
    ],
    env: () => ({ PROOF_SEED: draw(), PROOF_CASES: '18' }),
    // The short form goes without the pooler in between.
    prepareWhole: () => ensureProgram('pgbouncer', 'SLUICE_PGBOUNCER', ['libevent-2.1-7', 'libc-ares2']),
  },
  // Scanners of others, logged in.
  scanners: {
    minutes: 8,
    isOnlyHere: true,
    project: 'integration',
    files: ['proofs/scanners.test.ts', 'proofs/tls.test.ts'],
    prepare: ensureScanners,
    // Hostile texts in every field, other ones than those of the piece `fuzz`.
    without: {
      project: 'integration',
      files: ['proofs/fuzzing/endpoints.test.ts'],
      short: { PROOF_SEED: '20261128' },
    },
  },
  // The image is built and run, and the files for compose and Kubernetes with it.
  containers: {
    minutes: 3,
    project: 'release',
    files: ['consumers/containers/containers.test.ts'],
    prepare: ensureContainers,
    // The packed packages are the built ones.
    needsBuild: true,
    without: DEPLOYMENT,
  },
  // The pages for operators, command by command, on Debian machines to throw away.
  runbook: {
    minutes: 11,
    project: 'release',
    files: ['consumers/runbook'],
    prepare: allowRunbook,
    // The installed packages are the built ones.
    needsBuild: true,
    without: DEPLOYMENT,
  },
  // Chromium, Firefox and WebKit, each by its own driver.
  engines: {
    minutes: 10,
    project: 'engines',
    files: [],
    prepare: ensureEngines,
    // The drivers alone: the piece `journeys` runs the same tables in the Chromium that the machine has.
    without: { project: 'unit', files: ['e2e/engines'] },
  },
  // Edits while `npm run dev` runs, in packages of which others are built.
  dev: {
    minutes: 15,
    isOnlyHere: true,
    short: { PROOF_EDITS: '2' },
    project: 'e2e',
    files: ['tests/dev-rebuilds'],
    env: () => ({ PROOF_EDITS: '20' }),
  },
  interruptions: {
    minutes: 6,
    isOnlyHere: true,
    project: 'e2e',
    files: ['tests/interruptions'],
    env: () => ({ PROOF_INTERRUPTIONS: 'all' }),
  },
  mounts: {
    minutes: 3,
    isOnlyHere: true,
    project: 'e2e',
    files: ['fields/mounts'],
    env: () => ({ PROOF_MOUNTS: '1000' }),
  },
  release: {
    minutes: 10,
    command: ['tools/test.mjs', 'packages', 'sbom', 'release'],
    short: ['packages', 'sbom'],
  },
}

/**
 * Returns the test files that `npm test` skips because a piece of verify runs them. The runners' configurations read
 * this list, so every file runs in one of the two. Tests of stores run in both: a piece only runs them for longer.
 *
 * @param {'integration' | 'e2e'} project
 */
export function onlyInVerify(project) {
  return Object.values(PIECES)
    .flatMap((piece) =>
      'files' in piece && piece.project === project && piece.isOnlyHere ? filesOf(piece) : [],
    )
    .filter((file) => !file.endsWith('.store.test.ts'))
}

/**
 * Some take minutes each: naming a folder above theirs does not include them.
 *
 * @param {readonly string[]} named paths from the root
 * @returns {string[]} what a run of these leaves to its piece; nothing without a folder of ours
 */
export function leftOutBy(named) {
  if (!named.some((word) => /^(?:packages|proofs)(?:\/|$)/.test(word))) return []
  return onlyInVerify('integration').filter(
    (path) => !named.some((word) => word.startsWith(path) || word === 'proofs'),
  )
}

/**
 * @param {'integration' | 'e2e'} project
 * @param {string} file from the root, or from the project's folder
 */
export function isOnlyInVerify(project, file) {
  return onlyInVerify(project).some((own) => file.includes(own))
}

/**
 * @param {string} file a vitest test or a folder of them, relative to the root
 * @returns {'integration' | 'unit'}
 */
export function runnerOf(file) {
  return OF_INTEGRATION.test(file) ? 'integration' : 'unit'
}

/** @param {Pick<Suite, 'files'>} suite */
export function filesOf({ files }) {
  return typeof files === 'function' ? files() : files
}

/**
 * Returns the arguments for a runner: the suite's files, or those that the caller names. An option alone names none.
 *
 * @param {Pick<Suite, 'files'>} suite
 * @param {readonly string[]} passedOn words of the caller
 * @returns {readonly string[]}
 */
export function wordsFor(suite, passedOn) {
  const [first] = passedOn
  return first === undefined || first.startsWith('-') ? [...filesOf(suite), ...passedOn] : passedOn
}

/**
 * @param {string} pattern of git grep
 * @returns {string[]} the tests in which it is found, from the root
 */
function listTestsWith(pattern) {
  const words = ['grep', '--untracked', '-lE', pattern, '--', '*.test.ts']
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
}

/** @param {{ mayInstall?: boolean }} [how] */
async function allowRunbook({ mayInstall = true } = {}) {
  if (!mayInstall) throw new Error('The runbook installs Debian’s packages, on a machine to throw away.')
  return { SLUICE_RUNBOOK: '1' }
}

/** @type {Promise<unknown> | undefined} */
let built

/** Several pieces need the build. */
export function buildOnce() {
  return (built ??= buildPackages())
}

function draw() {
  return String(Math.floor(Math.random() * 2 ** 31))
}
