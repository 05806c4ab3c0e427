/**
 * `npm run sbom`: a CycloneDX inventory of a release in `release/sbom.cdx.json`: what pnpm knows to be installed along, and what the
 * builds hold. Ends with 1 when a license is not accepted.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './stage.mjs'
import { runPnpm } from './pnpm.mjs'
import { isAccepted, readThirdParty } from './third-party.ts'

interface Bom {
  readonly components: readonly {
    readonly purl: string
    readonly licenses?: readonly {
      readonly license?: { readonly id?: string }
      readonly expression?: string
    }[]
  }[]
}

const FILE = join(ROOT, 'release/sbom.cdx.json')

mkdirSync(join(ROOT, 'release'), { recursive: true })
const packages = ['--filter', './packages/*', '--prod']
runPnpm(['sbom', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', ...packages, '--out', FILE])

const bundled = readdirSync(join(ROOT, 'packages'))
  .map((name) => join(ROOT, 'packages', name, 'dist'))
  .filter((dist) => existsSync(join(dist, 'third-party.cdx.json')))
  .flatMap(readThirdParty)
const bom = JSON.parse(readFileSync(FILE, 'utf8')) as Bom
// Of two entries, pnpm's remains, because it has the digest.
const found: Bom['components'] = [...bundled, ...bom.components]
const components = [...new Map(found.map((component) => [component.purl, component])).values()]
writeFileSync(FILE, `${JSON.stringify({ ...bom, components }, null, 2)}\n`)

for (const { purl, licenses: [first] = [] } of components) {
  const license = first?.license?.id ?? first?.expression ?? 'none'
  if (isAccepted(license)) continue
  console.error(`${purl} has the license ${license}: replace the package, or accept it.`)
  process.exitCode = 1
}
console.log(`${components.length} packages: release/sbom.cdx.json`)
