import { accessSync, constants, existsSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import type { Timers } from '../kernel/timers.ts'
import { sha256Base64Url } from '../crypto/aead.ts'
import type { Dialect } from '../database/dialect.ts'
import { openEphemeralFiles } from './ephemeral-files.ts'
import type { EphemeralSecrets } from './ephemeral-secrets.ts'
import { dropEphemeralTables, listNamesInTable, openEphemeralTable } from './ephemeral-table.store.ts'

/** File systems that lose everything with the power: tmpfs and ramfs, as statfs(2) numbers them. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x0102_1994, 0x8584_58f6])

/** The longest time to the next commit, and one round of the sweep. */
const SWEPT_WITHIN_MS = 30_000

/** Enough to keep the directories of two gateways apart. */
const DIGEST_CHARS = 16

/** The places where a process can temporarily store secrets. */
interface PlaceOptions {
  readonly dataDir: string
  /** The configured in-memory directory, or those that systems usually have. */
  readonly runtimeDirs: { readonly given: string | null; readonly usual: readonly string[] }
}

export interface EphemeralStore {
  readonly ephemeralSecrets: EphemeralSecrets
  /** The directory when its files outlive a loss of power; null when they do not. */
  readonly onDisk: string | null
}

/**
 * Opens the store for secrets that must not be in the database: a directory in memory for the embedded one, a table
 * without a log for PostgreSQL.
 *
 * @throws When the requested directory cannot be used, or the table cannot be created.
 */
export async function openEphemeralStore<DB>(
  options: PlaceOptions & {
    /** Whether this process removes the secrets that dead processes left behind. */
    readonly removesRemains: boolean
  },
  database: { readonly db: Kysely<DB>; readonly dialect: Dialect },
  ports: { readonly realTime: Clock; readonly random: Random; readonly timers: Timers },
): Promise<EphemeralStore> {
  if (database.dialect === 'postgres') {
    const { removesRemains } = options
    return {
      ephemeralSecrets: await openEphemeralTable({ ...ports, db: database.db, removesRemains }),
      onDisk: null,
    }
  }
  const directory = chooseDirectory(options)
  const ephemeralSecrets = openEphemeralFiles(directory)
  return { ephemeralSecrets, onDisk: IN_MEMORY.has(statfsSync(directory).type) ? null : directory }
}

/** The names of secrets that are stored for longer than a sweep takes, read while gateways run. */
export async function listOldEphemeralNames<DB>(
  options: PlaceOptions,
  { db, dialect }: { readonly db: Kysely<DB>; readonly dialect: Dialect },
  nowMs: number,
): Promise<readonly string[]> {
  const untilMs = nowMs - SWEPT_WITHIN_MS
  if (dialect === 'postgres') return listNamesInTable(db, untilMs)
  const directory = chooseDirectory(options)
  return existsSync(directory) ? openEphemeralFiles(directory).listNames(untilMs) : []
}

/** Removes every secret with the place that holds it, for a database that is deleted. */
export async function removeEphemeralStore<DB>(
  options: PlaceOptions,
  { db, dialect }: { readonly db: Kysely<DB>; readonly dialect: Dialect },
): Promise<void> {
  if (dialect === 'postgres') return dropEphemeralTables(db)
  rmSync(chooseDirectory(options), { recursive: true, force: true })
}

/** One directory for each data directory: several gateways may share the runtime directory of a machine. */
function chooseDirectory({ dataDir, runtimeDirs: { given, usual } }: PlaceOptions): string {
  const own = `sluice-${sha256Base64Url(realpathSync(dataDir)).slice(0, DIGEST_CHARS)}`
  const shared = given ?? usual.find(isWritable)
  return shared === undefined ? join(dataDir, 'volatile') : join(shared, own)
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
