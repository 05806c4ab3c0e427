/**
 * `npm run prove:<name> [times]`: what takes too long for every `npm test`. Ends at the first failure; what a run was
 * drawn from stands before it, so that it can be repeated.
 */
import { ensureEngines } from './ensure-engines.mjs'
import { ensureNginx } from './ensure-nginx.mjs'
import { PINNED_NODE, run } from './stage.mjs'

/** @type {Record<string, { times: number, project: 'unit' | 'integration' | 'e2e' | 'engines', files: string[], env: () => Record<string, string> | Promise<Record<string, string>> }>} */
const PROOFS = {
  properties: { times: 10, project: 'unit', files: [], env: () => ({ PROPERTY_SEED: draw() }) },
  money: {
    times: 5,
    project: 'integration',
    files: ['packages/gateway/src/transactions/follow-up/money-model.store.test.ts'],
    env: () => ({ PROPERTY_SEED: draw() }),
  },
  // What a provider had never seen when it was asked, and executes later; on each of the two databases.
  late: {
    times: 1,
    project: 'integration',
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
    // On each of the two databases.
    env: () => ({ PROOF_SEED: draw(), PROOF_KILLS: '100', PROOF_CLIENTS: '32' }),
  },
  'group-commit': {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/group-commit.test.ts'],
    env: () => ({ PROOF_KILLS: '200' }),
  },
  erasure: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/erasure.test.ts'],
    // On each of the two databases.
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
  nginx: {
    times: 1,
    project: 'integration',
    files: ['packages/gateway/test/proofs/behind-nginx.test.ts'],
    env: async () => ({ SLUICE_NGINX: await ensureNginx() }),
  },
  // Chromium, Firefox and WebKit, each by its own driver.
  engines: { times: 1, project: 'engines', files: [], env: ensureEngines },
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
  e2e: 'list',
  engines: './e2e/engines/count-reporter.ts',
}

const proof = PROOFS[String(process.argv[2])]
if (!proof) {
  console.error(`Name one of ${Object.keys(PROOFS).join(', ')}.`)
  process.exit(2)
}
const times = Number(process.argv[3] ?? proof.times)
for (let count = 1; count <= times; count += 1) {
  const env = await proof.env()
  console.log(
    `${count} of ${times}: ${Object.entries(env)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
  )
  // Some measure what they prove, and say it.
  const output = await run(
    PINNED_NODE,
    ['--run', proof.project, '--', ...proof.files, `--reporter=${REPORTERS[proof.project]}`],
    { env },
  )
  console.log(output.trim())
}

function draw() {
  return String(Math.floor(Math.random() * 2 ** 31))
}
