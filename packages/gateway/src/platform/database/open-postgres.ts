import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'

/** Eight saturate a small server (measured); more only queue inside it. */
const POOL_MAX_CONNECTIONS = 8
/** A request that waits longer for a connection is better answered 503 than kept. */
const CONNECTION_TIMEOUT_MS = 2_000
/** No query of ours takes long; one that does must not hold a connection and its locks. */
const STATEMENT_TIMEOUT_MS = 3_000
const LOCK_TIMEOUT_MS = 2_000
/** Transactions never wait for anything outside the database; one that does has lost its process. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000
/** At the start nobody waits for an answer yet, and the server may be starting too. */
const START_CONNECTION_TIMEOUT_MS = 30_000
/** Several processes may wait for one that migrates a large table. */
const MIGRATION_TIMEOUT_MS = 600_000

const INT8_OID = 20

/** Opens a pool for the gateway's own queries. */
export function openPostgres<DB>(databaseUrl: string): Kysely<DB> {
  return openPool<DB>({
    connectionString: databaseUrl,
    application_name: 'sluice-gateway',
    max: POOL_MAX_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  })
}

/** Opens one connection for migrations, which may wait and work longer than queries. */
export function openPostgresForMigration<DB>(databaseUrl: string): Kysely<DB> {
  return openPool<DB>({
    connectionString: databaseUrl,
    application_name: 'sluice-gateway migrations',
    max: 1,
    connectionTimeoutMillis: START_CONNECTION_TIMEOUT_MS,
    statement_timeout: MIGRATION_TIMEOUT_MS,
  })
}

function openPool<DB>(config: PoolConfig): Kysely<DB> {
  const pool = new Pool({
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...config,
    keepAlive: true,
    types: { getTypeParser: findTypeParser },
  })
  // An idle connection that breaks is replaced, and one in use fails its next query; without listeners both would end
  // the process when the server restarts.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

const findTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8_OID ? parseInt8 : types.getTypeParser(oid, format)

/** Amounts and times are JavaScript numbers; one that a number cannot hold exactly must not become another one. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the bigint ${text} is not a safe integer`)
  return value
}
