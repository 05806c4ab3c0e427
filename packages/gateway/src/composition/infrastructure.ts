import { hostname } from 'node:os'

import type { SimulatorTables } from '@sluice/simulators'
import type { Kysely } from 'kysely'

import type { Config } from '../config.ts'
import { Secret } from '../kernel/secret.ts'
import { createAuditChain, deriveChainKey } from '../platform/audit/audit-chain.ts'
import type { AuditTrail } from '../platform/audit/audit-trail.ts'
import { createAuditTrail } from '../platform/audit/audit-trail.store.ts'
import type { Dialect } from '../platform/database/dialect.ts'
import { locateDatabase, migrationsFor } from './database-of-config.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import type { PoolUsage } from '../platform/database/open-postgres.ts'
import { createTransact, type Transact } from '../platform/database/transact.ts'
import {
  createKeyReaders,
  idsOfAll,
  type KeyReaders,
  listKeyReaders,
} from '../platform/secrets/key-readers.store.ts'
import { createKeyring, type Keyring } from '../platform/secrets/keyring.ts'
import type { KeyProvider } from '../platform/secrets/key-provider.ts'
import { openServiceKey } from '../platform/secrets/service-keys.store.ts'
import { createSealer, type Sealer } from '../platform/secrets/sealer.ts'
import { createSystemRandom, systemClock, systemTimers } from '../platform/system.ts'
import type { Adapters } from './adapters.ts'
import { chooseKeyProvider } from './key-provider.ts'
import { loadSimulators, type SimulatorsModule } from './load-simulators.ts'
import type { Database } from './tables.ts'

/** Time and randomness, the master key and the database: what every store needs. */
export interface Infrastructure extends Pick<Adapters, 'clock' | 'realTime' | 'random' | 'timers'> {
  /** The oldest master key, which simulators derive keys from. */
  readonly masterKey: Secret<Uint8Array>
  readonly keyring: Keyring
  readonly keyProvider: KeyProvider
  /** Reports of this process, for a gateway; commands only read those of others. */
  readonly keyReaders: KeyReaders
  readonly sealer: Sealer
  /** The gateway's own tables. */
  readonly db: Kysely<Database>
  readonly transact: Transact<Database>
  readonly dialect: Dialect
  readonly audit: AuditTrail
  /** With the simulators' tables, which exist only where simulators do. */
  readonly dbWithSimulators: Kysely<Database & SimulatorTables>
  /** Null in production, which never loads them. */
  readonly simulators: SimulatorsModule | null
  /** Whether the database answers; it rejects when not. */
  isReachable(): Promise<boolean>
  /** How busy the connections are; null where there is no pool. */
  databaseUsage(): PoolUsage | null
  /** Leaves no earlier versions of rows in the log of the embedded database; a server keeps its own. */
  truncateLog(): Promise<void>
  closeDatabase(): Promise<void>
}

/**
 * Opens the database, and the keys that seal its secrets.
 *
 * @throws When the database or the master key cannot be used; the message says what to do.
 */
export async function createInfrastructure(
  config: Config,
  adapters: Partial<
    Pick<Adapters, 'clock' | 'realTime' | 'random' | 'timers' | 'aroundCommits' | 'aroundStatements'>
  > = {},
): Promise<Infrastructure> {
  const clock = adapters.clock ?? systemClock
  const random = adapters.random ?? createSystemRandom(clock)
  const timers = adapters.timers ?? systemTimers
  const keyProvider = chooseKeyProvider(config, random)
  // Real time: keys change for every process at once, independent of a merchant's clock.
  const keyring = createKeyring(await keyProvider.load(), systemClock)
  const masterKey = new Secret(keyring.list()[0]?.key ?? keyring.current().key)
  const sealer = createSealer(keyring, random)
  const simulators = await loadSimulators(config)
  const database = await openDatabase<Database & SimulatorTables>(
    locateDatabase(config),
    migrationsFor(simulators),
  )
  const { dialect } = database
  const { aroundStatements } = adapters
  const dbWithSimulators = aroundStatements ? database.db.withPlugin(aroundStatements) : database.db
  const db: Kysely<Database> = dbWithSimulators.$extendTables()
  const transact = createTransact<Database>({ db, random, timers })
  const openChainKey = async () => {
    keyring.sealOnlyUnder(idsOfAll(await listKeyReaders({ db, dialect })))
    return openServiceKey({ db, sealer, clock, random }, 'AUDIT_CHAIN', () => deriveChainKey(masterKey))
  }
  const chainKey = await openChainKey().catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  return {
    clock,
    realTime: adapters.realTime ?? systemClock,
    random,
    timers,
    masterKey,
    keyring,
    keyProvider,
    keyReaders: createKeyReaders({
      db,
      transact,
      dialect,
      keyring,
      process: { id: random.uuid(), name: `${hostname()}:${process.pid}` },
    }),
    sealer,
    db,
    transact: adapters.aroundCommits?.(transact) ?? transact,
    dialect,
    audit: createAuditTrail({
      db,
      transact,
      dialect,
      clock,
      random,
      linkRecord: createAuditChain(chainKey),
    }),
    dbWithSimulators,
    simulators,
    async isReachable() {
      await db.selectFrom('signing_keys').select('kid').limit(1).execute()
      return true
    },
    databaseUsage: () => database.usage?.() ?? null,
    truncateLog: async () => database.truncateLog?.(),
    closeDatabase: () => database.close(),
  }
}
