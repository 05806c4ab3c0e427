/**
 * `npm run pack -- --to <folder>`: builds every published package with its types, packs each into the folder, and prints how a
 * project installs them from there.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackages } from './build.mjs'
import { installDependencies } from './install.mjs'
import { PINNED_NODE, ROOT, run, stage } from './stage.mjs'

const { values } = parseArgs({ options: { to: { type: 'string' } } })

/** @type {{ name: string, tarballs: string[] }[]} */
let packed = []
try {
  if (values.to === undefined) throw new Error('Name a folder: npm run pack -- --to ../tarballs')
  const folder = resolve(values.to)
  await stage('install', () => installDependencies({ tests: false, declarations: true }))
  await stage('build', () => buildPackages())
  await stage('pack', async () => {
    mkdirSync(folder, { recursive: true })
    packed = JSON.parse(await run(PINNED_NODE, [join(ROOT, 'tools/pack.ts'), folder]))
  })
  console.log(`
  In a project, with whatever of it the project needs:
${packed.map(({ tarballs }) => `\n  npm install ${tarballs.join(' ')}`).join('')}
`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
