import type { Fixed, Late } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables, staying } from '@sluice/platform/database/owned-tables'

/** Rows of the portal. Times are epoch milliseconds, JSON is text. */
export interface PortalTables {
  portal_sessions: PortalSessionTable
  portal_links: PortalLinkTable
  portal_devices: PortalDeviceTable
  safeguard_runs: SafeguardRunTable
}

export interface PortalSessionTable {
  /** SHA-256 of the id in the browser's cookie. */
  id_hash: Fixed<Buffer>
  user_id: Fixed<string>
  /** The merchant; null for operators of the service. */
  merchant_id: Fixed<string | null>
  /** JSON array. */
  roles: Fixed<string>
  name: Fixed<string>
  email: Fixed<string | null>
  authenticated_at: Fixed<number>
  created_at: Fixed<number>
  seen_at: number
  /** The name that a program at a device gives itself; null for a browser. */
  device: Fixed<string | null>
  /** Names the session to its person, and opens nothing. */
  id: Fixed<string>
  /** IP address at the start of the session. */
  address: Fixed<string>
  /** `User-Agent` at the start of the session. */
  user_agent: Fixed<string | null>
  /** The merchant that an operator impersonates, for a reason in the audit trail; null if none. */
  viewed_merchant_id: Late<string>
  /** The end of the impersonation. */
  viewed_until: Late<number>
}

export interface PortalLinkTable {
  /** SHA-256 of the token in the link. */
  token_hash: Fixed<Buffer>
  merchant_id: Fixed<string>
  expires_at: Fixed<number>
}

/** Programs at devices that wait for a person. */
export interface PortalDeviceTable {
  /** SHA-256 of the device code. */
  device_hash: Fixed<Buffer>
  user_code: Fixed<string>
  name: Fixed<string>
  address: Fixed<string>
  /** The network that the limits count: the /64 of an IPv6 address; an IPv4 address itself. */
  network_narrow: Fixed<string>
  /** Its /56, or /24. */
  network_middle: Fixed<string>
  /** Its /48, or /16. */
  network_wide: Fixed<string>
  expires_at: Fixed<number>
  polled_at: Late<number>
  /** JSON of the login that approved; null before, and after a denial. */
  login: Late<string>
  denied_at: Late<number>
}

/** The result of the latest check of each safeguard. */
export interface SafeguardRunTable {
  safeguard: Fixed<string>
  checked_at: number
  /** JSON array of sentences. */
  problems: string
  /** The process that checks, or checked last; null before the first claim. */
  claimed_at: number | null
}

export const PORTAL_TABLES: OwnedTables<keyof PortalTables> = {
  tenants: staying(...ownedByMerchant('portal_sessions', 'portal_links')),
  service: ['safeguard_runs', 'portal_devices'],
  deadlines: [],
  realTimes: [
    ...happened('authenticated_at', 'portal_sessions'),
    ...happened('created_at', 'portal_sessions'),
    ...happened('seen_at', 'portal_sessions'),
    ...happened('checked_at', 'safeguard_runs'),
    ...happened('claimed_at', 'safeguard_runs'),
    { table: 'portal_links', column: 'expires_at', because: 'a link is opened by a person' },
    { table: 'portal_devices', column: 'expires_at', because: 'a person answers in real time' },
    ...happened('polled_at', 'portal_devices'),
    ...happened('denied_at', 'portal_devices'),
    { table: 'portal_sessions', column: 'viewed_until', because: 'a person looks in real time' },
  ],
  erasure: {
    portal_sessions: {
      kept: `id_hash user_id merchant_id roles name email authenticated_at created_at seen_at device id address
      user_agent viewed_merchant_id viewed_until`,
    },
    portal_links: { kept: 'token_hash merchant_id expires_at' },
    portal_devices: {
      kept: `device_hash user_code name address network_narrow network_middle network_wide expires_at polled_at
      login denied_at`,
    },
    safeguard_runs: { kept: 'safeguard checked_at problems claimed_at' },
  },
}
