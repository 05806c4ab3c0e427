import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { Secret } from '@sluice/platform/kernel/secret'
import { createAuditChain, deriveChainKey } from '@sluice/platform/audit/audit-chain'
import { createKeyring, type Keyring } from '@sluice/platform/secrets/keyring'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { findServiceKey } from '@sluice/platform/secrets/service-keys.store'
import { systemClock } from '@sluice/platform/system'

import type { Config } from '../config.ts'
import {
  type AcknowledgedTransaction,
  checkInvariants,
  type InvariantPorts,
  type InvariantResult,
  listAgedKeys,
} from '../invariants/index.ts'
import { readConfigurationFile } from '../composition/configuration.ts'
import { openDatabaseToRead } from '../composition/database-of-config.ts'
import { chooseKeyProvider, MAKES_NO_KEYS } from '@sluice/platform/secrets/choose-key-provider'
import { loadSimulators, type SimulatorsModule } from '../composition/load-simulators.ts'
import type { Database } from '../composition/tables.ts'
import { listOldEphemeralNames } from '@sluice/platform/secrets/ephemeral-store'

/** The inputs outside the database, which tests replace. */
interface Outside {
  readonly clock?: Clock
  readonly wanted?: readonly string[]
  readonly onResult?: (result: InvariantResult) => void
  /** The records of providers; without it those of the simulators are read. */
  readonly readBooks?: InvariantPorts['readBooks']
}

/**
 * Checks the invariants of a database, even while gateways use it.
 *
 * @param acknowledgedFile - a client's log of the answers that it received, one line of JSON each; null for none.
 * @param outside - `wanted` has the ids of the invariants to check, by default all; `onResult` is called with each
 *   result as soon as it is known.
 * @throws When the database or a file cannot be read; the message says what to do.
 */
export async function checkDatabase(
  config: Config,
  acknowledgedFile: string | null,
  { clock = systemClock, readBooks, wanted, onResult }: Outside = {},
): Promise<readonly InvariantResult[]> {
  const acknowledged = acknowledgedFile === null ? null : await readAcknowledged(acknowledgedFile)
  const file = await readConfigurationFile(config)
  const keyring = createKeyring(await chooseKeyProvider(config, MAKES_NO_KEYS).load(), clock)
  const { db, dialect, close } = await openDatabaseToRead(config)
  try {
    // Configured providers keep their own records, which this process cannot read.
    const hasProviders = (file?.providers ?? []).length > 0
    const ports = {
      db,
      dialect,
      nowMs: clock.now(),
      linkRecord: createAuditChain(await openChainKey(db, keyring)),
      findEphemeralKeys: () => listOldEphemeralNames(config, { db, dialect }, clock.now()),
      listKeys: () => listAgedKeys({ db, keyring, secretFiles: file?.secretFiles ?? [] }),
      ...(readBooks
        ? { readBooks, bookkeepers: null }
        : openBooks(db, hasProviders ? null : await loadSimulators(config))),
      acknowledged,
    }
    return await checkInvariants(ports, wanted, onResult)
  } finally {
    await close()
  }
}

/**
 * Opens the books of simulated providers, for which no process is needed. With a configuration file that this command
 * did not get, other providers may have processed payments; their books are elsewhere.
 */
function openBooks(
  db: Kysely<Database>,
  simulators: SimulatorsModule | null,
): Pick<InvariantPorts, 'readBooks' | 'bookkeepers'> {
  if (simulators === null) return { readBooks: null, bookkeepers: null }
  const readBooks = simulators.createReadBooks(db.$extendTables(), systemClock)
  const bookkeepers = new Set(simulators.SIMULATED_ACCOUNTS.map(({ providerId }) => providerId))
  return { readBooks: (keys) => readBooks({ keys }), bookkeepers }
}

/** The key of the audit trail. Before the first start of this version it is derived from the master key. */
async function openChainKey(db: Kysely<Database>, keyring: Keyring): Promise<Secret<Uint8Array>> {
  const sealer = createSealer(keyring, MAKES_NO_KEYS)
  const known = await findServiceKey({ db, sealer }, 'AUDIT_CHAIN')
  return known ?? new Secret(deriveChainKey(new Secret(keyring.current().key)))
}

async function readAcknowledged(file: string): Promise<readonly AcknowledgedTransaction[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    try {
      const { transaction_id: id, status } = JSON.parse(line) as Partial<AcknowledgedTransaction>
      if (typeof id === 'string' && typeof status === 'string') return { transaction_id: id, status }
    } catch {
      // Reported below, like a line with wrong members.
    }
    throw new Error(
      `${file}, line ${index + 1}: must be JSON with the strings "transaction_id" and "status".`,
    )
  })
}
