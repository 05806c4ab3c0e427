/**
 * `npm run sbom`: what a release holds of others' code, as CycloneDX 1.6, and the text of every licence. Writes
 * `release/sbom.cdx.json` and `release/licenses.txt`; ends with 1 when a package's licence is unknown or not on the list.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package of others that ships with ours, or inside our bundles. */
export interface Component {
  readonly name: string
  readonly version: string
  /** SPDX. */
  readonly license: string
  /** SHA-512 of what the registry gave out, hexadecimal. */
  readonly sha512: string
  readonly folder: string
  /** Names and versions, `name@version`. */
  readonly dependsOn: readonly string[]
}

/** Licences whose code may be passed on with ours, named and unchanged. */
const ACCEPTED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
])

/** Members that name what a package brings along; what its bundle takes in stands among the second. */
const SHIPPED = ['dependencies', 'optionalDependencies'] as const
/** Of `devDependencies`, what ends up in bundles. */
const BUNDLED: ReadonlySet<string> = new Set([
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@scalar/fastify-api-reference',
  'credit-card-type',
  'lit',
  'libphonenumber-js',
  '@noble/ciphers',
  '@noble/curves',
  '@noble/hashes',
  'zod',
  'uqr',
])

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Finds every package that ships, from the manifests in `packages/` on. */
export function listComponents(root: string): readonly Component[] {
  const integrity = readIntegrity(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))
  const found = new Map<string, Component>()
  const own = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))

  const visit = (folder: string): string => {
    const manifest = readManifest(folder)
    const id = `${manifest.name}@${manifest.version}`
    if (found.has(id)) return id
    const component = {
      name: manifest.name,
      version: manifest.version,
      license: manifest.license ?? '',
      sha512: integrity.get(id) ?? '',
      folder,
      dependsOn: [] as string[],
    }
    found.set(id, component)
    for (const name of namesOf(manifest)) {
      const dependency = findFolder(folder, name)
      if (dependency !== null) component.dependsOn.push(visit(dependency))
    }
    return id
  }
  for (const folder of own) {
    const manifest = readManifest(folder)
    const bundled = Object.keys(manifest.devDependencies ?? {}).filter((name) => BUNDLED.has(name))
    for (const name of [...namesOf(manifest), ...bundled]) {
      const dependency = findFolder(folder, name)
      if (dependency !== null && !own.includes(dependency)) visit(dependency)
    }
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function namesOf(manifest: Manifest): string[] {
  return SHIPPED.flatMap((member) => Object.keys(manifest[member] ?? {}))
}

/** As Node finds it: in the nearest `node_modules`; null for what is optional and was not installed. */
function findFolder(from: string, name: string): string | null {
  for (let at = from; at !== dirname(at); at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(folder)) return realpathSync(folder)
  }
  return null
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** `name@version` → SHA-512, from the lines of the lockfile's packages. */
function readIntegrity(lockfile: string): ReadonlyMap<string, string> {
  const entries = lockfile.matchAll(
    /^ {2}'?([^\s':][^\s']*)'?:\n {4}resolution: \{integrity: sha512-([^,}\s]+)/gm,
  )
  return new Map(
    [...entries].map(([, id = '', hash = '']) => [id, Buffer.from(hash, 'base64').toString('hex')]),
  )
}

/** One of several licences is enough: the receiver chooses. */
function isAccepted(license: string): boolean {
  return license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => ACCEPTED.has(one))
}

/** Says what is wrong with the components; nothing when all may be passed on. */
export function findProblems(components: readonly Component[]): readonly string[] {
  return components.flatMap(({ name, version, license, sha512 }) => [
    ...(isAccepted(license)
      ? []
      : [`${name}@${version} has the licence ${license || 'none'}: replace the package, or accept it.`]),
    ...(sha512 === '' ? [`${name}@${version} has no hash in the lockfile.`] : []),
  ])
}

/** Writes components as CycloneDX 1.6; the same components always give the same text. */
export function toCycloneDx(components: readonly Component[], version: string) {
  const references = components.map(({ name, version: at }) => `pkg:npm/${name.replace('@', '%40')}@${at}`)
  const digest = createHash('sha256').update(references.join('\n')).digest('hex')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    version: 1,
    metadata: {
      component: { type: 'application', name: 'sluice', version, licenses: [{ license: { id: 'MIT' } }] },
    },
    components: components.map(({ name, version: at, license, sha512 }, index) => ({
      type: 'library',
      'bom-ref': references[index],
      name,
      version: at,
      purl: references[index],
      hashes: [{ alg: 'SHA-512', content: sha512 }],
      licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
    })),
    dependencies: components.map(({ dependsOn }, index) => ({
      ref: references[index],
      dependsOn: dependsOn.map((id) => `pkg:npm/${id.replace(/^@/, '%40')}`).sort(),
    })),
  }
}

function readLicenseText({ name, version, license, folder }: Component): string {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version}\n\n${text}\n`
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const components = listComponents(root)
  const problems = findProblems(components)
  for (const problem of problems) console.error(problem)
  const { version } = readManifest(join(root, 'packages/gateway'))
  const folder = join(root, 'release')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(toCycloneDx(components, version), null, 2)}\n`,
  )
  writeFileSync(join(folder, 'licenses.txt'), components.map(readLicenseText).join(`\n${'-'.repeat(80)}\n\n`))
  console.log(`${components.length} packages of others: release/sbom.cdx.json, release/licenses.txt`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
