import { revokeSigningKey, rotateSigningKey } from '@sluice/identity'

import type { Config } from '../config.ts'
import { withInfrastructure } from './with-infrastructure.ts'

/**
 * Adds the next signing key, or revokes one, while gateways run on PostgreSQL or while none runs.
 *
 * @param revokedKid - the key to revoke; null adds the next one.
 * @returns the key that was added or revoked; null if no key with that id can be revoked.
 */
export function changeSigningKey(config: Config, revokedKid: string | null): Promise<string | null> {
  return withInfrastructure(config, async (infrastructure) => {
    const kid = revokedKid ?? (await rotateSigningKey(infrastructure))
    if (revokedKid !== null && !(await revokeSigningKey(infrastructure, revokedKid))) return null
    const action = revokedKid === null ? 'signing-key.rotate' : 'signing-key.revoke'
    const entry = { merchantId: null, actor: 'operator', action, subject: kid, detail: {} } as const
    await infrastructure.audit.write(infrastructure.db, entry)
    return kid
  })
}
