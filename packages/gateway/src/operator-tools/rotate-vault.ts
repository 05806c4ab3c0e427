import type { AuditAction } from '@sluice/platform/audit/audit-entry'

import { openCardKeeping } from '../composition/stores.ts'
import type { Config } from '../config.ts'
import type { VaultRotationPorts } from '../payment-methods/index.ts'
import { createAddToOutbox } from '../webhooks/index.ts'
import { withInfrastructure } from './with-infrastructure.ts'

/** Rotating keys records no events. */
const NO_NEWS = createAddToOutbox(() => undefined)

/**
 * Rotates keys of the vault, whether or not gateways run.
 *
 * @throws When the database cannot be used; the message says what to do.
 */
export function rotateVaultOf<T extends Readonly<Record<string, number>>>(
  config: Config,
  action: Extract<AuditAction, `vault.${string}`>,
  rotate: (ports: VaultRotationPorts) => Promise<T>,
): Promise<T> {
  return withInfrastructure(config, async (infrastructure) => {
    const done = await rotate(openCardKeeping(infrastructure, NO_NEWS))
    const entry = { merchantId: null, actor: 'operator', action, subject: 'vault', detail: done } as const
    await infrastructure.audit.write(infrastructure.db, entry)
    return done
  })
}
