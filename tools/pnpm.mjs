/** `node tools/pnpm.mjs <arguments>`: the pnpm that package.json pins, with the pinned Node first in the path. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PINNED_NODE, ROOT } from './stage.mjs'

/** @param {readonly string[]} args */
export function runPnpm(args) {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { status } = spawnSync('npx', ['-y', packageManager, ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${dirname(PINNED_NODE)}${delimiter}${process.env['PATH']}` },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) runPnpm(process.argv.slice(2))
