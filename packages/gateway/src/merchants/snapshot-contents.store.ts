import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import type { Row, RowsByTable } from '@sluice/platform/database/owned-rows'

/** The form of bytes in JSON, which is unambiguous because no column has an object as its value. */
interface WrittenBytes {
  readonly base64: string
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Returns the total number of rows in the tables. */
export function countSnapshotRows(rows: RowsByTable): number {
  return Object.values(rows).reduce((sum, { length }) => sum + length, 0)
}

/** Writes rows as compressed JSON. */
export function writeContents(rows: RowsByTable): Promise<Buffer> {
  const text = JSON.stringify(rows, function (this: Row, name: string, value: unknown) {
    // Buffers convert themselves before the replacer sees them.
    const given = this[name]
    return Buffer.isBuffer(given) ? ({ base64: given.toString('base64') } satisfies WrittenBytes) : value
  })
  return compress(Buffer.from(text, 'utf8'))
}

/** Decompresses the JSON that {@link writeContents} wrote. */
export async function readContentsAsText(contents: Uint8Array): Promise<string> {
  return (await decompress(contents)).toString('utf8')
}

/** Reads the rows that {@link writeContents} wrote. */
export async function readContents(contents: Uint8Array): Promise<RowsByTable> {
  return JSON.parse(await readContentsAsText(contents), (_name, value: unknown) =>
    isWrittenBytes(value) ? Buffer.from(value.base64, 'base64') : value,
  ) as RowsByTable
}

function isWrittenBytes(value: unknown): value is WrittenBytes {
  if (typeof value !== 'object' || value === null) return false
  return 'base64' in value && Object.keys(value).length === 1
}
