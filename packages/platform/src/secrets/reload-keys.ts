import type { Logger } from 'pino'

import type { ScheduledJob } from '../jobs/scheduled-jobs.ts'
import { systemClock } from '../system.ts'
import type { KeyProvider } from './key-provider.ts'
import { type KeyReaders, nameAll } from './key-readers.store.ts'
import type { Keyring } from './keyring.ts'
import { resealAll, type ResealPorts, type SealedColumn } from './reseal.store.ts'

/** How often every gateway reads the master keys. */
export const KEY_RELOAD_INTERVAL_MS = 10_000

/** A process that read the keys late seals under the old one for seconds, never for this long. */
const SETTLED_AFTER_MS = 3_600_000

/**
 * Reports the master keys of a gateway that starts, before the gateway seals anything.
 *
 * @throws When another process seals under a key that this one was not given; the database is closed then.
 */
export async function joinKeyReaders({
  keyReaders,
  closeDatabase,
}: {
  readonly keyReaders: Pick<KeyReaders, 'report'>
  readonly closeDatabase: () => Promise<void>
}): Promise<void> {
  try {
    await keyReaders.report()
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** Creates the job that notices new master keys, and reports this process's keys to the others, in every process. */
export function createReloadKeys(
  {
    keyring,
    keyProvider,
    keyReaders,
  }: {
    readonly keyring: Pick<Keyring, 'replace'>
    readonly keyProvider: Pick<KeyProvider, 'load'>
    readonly keyReaders: Pick<KeyReaders, 'report'>
  },
  logger: Pick<Logger, 'warn'>,
): ScheduledJob {
  let told = ''
  return {
    name: 'read the master keys',
    async run() {
      try {
        keyring.replace(await keyProvider.load())
      } finally {
        // Also if the keys cannot be read: others must not seal under a key that this process lacks.
        const behind = nameAll(await keyReaders.report())
        if (behind !== '' && behind !== told)
          logger.warn({ reason: behind }, 'the newest master key is not used until these processes have it')
        told = behind
      }
      return 0
    },
  }
}

/**
 * Makes the work that finishes a rotation of the master key: it seals under the current key what others have sealed. Once
 * a key has sealed for an hour and nothing was left, it looks no more.
 */
export function createResealOutdated<DB>(
  ports: ResealPorts<DB>,
  sealedColumns: readonly SealedColumn[],
): () => Promise<number> {
  let settledId: string | null = null
  return async () => {
    const { keyring } = ports
    const { id, notBeforeMs } = keyring.current()
    if (keyring.list().length === 1 || id === settledId) return 0
    const sealed = await resealAll(ports, sealedColumns)
    if (sealed === 0 && systemClock.now() - notBeforeMs > SETTLED_AFTER_MS) settledId = id
    return sealed
  }
}
