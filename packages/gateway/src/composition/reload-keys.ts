import type { Logger } from 'pino'

import type { DueWork } from '@sluice/platform/jobs/due-work'
import { nameAll } from '@sluice/platform/secrets/key-readers.store'
import { resealAll } from '@sluice/platform/secrets/reseal.store'
import { systemClock } from '@sluice/platform/system'

import type { Infrastructure } from './infrastructure.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

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
}: Pick<Infrastructure, 'keyReaders' | 'closeDatabase'>): Promise<void> {
  try {
    await keyReaders.report()
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** Makes the work that notices new master keys, and tells other processes which ones this process has, in every process. */
export function createReloadKeys(
  { keyring, keyProvider, keyReaders }: Infrastructure,
  logger: Pick<Logger, 'warn'>,
): DueWork {
  let told = ''
  return {
    name: 'read the master keys',
    async run() {
      try {
        keyring.replace(await keyProvider.load())
      } finally {
        // Also where the keys cannot be read: others must not seal under a key that this process lacks.
        const behind = nameAll(await keyReaders.report())
        if (behind !== '' && behind !== told)
          logger.warn({ reason: behind }, 'the latest master key seals nothing until these processes have it')
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
export function createResealOutdated(infrastructure: Infrastructure): () => Promise<number> {
  let settledId: string | null = null
  return async () => {
    const { keyring } = infrastructure
    const { id, notBeforeMs } = keyring.current()
    if (keyring.list().length === 1 || id === settledId) return 0
    const sealed = await resealAll(infrastructure, SEALED_COLUMNS)
    if (sealed === 0 && systemClock.now() - notBeforeMs > SETTLED_AFTER_MS) settledId = id
    return sealed
  }
}
