/**
 * `npm run prove:<name> [times]`: what takes too long for every `npm test`. Ends at the first failure; what a run was
 * drawn from stands before it, so that it can be repeated.
 */
import { PINNED_NODE, run } from './stage.mjs'

/** @type {Record<string, { times: number, project: 'unit' | 'integration', files: string[], env: () => Record<string, string> }>} */
const PROOFS = {
  properties: { times: 10, project: 'unit', files: [], env: () => ({ PROPERTY_SEED: draw() }) },
  money: {
    times: 5,
    project: 'integration',
    files: ['packages/gateway/src/transactions/manage/money-model.store.test.ts'],
    env: () => ({ PROPERTY_SEED: draw() }),
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
    files: ['packages/gateway/src/transactions/manage/refund-race.store.test.ts'],
    env: () => ({ PROVE: '1' }),
  },
}

const proof = PROOFS[String(process.argv[2])]
if (!proof) {
  console.error(`Name one of ${Object.keys(PROOFS).join(', ')}.`)
  process.exit(2)
}
const times = Number(process.argv[3] ?? proof.times)
for (let count = 1; count <= times; count += 1) {
  const env = proof.env()
  console.log(
    `${count} of ${times}: ${Object.entries(env)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
  )
  await run(PINNED_NODE, ['--run', proof.project, '--', ...proof.files, '--reporter=minimal'], { env })
}

function draw() {
  return String(Math.floor(Math.random() * 2 ** 31))
}
