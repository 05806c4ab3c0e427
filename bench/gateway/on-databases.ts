import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startPostgres } from '../../packages/platform/test/postgres.ts'

/** @param makeDatabase - makes one on PostgreSQL; null for the embedded database. */
export type Measure = (
  name: 'SQLite' | 'PostgreSQL',
  directory: string,
  rows: number,
  makeDatabase: (() => Promise<string>) | null,
) => Promise<void>

/**
 * Runs a measurement on the databases that the command line names, by default on both, with the number of rows that
 * it gives.
 */
export async function onDatabases(rowsByDefault: number, measure: Measure): Promise<void> {
  const wanted = process.argv.slice(2)
  const isWanted = (database: string): boolean =>
    wanted.includes(database) || !wanted.some((word) => word === 'sqlite' || word === 'postgres')
  const rows = Number(wanted.find((word) => /^\d+$/.test(word)) ?? rowsByDefault)
  const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  try {
    if (isWanted('sqlite')) await measure('SQLite', join(directory, 'sqlite-run'), rows, null)
    if (!isWanted('postgres')) return
    const postgres = await startPostgres('durable')
    try {
      await measure('PostgreSQL', join(directory, 'postgres-run'), rows, () => postgres.createDatabase())
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
