import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly files?: readonly string[]
}

/** Returns the bytes of all files that installing a package puts on the disk, including its dependencies. */
export function installedBytes(name: string, from: string, seen = new Set<string>()): number {
  const folder = find(name, from)
  if (folder === null || seen.has(folder)) return 0
  seen.add(folder)
  const { dependencies = {}, files } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest
  // Only packed files of a workspace package count.
  const isOurs = !folder.includes('node_modules')
  const own = isOurs ? ['package.json', 'README.md', ...(files ?? [])] : ['.']
  return (
    own.reduce((sum, entry) => sum + bytesOf(join(folder, entry)), 0) +
    Object.keys(dependencies).reduce((sum, one) => sum + installedBytes(one, folder, seen), 0)
  )
}

function find(name: string, from: string): string | null {
  const candidate = join(from, 'node_modules', name)
  if (existsSync(candidate)) return realpathSync(candidate)
  return dirname(from) === from ? null : find(name, dirname(from))
}

function bytesOf(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.size
  return readdirSync(path)
    .filter((entry) => entry !== 'node_modules')
    .reduce((sum, entry) => sum + bytesOf(join(path, entry)), 0)
}
