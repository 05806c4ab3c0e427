import { RequestRefusal } from '@sluice/platform/http/request-refusal'

import type { FindManager } from './portal-clients.ts'

/** The message for changes to a merchant that the configuration file manages. */
export const MANAGED_BY_FILE =
  'This merchant is managed by the configuration file: change the file, or ask the operator of the gateway.'

/**
 * Rejects changes to a merchant that the configuration file manages: the next start would revert them.
 *
 * @throws {RequestRefusal} 409.
 */
export async function requirePortalManaged(findManager: FindManager, merchantId: string): Promise<void> {
  if ((await findManager(merchantId)) === 'PORTAL') return
  throw new RequestRefusal(409, { error: 'Conflict', message: MANAGED_BY_FILE })
}
