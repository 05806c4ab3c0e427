import { Kysely } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'

import { countAbandonedBackends } from './abandoned-backends.ts'
import type { LentConnection } from './answer-in-time.ts'
import { PipeliningPostgresDialect } from './postgres-dialect.ts'
import { readOnlyConnection } from './read-only-connection.ts'
import { ServerConnections } from './server-connections.ts'

/** A request that waits longer for a connection is better answered 503 than kept. */
const CONNECTION_TIMEOUT_MS = 2_000
const LOCK_TIMEOUT_MS = 2_000
/** Transactions never wait for anything outside the database; one that does has lost its process. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000
/** At startup no request waits yet, and the server may be starting too. */
const START_CONNECTION_TIMEOUT_MS = 30_000
/** Several processes may wait for one that migrates a large table. */
const MIGRATION_TIMEOUT_MS = 600_000
/** Every statement on a table queues behind a migration that waits for its lock. */
const MIGRATION_LOCK_TIMEOUT_MS = 500
/** A concurrent index build waits for older transactions and scans the table. */
const INDEX_TIMEOUT_MS = 86_400_000
/** A reader of everything has the time. */
const READING_TIMEOUT_MS = 600_000

/** After its own time-out, the server has this long to report it; then the connection counts as dead. */
const SILENCE_MS = 2_000

const INT8_OID = 20

export interface PoolLimits {
  readonly maxConnections: number
  readonly statementTimeoutMs: number
}

/** The usage of the connections. */
export interface PoolUsage {
  readonly inUse: number
  readonly idle: number
  /** Queries and transactions that wait for a connection. */
  readonly waiting: number
  /** Connections that were abandoned here but still exist on the server: each counts towards the limit. */
  readonly abandoned: number
}

export interface OpenPool<DB> {
  readonly db: Kysely<DB>
  usage(): PoolUsage
}

/** Opens a pool for the gateway's own queries. */
export function openPostgres<DB>(
  databaseUrl: string,
  { maxConnections, statementTimeoutMs }: PoolLimits,
): OpenPool<DB> {
  return openPool<DB>({
    connectionString: databaseUrl,
    application_name: 'sluice-gateway',
    max: maxConnections,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(LOCK_TIMEOUT_MS, statementTimeoutMs),
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
    lock_timeout: MIGRATION_LOCK_TIMEOUT_MS,
  }).db
}

/** Opens one connection for indexes, whose builds take long on large tables. */
export function openPostgresForIndexes<DB>(databaseUrl: string): Kysely<DB> {
  return openPool<DB>({
    connectionString: databaseUrl,
    application_name: 'sluice-gateway indexes',
    max: 1,
    connectionTimeoutMillis: START_CONNECTION_TIMEOUT_MS,
    statement_timeout: INDEX_TIMEOUT_MS,
    lock_timeout: INDEX_TIMEOUT_MS,
  }).db
}

/** Opens one connection that cannot write, for queries that may take long on large tables. */
export function openPostgresToRead<DB>(databaseUrl: string): Kysely<DB> {
  const config = {
    connectionString: databaseUrl,
    application_name: 'sluice-gateway reader',
    max: 1,
    statement_timeout: READING_TIMEOUT_MS,
  }
  return openPool<DB>(config, (lent) => readOnlyConnection(lent, READING_TIMEOUT_MS)).db
}

function openPool<DB>(
  config: PoolConfig & { readonly max: number; readonly statement_timeout: number },
  restrict: (lent: LentConnection) => LentConnection = (lent) => lent,
): OpenPool<DB> {
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
  const abandoned = countAbandonedBackends(config, (size) => {
    const before = pool.options.max
    pool.options.max = Math.max(config.max - size, 0)
    // A waiting one would keep waiting until another returns its connection, and there may be none.
    for (let place = before; place < pool.options.max; place += 1) (pool as PulsingPool)._pulseQueue()
  })
  const connections = new ServerConnections(pool, abandoned, {
    maxConnections: config.max,
    deadlineMs: config.statement_timeout + SILENCE_MS,
    findParser: findTextParser,
    restrict,
  })
  return {
    db: new Kysely<DB>({ dialect: new PipeliningPostgresDialect(connections) }),
    usage: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      abandoned: abandoned.size,
    }),
  }
}

/** The members of `pg`'s pool beyond its published types: gives a free place to a waiting client. */
type PulsingPool = Pool & { _pulseQueue(): void }

const findTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8_OID ? parseInt8 : types.getTypeParser(oid, format)

const findTextParser = (oid: number): ((text: string) => unknown) => findTypeParser(oid, 'text')

/** Amounts and times are JavaScript numbers; one that a number cannot hold exactly must not become another one. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the bigint ${text} is not a safe integer`)
  return value
}
