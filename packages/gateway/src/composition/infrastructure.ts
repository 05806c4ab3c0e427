import { hostname } from 'node:os'
import type { Kysely } from 'kysely'

import type { SimulatorTables } from '@sluice/simulators'
import type { Clock } from '@sluice/platform/kernel/clock'
import { Secret } from '@sluice/platform/kernel/secret'
import { createAuditChain, deriveChainKey } from '@sluice/platform/audit/audit-chain'
import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import { createAuditTrail } from '@sluice/platform/audit/audit-trail.store'
import { type CommitHealth, createCommitHealth } from '@sluice/platform/database/commit-health'
import type { Dialect } from '@sluice/platform/database/dialect'
import type { SchemaVersion } from '@sluice/platform/database/schema-version.store'
import { openDatabase } from '@sluice/platform/database/open-database'
import type { PoolUsage } from '@sluice/platform/database/open-postgres'
import { createTransact, type Transact } from '@sluice/platform/database/transact'
import { createHeartbeat, type Heartbeat } from '@sluice/platform/jobs/heartbeat'
import { createSharedTime } from '@sluice/platform/kernel/shared-time'
import {
  createKeyReaders,
  idsOfAll,
  type KeyReaders,
  listKeyReaders,
} from '@sluice/platform/secrets/key-readers.store'
import { createKeyring, type Keyring } from '@sluice/platform/secrets/keyring'
import type { KeyProvider } from '@sluice/platform/secrets/key-provider'
import { openServiceKey } from '@sluice/platform/secrets/service-keys.store'
import { createSealer, type Sealer } from '@sluice/platform/secrets/sealer'
import {
  createSystemRandom,
  steadyClock,
  systemClock,
  systemTimers,
  uptimeClock,
} from '@sluice/platform/system'

import type { Config } from '../config.ts'
import { locateDatabase, migrationsFor } from './database-of-config.ts'
import type { Adapters } from './adapters.ts'
import { chooseKeyProvider } from '@sluice/platform/secrets/choose-key-provider'
import { loadSimulators, type SimulatorsModule } from './load-simulators.ts'
import type { Database } from './tables.ts'

/** The dependencies of every store: time, randomness, the master key and the database. */
export interface Infrastructure extends Pick<Adapters, 'clock' | 'realTime' | 'random' | 'timers'> {
  /**
   * The database's time, or the system clock with the embedded database. Other machines check times from it, so no
   * test moves it.
   */
  readonly sharedClock: Clock
  /** The oldest master key, which simulators derive keys from. */
  readonly masterKey: Secret<Uint8Array>
  readonly keyring: Keyring
  readonly keyProvider: KeyProvider
  /** The reports of this process, for a gateway; commands only read the reports of others. */
  readonly keyReaders: KeyReaders
  readonly sealer: Sealer
  /** The gateway's own tables. */
  readonly db: Kysely<Database>
  readonly transact: Transact<Database>
  /** Whether this process can commit. */
  readonly commits: CommitHealth
  readonly heartbeat: Heartbeat
  readonly dialect: Dialect
  /** The version that created the tables. */
  readonly schema: SchemaVersion
  readonly audit: AuditTrail
  /** The database including the simulators' tables, which exist only with simulators. */
  readonly dbWithSimulators: Kysely<Database & SimulatorTables>
  /** Null in production, which never loads simulators. */
  readonly simulators: SimulatorsModule | null
  /** Resolves if the database responds, and rejects otherwise. */
  isReachable(): Promise<boolean>
  /** The use of the connections; null if there is no pool. */
  databaseUsage(): PoolUsage | null
  /** Removes earlier versions of rows from the log of the embedded database; a server manages its own log. */
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
    Pick<
      Adapters,
      'clock' | 'realTime' | 'machineTime' | 'random' | 'timers' | 'aroundCommits' | 'aroundStatements'
    >
  > = {},
): Promise<Infrastructure> {
  // Processes on one database server use its time, whatever the clocks of their machines. @decision 0541
  const sharedTime = createSharedTime({
    system: adapters.machineTime ?? systemClock,
    steady: steadyClock,
    uptime: uptimeClock,
  })
  const clock = adapters.clock ?? sharedTime.clock
  const random = adapters.random ?? createSystemRandom(clock, config.pod)
  const timers = adapters.timers ?? systemTimers
  const keyProvider = chooseKeyProvider(config, random)
  // Uses real time, because keys change for every process at once, independent of a merchant's clock.
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
  const commits = createCommitHealth(steadyClock)
  const ownTransact = createTransact<Database>({ db, random, timers })
  const transact: Transact<Database> = (work) => commits.around(() => ownTransact(work))
  const openChainKey = async () => {
    keyring.sealOnlyUnder(idsOfAll(await listKeyReaders({ db, dialect })))
    return openServiceKey({ db, sealer, clock, random }, 'AUDIT_CHAIN', () => deriveChainKey(masterKey))
  }
  const chainKey = await openChainKey().catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const realTime = adapters.realTime ?? sharedTime.clock
  const keyReaders = createKeyReaders({
    db,
    transact,
    dialect,
    keyring,
    process: { id: random.uuid(), name: `${hostname()}:${process.pid}` },
  })
  return {
    clock,
    realTime,
    sharedClock: sharedTime.clock,
    random,
    timers,
    masterKey,
    keyring,
    keyProvider,
    keyReaders,
    commits,
    heartbeat: createHeartbeat({
      beat: () => commits.aroundBeat(() => keyReaders.beat()),
      realTime: adapters.machineTime ?? adapters.realTime ?? systemClock,
      steady: steadyClock,
      recordReading: sharedTime.recordReading,
    }),
    sealer,
    db,
    transact: adapters.aroundCommits?.(transact) ?? transact,
    dialect,
    schema: database.made,
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
