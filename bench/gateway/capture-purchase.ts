import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

/** The traces of one purchase: the rows it added, and the number of durable commits. */
export interface Footprint {
  readonly rows: Readonly<Record<string, readonly Row[]>>
  readonly commits: number
}

export type Row = Readonly<Record<string, unknown>>

type Tables = Readonly<Record<string, readonly Row[]>>

/** Records what `buy` adds to the embedded database of a running gateway. */
export async function captureFootprint(dataDir: string, buy: () => Promise<unknown>): Promise<Footprint> {
  const tablesBefore = readTables(dataDir)
  const commitsBefore = countCommits(dataDir)
  await buy()
  const tables = readTables(dataDir)
  const rows = Object.entries(tables).flatMap(([name, all]) => {
    const known = new Set(tablesBefore[name]?.map((row) => JSON.stringify(row)))
    const added = all.filter((row) => !known.has(JSON.stringify(row)))
    return added.length === 0 ? [] : [[name, added] as const]
  })
  return { rows: Object.fromEntries(rows), commits: countCommits(dataDir) - commitsBefore }
}

function readTables(dataDir: string): Tables {
  const database = new SqliteDatabase(join(dataDir, 'sluice.db'), { readonly: true })
  try {
    const names = database.prepare("select name from sqlite_master where type = 'table'").pluck().all()
    return Object.fromEntries(
      names.map((name) => [String(name), database.prepare(`select * from "${String(name)}"`).all() as Row[]]),
    )
  } finally {
    database.close()
  }
}

// https://www.sqlite.org/fileformat2.html#walformat: a frame whose second word is not zero ends a commit.
const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

function countCommits(dataDir: string): number {
  const wal = readFileSync(join(dataDir, 'sluice.db-wal'))
  const pageBytes = wal.readUInt32BE(8)
  const salt = wal.readUInt32BE(16)
  let commits = 0
  for (let at = WAL_HEADER_BYTES; at + FRAME_HEADER_BYTES + pageBytes <= wal.length;) {
    // These frames belong to an earlier round of the file.
    if (wal.readUInt32BE(at + 8) !== salt) break
    if (wal.readUInt32BE(at + 4) > 0) commits += 1
    at += FRAME_HEADER_BYTES + pageBytes
  }
  return commits
}
