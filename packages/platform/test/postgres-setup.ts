/** Starts one PostgreSQL server for the whole run; test files reach it through `startPostgres()`. */
import { randomBytes } from 'node:crypto'

import { dropLeftovers, startPostgres } from './postgres.ts'

export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  // Worker processes are started later and inherit both.
  process.env['SLUICE_TEST_DATABASE_URL'] = postgres.url
  process.env['SLUICE_TEST_RUN'] = randomBytes(4).toString('hex')
  return async () => {
    await dropLeftovers(postgres.url)
    await postgres.stop()
  }
}
