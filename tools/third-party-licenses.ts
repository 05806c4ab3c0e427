/** Gathers the licences of what a bundle holds: code that is passed on takes its licence along. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/**
 * An esbuild plugin that writes the licences of all bundled packages into one file.
 *
 * @throws {Error} at the end of the build, when a package says nothing about its licence.
 */
export function thirdPartyLicenses(file: string): Plugin {
  return {
    name: 'third-party-licenses',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, metafile ? licensesIn(metafile) : '')
      })
    },
  }
}

/**
 * The licences of all packages that a bundle holds.
 *
 * @throws {Error} when one says nothing about its licence.
 */
export function licensesIn({ outputs }: Metafile): string {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  const folders = new Set(inputs.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []))
  return [...folders]
    .sort()
    .map(readLicense)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function readLicense(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  const license = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (license === undefined) throw new Error(`${name} has no licence file`)
  return `${name} ${version}\n\n${readFileSync(join(folder, license), 'utf8').trim()}\n`
}
