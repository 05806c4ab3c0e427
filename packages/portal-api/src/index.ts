export { createPortalAuth, type PortalAuth } from './portal-auth.ts'
export { LINK_USER, makePortalLink, registerPortalLinks } from './portal-links.routes.ts'
export { recordRefusedChanges } from './record-refused-changes.ts'
export type {
  OverseenConnector,
  OverseenProvider,
  OverseenProviderAccounts,
  OverseenProviderEvents,
  OverseenService,
  UndecidedPayments,
} from './operator-records.ts'
export { registerAdoptMerchant } from './adopt-merchant.routes.ts'
export { registerFirstSteps } from './first-steps.routes.ts'
export { registerGoLive } from './go-live.routes.ts'
export type { Rehearsal } from './go-live.ts'
export type { PortalUsers } from './portal-users.ts'
export { registerOperatorEvents } from './operator-events.routes.ts'
export { registerOperatorAccounts } from './operator-accounts.routes.ts'
export { registerOperatorAudit } from './operator-audit.routes.ts'
export { registerOperatorDecisions } from './operator-decisions.routes.ts'
export { registerOperatorMerchants } from './operator-merchants.routes.ts'
export { registerOperatorHealth } from './operator-health.routes.ts'
export { createSafeguardRuns } from './safeguard-runs.store.ts'
export { registerDevices } from './devices.routes.ts'
export { createDeviceRequests } from './device-requests.store.ts'
export { registerPortalLogin } from './portal-login.routes.ts'
export { PORTAL_RIGHTS, type PortalAction } from './portal-rights.ts'
export { registerPortalClients } from './portal-clients.routes.ts'
export { registerPortalSubscriptions } from './portal-subscriptions.routes.ts'
export { registerPortalUsers } from './portal-users.routes.ts'
export { registerUserNotices } from './user-notices.routes.ts'
export { registerPortalSettings } from './portal-settings.routes.ts'
export type { PortalSettings } from './portal-settings.ts'
export { registerPortalSessionList } from './portal-session-list.routes.ts'
export { registerPortalSession } from './portal-session.routes.ts'
export { createPortalLinks, createPortalSessions } from './portal-sessions.store.ts'
export { createPortalTables } from './portal.migration.ts'
export { claimSafeguardRuns } from './safeguard-claims.migration.ts'
export { PORTAL_TABLES, type PortalTables } from './portal.tables.ts'
