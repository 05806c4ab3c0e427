import type { Fixed } from '../platform/database/columns.ts'
import { happened, ownedByMerchant, type OwnedTables, staying } from '../platform/database/owned-tables.ts'

/** Rows of the portal. Times are epoch milliseconds, JSON is text. */
export interface PortalTables {
  portal_sessions: PortalSessionTable
  portal_links: PortalLinkTable
}

export interface PortalSessionTable {
  /** SHA-256 of the id in the browser's cookie. */
  id_hash: Fixed<Buffer>
  user_id: Fixed<string>
  /** Null for the operator of the service. */
  merchant_id: Fixed<string | null>
  /** JSON array. */
  roles: Fixed<string>
  name: Fixed<string>
  email: Fixed<string | null>
  authenticated_at: Fixed<number>
  created_at: Fixed<number>
  seen_at: number
}

export interface PortalLinkTable {
  /** SHA-256 of the token in the link. */
  token_hash: Fixed<Buffer>
  merchant_id: Fixed<string>
  expires_at: Fixed<number>
}

export const PORTAL_TABLES: OwnedTables<keyof PortalTables> = {
  tenants: staying(...ownedByMerchant('portal_sessions', 'portal_links')),
  service: [],
  deadlines: [],
  realTimes: [
    ...happened('authenticated_at', 'portal_sessions'),
    ...happened('created_at', 'portal_sessions'),
    ...happened('seen_at', 'portal_sessions'),
    { table: 'portal_links', column: 'expires_at', because: 'a link is opened by a person' },
  ],
}
