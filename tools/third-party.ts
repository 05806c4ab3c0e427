/**
 * Writes the third-party code of a bundle into its `dist`: `third-party-licenses.txt` for people, since redistributed
 * code must include its licence, and `third-party.cdx.json` (CycloneDX) for scanners, which read no bundles.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'
import type { Plugin as RollupPlugin } from 'rollup'

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

const BOM_FILE = 'third-party.cdx.json'

const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

export interface Component {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly [
    { readonly license: { readonly id: string; readonly text: { readonly content: string } } },
  ]
}

/**
 * Returns an esbuild plugin that writes both files.
 *
 * @param dist - the package's build folder
 * @param served - builds of other packages that are copied into this one; what they bundle is listed with it
 * @throws {Error} at the end of the build, when a package has no licence file or a licence that is not accepted.
 */
export function thirdParty(dist: string, served: readonly string[] = []): Plugin {
  return {
    name: 'third-party',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        if (metafile) writeThirdParty(dist, [...componentsIn(metafile), ...served.flatMap(readThirdParty)])
      })
    },
  }
}

/** Returns the same for rollup. One plugin serves all the programs of a configuration, whose packages it adds up. */
export function thirdPartyOfPrograms(dist: string): RollupPlugin {
  const found = new Set<string>()
  return {
    name: 'third-party',
    generateBundle: {
      // Runs before a plugin moves the code into a document.
      order: 'pre',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          for (const [id, { renderedLength }] of Object.entries(chunk.modules))
            if (renderedLength > 0) found.add(id.replace('\0', ''))
        }
        writeThirdParty(dist, componentsOf(found))
      },
    },
  }
}

/** Returns the packages that an esbuild bundle holds. */
export function componentsIn({ outputs }: Metafile): readonly Component[] {
  return componentsOf(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)))
}

/** Returns the packages whose code another build holds, from the file that {@link thirdParty} wrote. */
export function readThirdParty(dist: string): readonly Component[] {
  const { components } = JSON.parse(readFileSync(join(dist, BOM_FILE), 'utf8')) as {
    readonly components: readonly Component[]
  }
  return components
}

export function licenseTexts(components: readonly Component[]): string {
  return components
    .map(({ name, version, licenses: [{ license }] }) => `${name} ${version}\n\n${license.text.content}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** One of several licences is enough: the receiver chooses. */
export function isAccepted(license: string): boolean {
  return license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => ACCEPTED.has(one))
}

function componentsOf(paths: Iterable<string>): readonly Component[] {
  const folders = new Set([...paths].flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []))
  return [...folders].map(describePackage)
}

function describePackage(folder: string): Component {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Readonly<Record<'name' | 'version' | 'license', string>>
  if (!isAccepted(license ?? ''))
    throw new Error(`${name}@${version} has the license ${license}: replace the package, or accept it.`)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined) throw new Error(`${name}@${version} has no license file`)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const content = readFileSync(join(folder, file), 'utf8').trim()
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [{ license: { id: license, text: { content } } }],
  }
}

function writeThirdParty(dist: string, found: readonly Component[]): void {
  const components = [...new Map(found.map((component) => [component.purl, component])).values()].sort(
    (left, right) => (left.purl < right.purl ? -1 : 1),
  )
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, BOM_FILE), `${JSON.stringify(bom, null, 2)}\n`)
  writeFileSync(join(dist, 'third-party-licenses.txt'), licenseTexts(components))
}
