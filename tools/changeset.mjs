/** `npm run changeset`: changesets, with the pnpm that package.json pins in the path, by which it packs and publishes. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { PINNED_NODE, ROOT } from './stage.mjs'

const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const { status } = spawnSync('npx', ['-y', packageManager, 'exec', 'changeset', ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { ...process.env, PATH: `${dirname(PINNED_NODE)}${delimiter}${process.env['PATH']}` },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
