import { resolve } from 'node:path'

import type { PoolLimits } from './open-postgres.ts'

/** A directory for the embedded database, or the address of a PostgreSQL server that several processes may share. */
export type DatabaseLocation =
  | { readonly dataDir: string }
  | { readonly databaseUrl: string; readonly limits?: PoolLimits }

/** Names a database in a message, as its operator knows it and without its password. */
export function describeLocation(location: DatabaseLocation): string {
  if ('dataDir' in location) return `the data directory ${resolve(location.dataDir)}`
  const { host, pathname } = new URL(location.databaseUrl)
  return `the PostgreSQL database ${host}${pathname}`
}

/** Returns the command that deletes everything that Sluice keeps there. */
export function resetCommandFor(location: DatabaseLocation): string {
  return 'dataDir' in location
    ? `\`sluice-gateway reset --data ${resolve(location.dataDir)}\``
    : '`sluice-gateway reset` with the same SLUICE_DATABASE_URL'
}
