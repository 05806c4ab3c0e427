/**
 * Packs a package as it would be published: with the manifest that `.pnpmfile.mjs` makes of its own. As a program it packs all
 * of them into the folder that it is given, and prints for each the tarballs that an install of it needs.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly packageManager: string
}

export interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

/** The packages that are published, by their folders' names. */
export function listPublished(): readonly string[] {
  return readdirSync(join(ROOT, 'packages')).filter(
    (name) => !readManifest(join(ROOT, 'packages', name)).private,
  )
}

/** The names of our packages that no registry has. */
export function listPrivate(): readonly string[] {
  return readdirSync(join(ROOT, 'packages'))
    .map((name) => readManifest(join(ROOT, 'packages', name)))
    .filter((manifest) => manifest.private)
    .map(({ name }) => name)
}

export function readManifest(folder: string): PackageManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest
}

/**
 * @param name - of the folder below `packages`, which has been built.
 * @param destination - an existing folder.
 * @returns the path of the tarball.
 */
export function pack(name: string, destination: string): string {
  // Packs into a separate folder, so that the tarball is its only file. No file can be moved out of a temporary folder that is
  // another file system, as it is on many machines.
  const folder = mkdtempSync(join(destination, '.sluice-pack-'))
  try {
    execFileSync('npx', ['-y', packageManager, 'pack', '--pack-destination', folder], {
      cwd: join(ROOT, 'packages', name),
      stdio: ['ignore', 'ignore', 'pipe'],
      // No prompts, as in tools/install.mjs.
      env: { ...process.env, CI: 'true' },
    })
    const [tarball] = readdirSync(folder)
    if (tarball === undefined) throw new Error(`packages/${name}: nothing was packed`)
    const path = join(destination, tarball)
    renameSync(join(folder, tarball), path)
    return path
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Unpacks a tarball to `<destination>/package`. */
export function unpack(tarball: string, destination: string): string {
  execFileSync('tar', ['-xzf', tarball, '-C', destination])
  return join(destination, 'package')
}

/** Our packages come last, so that npm does not request them from a registry. */
function listTarballs(manifest: PackageManifest, byName: ReadonlyMap<string, Packed>): readonly string[] {
  const ours = Object.keys(manifest.dependencies ?? {}).flatMap((name) => byName.get(name) ?? [])
  const tarballs = [...ours.flatMap((found) => listTarballs(found.manifest, byName))]
  return [...new Set([...tarballs, ...[byName.get(manifest.name)?.tarball ?? []].flat()])]
}

interface Packed {
  readonly manifest: PackageManifest
  readonly tarball: string
}

if (import.meta.main) {
  const [, , destination = '.'] = process.argv
  const packed = listPublished().map((name): Packed => ({
    manifest: readManifest(join(ROOT, 'packages', name)),
    tarball: pack(name, destination),
  }))
  const byName = new Map(packed.map((found) => [found.manifest.name, found]))
  const lines = packed.map(({ manifest }) => ({
    name: manifest.name,
    tarballs: listTarballs(manifest, byName),
  }))
  process.stdout.write(JSON.stringify(lines))
}
