import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Source maps keep the sources of this repository. Those of other packages would be most of the installed size. */
export function trimSourceMaps(folder: string): void {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js.map'),
  )
  for (const path of maps.map((name) => join(folder, name))) {
    const map = JSON.parse(readFileSync(path, 'utf8')) as {
      sources: string[]
      sourcesContent?: (string | null)[]
    }
    const isOwn = (index: number) => !map.sources[index]?.includes('node_modules/')
    const sourcesContent = map.sourcesContent?.map((text, index) => (isOwn(index) ? text : null))
    // A map without a line of ours is useless; most of its size is the origin of each byte of other packages.
    const isForeign = map.sources.every((_, index) => !isOwn(index))
    writeFileSync(
      path,
      JSON.stringify({ ...map, sourcesContent, ...(isForeign ? { mappings: '', names: [] } : {}) }),
    )
  }
}
