/** Installs what the lockfile says, with the pnpm that package.json pins, and nothing when that is already there. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PINNED_NODE, ROOT, run, stage } from './stage.mjs'

/** Holds the fingerprint of the last complete install. */
const STAMP_FILE = join(ROOT, 'node_modules/.cache/sluice/install')

/**
 * Packages that only measurements and tests need: programs of checks and PostgreSQL, peers to measure against,
 * browsers' drivers, and some 200 MB of other runtimes that the published packages are run on.
 */
const FOR_TESTS = ['@sluice/bench', '@sluice/consumers', '@sluice/e2e', '@sluice/proofs', '@sluice/tools']

/** The same, except the package with the compiler and the bundler that write the declarations of packages. */
const FOR_TESTS_ONLY = FOR_TESTS.filter((name) => name !== '@sluice/tools')

/**
 * Asking the registry how old each release of the lockfile is takes 290 MB of answers. `npm test` sets it, because a
 * change of the lockfile should be reviewed; a fresh clone that only runs the shop trusts the lockfile as it trusts the
 * sources.
 */
const WITHOUT_AGES = '--config.minimum-release-age=0'

/**
 * @param {{ tests?: boolean, declarations?: boolean }} [options] - `tests: false` omits packages that only tests and measurements
 *   need; with `declarations`, it installs those that write declarations nevertheless
 * @returns {Promise<string>} a note for the stage's line
 */
export async function installDependencies({ tests = true, declarations = false } = {}) {
  // From the largest install that suffices to the one that is wanted.
  const selections = [[], ...(tests ? [] : [FOR_TESTS_ONLY]), ...(tests || declarations ? [] : [FOR_TESTS])]
  const omitted = selections.at(-1) ?? []
  const whole = fingerprint()
  const stamps = selections.map((names) => [whole, ...names].join(' '))
  const found =
    existsSync(PINNED_NODE) && existsSync(STAMP_FILE) ? readFileSync(STAMP_FILE, 'utf8') : undefined
  if (stamps.includes(found ?? '')) return 'nothing to do'
  const { packageManager, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  // pnpm leaves out native programs that the Node it runs on is too old for; ours will run on the pinned one.
  const settings = [`--config.node-version=${devDependencies.node}`]
  const selection = tests ? [] : [WITHOUT_AGES, ...omitted.map((name) => `--filter=!${name}`)]
  await run('npx', ['-y', packageManager, 'install', '--frozen-lockfile', ...settings, ...selection], {
    env: { CI: 'true' },
  })
  mkdirSync(dirname(STAMP_FILE), { recursive: true })
  writeFileSync(STAMP_FILE, [whole, ...omitted].join(' '))
  return ''
}

/** Hashes the inputs of an install: the lockfile, the workspace's settings and the manifests. */
function fingerprint() {
  const manifests = ['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/package.json`),
  )
  const files = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'e2e/package.json',
    'bench/package.json',
    'consumers/package.json',
    'proofs/package.json',
    'site/package.json',
    'tools/package.json',
  ]
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of [...files, ...manifests].filter((name) => existsSync(join(ROOT, name)))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await stage('install', () => installDependencies()).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
