/**
 * `pnpm prove:properties [times]`: the unit tests with newly drawn cases, ten times over unless told. Ends at the first
 * failure; the seed stands before each run.
 */
import { PINNED_NODE, run } from './stage.mjs'

const times = Number(process.argv[2] ?? 10)

for (let count = 1; count <= times; count += 1) {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`${count} of ${times}: PROPERTY_SEED=${seed}`)
  await run(PINNED_NODE, ['--run', 'unit', '--', '--reporter=minimal'], {
    env: { PROPERTY_SEED: String(seed) },
  })
}
