/** Starts one PostgreSQL server for the whole run; test files reach it through `startPostgres()`. */
import { startPostgres } from './postgres.ts'

export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  // Worker processes are started later and inherit it.
  process.env['SLUICE_TEST_DATABASE_URL'] = postgres.url
  return () => postgres.stop()
}
