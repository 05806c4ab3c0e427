/**
 * Writes the generated sources, and builds the packages in the order of their dependencies, two at a time, and only those whose inputs changed since
 * their last build. `node tools/build.mjs --force` builds all. Then the documentation.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { COMMON_INPUTS, fingerprint, listInputs } from './build-inputs.mjs'
import { buildDocumentation } from './docs.mjs'
import { installDependencies } from './install.mjs'
import { PINNED_NODE, ROOT, run, stage } from './stage.mjs'

const STAMP_FOLDER = join(ROOT, 'node_modules/.cache/sluice/build')

const GENERATORS = ['generate.ts', 'generate-catalogue.ts', 'generate-contract.ts']

/**
 * `isBuilt`: others carry its sources in their own builds where it is false.
 *
 * @typedef {{ name: string, folder: string, isBuilt: boolean, dependencies: string[] }} Package
 */

/**
 * @param {{ force?: boolean, declarations?: boolean }} [options] - declarations take nearly all of the time, and nothing
 *   that runs reads them
 * @returns {Promise<string>} a note for the stage's line
 */
export async function buildPackages({ force = false, declarations = true } = {}) {
  await generateSources()
  const packages = readPackages()
  /** @type {Map<string, Promise<{ inputs: string, built: boolean }>>} */
  const builds = new Map()
  const takeTurn = twoAtATime()

  /** @type {(name: string) => Promise<{ inputs: string, built: boolean }>} */
  const build = (name) => {
    const known = builds.get(name)
    if (known) return known
    const started = buildAfterDependencies(/** @type {Package} */ (packages.get(name)))
    builds.set(name, started)
    return started
  }

  /** @param {Package} pack */
  async function buildAfterDependencies(pack) {
    const dependencies = await Promise.all(pack.dependencies.map(build))
    const inputs = fingerprint(
      [...COMMON_INPUTS, ...listInputs(pack.folder)],
      dependencies.map((dependency) => dependency.inputs),
    )
    if (!pack.isBuilt) return { inputs, built: false }
    const stamp = join(STAMP_FOLDER, pack.name.replace('/', '+'))
    const wanted = declarations ? inputs : `${inputs} without declarations`
    const found =
      existsSync(join(pack.folder, 'dist')) && existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
    if ((found === inputs || found === wanted) && !force) return { inputs, built: false }
    rmSync(stamp, { force: true })
    const env = { SLUICE_DECLARATIONS: declarations ? 'on' : 'off' }
    await takeTurn(() => run(PINNED_NODE, ['--run', 'build'], { cwd: pack.folder, env }))
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, wanted)
    return { inputs, built: true }
  }

  const settled = await Promise.allSettled([...packages.keys()].map(build))
  const failures = settled.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason)
  // Packages that need a broken one fail with the very same error; once is enough.
  if (failures.length > 0)
    throw new Error([...new Set(failures)].map((failure) => failure.message).join('\n\n'))
  // Last: a build of the gateway empties the folder that it serves the documentation from.
  await buildDocumentation()
  const builtCount = settled.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.built).length
  return builtCount === settled.length ? '' : `${builtCount} built, ${settled.length - builtCount} unchanged`
}

/**
 * An install that has nothing to do generates nothing. Types are checked and tests run beside the build or without it.
 *
 * @returns {Promise<string>} a note for the stage's line
 */
export async function installAndGenerate() {
  const note = await installDependencies()
  await generateSources()
  return note
}

/** Writes the generated sources, unless they and what they are made from are as they were. */
export async function generateSources() {
  const stamp = join(STAMP_FOLDER, 'generated')
  const files = () => [
    ...GENERATORS.map((name) => join(ROOT, 'tools', name)),
    ...['texts', 'types'].flatMap((name) => listInputs(join(ROOT, 'packages', name))),
  ]
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(files())) return
  await run(PINNED_NODE, ['tools/generate.ts'])
  mkdirSync(STAMP_FOLDER, { recursive: true })
  writeFileSync(stamp, fingerprint(files()))
}

/** @returns {Map<string, Package>} by name */
function readPackages() {
  const found = readdirSync(join(ROOT, 'packages'))
    .map((name) => join(ROOT, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
  const names = new Set(found.map(({ manifest }) => manifest.name))
  return new Map(
    found.map(({ folder, manifest }) => [
      manifest.name,
      {
        name: manifest.name,
        folder,
        isBuilt: manifest.scripts?.build !== undefined,
        // A peer is the merchant's to install, and no build needs it: the gateway's tests use the client, the client's the
        // gateway.
        dependencies: Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
          (name) => names.has(name) && !(name in (manifest.peerDependencies ?? {})),
        ),
      },
    ]),
  )
}

/** The machines we are built for have two cores. */
function twoAtATime() {
  let running = 0
  /** @type {(() => void)[]} */
  const waiting = []
  /** @param {() => Promise<unknown>} work */
  return async (work) => {
    if (running === 2) await new Promise((resolve) => waiting.push(() => resolve(undefined)))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await stage('build', () => buildPackages({ force: process.argv.includes('--force') })).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
