import { DatabaseOpenError } from '@sluice/platform/database/database-open-error'
import { chooseKeyProvider } from '@sluice/platform/secrets/choose-key-provider'
import { type MasterKeyRotation, rotateMasterKey as rotate } from '@sluice/platform/secrets/rotate-master-key'
import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { createInfrastructure } from '../composition/infrastructure.ts'
import { SEALED_COLUMNS } from '../composition/sealed-columns.ts'
import type { Config } from '../config.ts'

/**
 * Rotates the master key of an installation, whether or not gateways run. If the embedded database is not locked, no gateway
 * runs, and the key is used immediately.
 *
 * @throws When the database cannot be used, or the keys come from a command that returns no new one.
 */
export async function rotateMasterKeyOf(
  config: Config,
  times: Parameters<typeof rotate>[2] = {},
): Promise<MasterKeyRotation> {
  const provider = chooseKeyProvider(config, createSystemRandom(systemClock))
  const opened = await createInfrastructure(config).catch((error: unknown) => {
    // The running gateway has the embedded database open: it detects the key and reseals.
    if (error instanceof DatabaseOpenError && config.databaseUrl === null) return null
    throw error
  })
  try {
    const isAlone = config.databaseUrl === null
    const ports = opened && { ...opened, sealedColumns: SEALED_COLUMNS, isAlone }
    const rotation = await rotate(provider, ports, times)
    const { keyId, resealed, behind } = rotation
    if (opened !== null && resealed !== null && behind.length === 0)
      await opened.audit.write(opened.db, {
        merchantId: null,
        actor: 'operator',
        action: 'master-key.rotate',
        subject: 'master-key',
        detail: { key_id: keyId, resealed },
      })
    return rotation
  } finally {
    await opened?.closeDatabase()
  }
}
