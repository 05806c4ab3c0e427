import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'

export interface Asset {
  readonly contentType: string
  readonly body: Buffer
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Reads everything in `public/` once. What is not in the map does not exist, so no address can climb out of the folder.
 *
 * @returns Assets by their path below `/assets/`.
 */
export function loadAssets(): ReadonlyMap<string, Asset> {
  const folder = new URL('../public/', import.meta.url)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  )
  return new Map(
    names.flatMap((name): [string, Asset][] => {
      const contentType = CONTENT_TYPES[extname(name)]
      return contentType ? [[name, { contentType, body: readFileSync(new URL(name, folder)) }]] : []
    }),
  )
}
