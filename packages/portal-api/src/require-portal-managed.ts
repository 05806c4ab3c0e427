import { RequestRefusal } from '@sluice/platform/http/request-refusal'

import type { FindManager } from './portal-clients.ts'

/** What the portal says where the configuration file decides. */
export const MANAGED_BY_FILE =
  'This merchant is managed by the configuration file: change the file, or ask the operator of the gateway.'

/**
 * What people change would not last where the file says what a merchant has.
 *
 * @throws {RequestRefusal} 409.
 */
export async function requirePortalManaged(findManager: FindManager, merchantId: string): Promise<void> {
  if ((await findManager(merchantId)) === 'PORTAL') return
  throw new RequestRefusal(409, { error: 'Conflict', message: MANAGED_BY_FILE })
}
