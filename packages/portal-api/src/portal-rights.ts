import { PORTAL_ROLES, type PortalRole } from '@sluice/types/vocabulary'

/** The roles that may perform an action at the portal. */
export interface PortalRight {
  /** A person with one of them may. */
  readonly roles: readonly PortalRole[]
  /** A person with one of them may in the test environment, besides. */
  readonly rolesInTest?: readonly PortalRole[]
  /** Whether an operator who impersonates a merchant may do it. */
  readonly withReason?: true
  /** Whether it changes something: such a request carries an Idempotency-Key and is written into the audit trail. */
  readonly changes?: boolean
  /** Whether the person must have signed in within {@link RECENT_SIGN_IN_MS}. */
  readonly needsRecentSignIn?: boolean
  /** Whether it requires a browser session, because it admits people or programs. */
  readonly needsBrowser?: true
}

const READERS = ['owner', 'developer', 'finance', 'support'] as const
const BUILDERS = ['owner', 'developer'] as const
const OPERATORS = ['operator'] as const

/**
 * The rights at the portal: endpoints of the API by their names, and those that only the portal has. An endpoint
 * without a row is not served there: nothing that charges a card or pays out is ever done by a person.
 *
 * @see docs/protocol/portal.md#portal-rights
 */
export const PORTAL_RIGHTS = {
  findDevice: { roles: PORTAL_ROLES },
  approveDevice: { roles: PORTAL_ROLES, changes: true, needsRecentSignIn: true, needsBrowser: true },
  denyDevice: { roles: PORTAL_ROLES, changes: true },
  listSessions: { roles: PORTAL_ROLES },
  endSession: { roles: PORTAL_ROLES, changes: true, needsRecentSignIn: true },
  endOtherSessions: { roles: PORTAL_ROLES, changes: true, needsRecentSignIn: true },
  listTransactions: { roles: READERS, withReason: true },
  getStatus: { roles: READERS, withReason: true },
  getTimeline: { roles: READERS, withReason: true },
  listTransactionRecords: { roles: READERS, withReason: true },
  manage: { roles: ['owner', 'finance'], changes: true },
  exportTransactions: { roles: READERS, needsRecentSignIn: true },
  countTransactions: { roles: READERS },
  listFailedRequests: { roles: ['owner', 'developer', 'support'] },
  streamEvents: { roles: READERS },
  getSession: { roles: READERS },
  updateSession: { roles: ['owner', 'finance'], rolesInTest: ['developer'], changes: true },
  cancelSession: { roles: ['owner', 'finance'], rolesInTest: ['developer'], changes: true },
  listPaymentLinks: { roles: READERS },
  getPaymentLink: { roles: READERS },
  createPaymentLink: { roles: ['owner'], rolesInTest: ['developer'], changes: true },
  deactivatePaymentLink: { roles: ['owner'], rolesInTest: ['developer'], changes: true },
  listCustomers: { roles: BUILDERS },
  getCustomer: { roles: BUILDERS },
  updateCustomer: { roles: BUILDERS, changes: true },
  listCustomerPaymentMethods: { roles: BUILDERS },
  listWebhookSubscriptions: { roles: BUILDERS },
  listWebhookDeliveries: { roles: BUILDERS },
  getWebhookDelivery: { roles: BUILDERS },
  explainWebhookSignature: { roles: BUILDERS },
  replayWebhookDeliveries: { roles: BUILDERS, changes: true },
  enableWebhookSubscription: { roles: BUILDERS, changes: true },
  rotateWebhookSecret: { roles: BUILDERS, changes: true, needsRecentSignIn: true },
  listUsers: { roles: ['owner'] },
  inviteUser: { roles: ['owner'], changes: true, needsRecentSignIn: true, needsBrowser: true },
  changeUserRoles: { roles: ['owner'], changes: true, needsRecentSignIn: true, needsBrowser: true },
  removeUser: { roles: ['owner'], changes: true, needsRecentSignIn: true },
  resetUserSignIn: { roles: ['owner'], changes: true, needsRecentSignIn: true, needsBrowser: true },
  listUserSessions: { roles: ['owner'] },
  endUserSessions: { roles: ['owner'], changes: true, needsRecentSignIn: true },
  confirmUserLink: { roles: ['owner'], changes: true, needsRecentSignIn: true, needsBrowser: true },
  cancelUserLink: { roles: READERS, changes: true },
  listNotices: { roles: READERS },
  acknowledgeNotices: { roles: READERS, changes: true, needsBrowser: true },
  searchUserTrail: { roles: ['owner'] },
  getSettings: { roles: BUILDERS },
  exportSettings: { roles: ['owner'], needsRecentSignIn: true },
  previewLook: { roles: BUILDERS },
  changeLook: { roles: ['owner'], changes: true },
  changeWebhookHosts: { roles: ['owner'], changes: true, needsRecentSignIn: true },
  changeRisk: { roles: ['owner'], changes: true, needsRecentSignIn: true },
  changeTerminal: { roles: ['owner'], changes: true, needsRecentSignIn: true },
  changeClientKey: { roles: ['owner'], rolesInTest: ['developer'], changes: true, needsRecentSignIn: true },
  deleteClientKey: { roles: ['owner'], rolesInTest: ['developer'], changes: true, needsRecentSignIn: true },
  createClientKey: { roles: ['owner'], rolesInTest: ['developer'], changes: true, needsRecentSignIn: true },
  createSubscription: { roles: BUILDERS, changes: true, needsRecentSignIn: true },
  changeSubscription: { roles: BUILDERS, changes: true, needsRecentSignIn: true },
  disableSubscription: { roles: BUILDERS, changes: true },
  removeSubscription: { roles: BUILDERS, changes: true, needsRecentSignIn: true },
  listClients: { roles: BUILDERS },
  getEncryptionKeys: { roles: BUILDERS },
  createClient: {
    roles: ['owner'],
    rolesInTest: ['developer'],
    changes: true,
    needsRecentSignIn: true,
    needsBrowser: true,
  },
  rotateClientSecret: {
    roles: ['owner'],
    rolesInTest: ['developer'],
    changes: true,
    needsRecentSignIn: true,
    needsBrowser: true,
  },
  endOldClientSecret: {
    roles: ['owner'],
    rolesInTest: ['developer'],
    changes: true,
    needsRecentSignIn: true,
  },
  revokeClient: { roles: ['owner'], rolesInTest: ['developer'], changes: true, needsRecentSignIn: true },
  listMerchants: { roles: OPERATORS },
  getMerchant: { roles: OPERATORS },
  inviteOwner: { roles: OPERATORS, changes: true, needsRecentSignIn: true, needsBrowser: true },
  addMerchant: { roles: OPERATORS, changes: true, needsRecentSignIn: true },
  checkGoLive: { roles: OPERATORS },
  approveGoLive: { roles: OPERATORS, changes: true, needsRecentSignIn: true },
  viewMerchant: { roles: OPERATORS, changes: true },
  listUndecided: { roles: OPERATORS },
  decideUndecided: { roles: OPERATORS, changes: true },
  askUndecided: { roles: OPERATORS, changes: true },
  examineService: { roles: OPERATORS },
  overseeAccounts: { roles: OPERATORS },
  pauseAccount: { roles: OPERATORS, changes: true },
  resumeAccount: { roles: OPERATORS, changes: true },
  overseeEvents: { roles: OPERATORS },
  retryEvent: { roles: OPERATORS, changes: true },
  searchAuditTrail: { roles: OPERATORS },
  exportAuditTrail: { roles: OPERATORS, needsRecentSignIn: true },
  createHostedPaymentPage: { roles: [], rolesInTest: BUILDERS, changes: true },
  readClock: { roles: [], rolesInTest: BUILDERS },
  advanceClock: { roles: [], rolesInTest: BUILDERS, changes: true },
  createTestRecord: { roles: [], rolesInTest: BUILDERS, changes: true },
  setWebhookLaboratory: { roles: [], rolesInTest: BUILDERS, changes: true },
  resendWebhookDelivery: { roles: [], rolesInTest: BUILDERS, changes: true },
  sendWebhookTestMessage: { roles: [], rolesInTest: BUILDERS, changes: true },
  listSandboxes: { roles: [], rolesInTest: BUILDERS },
  getSandbox: { roles: [], rolesInTest: BUILDERS },
  createSandbox: { roles: [], rolesInTest: BUILDERS, changes: true, needsRecentSignIn: true },
  deleteSandbox: { roles: [], rolesInTest: BUILDERS, changes: true },
  resetSandbox: { roles: [], rolesInTest: BUILDERS, changes: true },
  listSandboxSnapshots: { roles: [], rolesInTest: BUILDERS },
  takeSandboxSnapshot: { roles: [], rolesInTest: BUILDERS, changes: true },
  restoreSandboxSnapshot: { roles: [], rolesInTest: BUILDERS, changes: true },
  deleteSandboxSnapshot: { roles: [], rolesInTest: BUILDERS, changes: true },
  listSandboxFaults: { roles: [], rolesInTest: BUILDERS },
  setSandboxFault: { roles: [], rolesInTest: BUILDERS, changes: true },
  clearSandboxFault: { roles: [], rolesInTest: BUILDERS, changes: true },
} as const satisfies Record<string, PortalRight>

export type PortalAction = keyof typeof PORTAL_RIGHTS

export const PORTAL_ACTIONS = Object.keys(PORTAL_RIGHTS) as readonly PortalAction[]

/**
 * Secrets, users, security settings and exports require a recent sign-in, because an unattended window proves nothing.
 */
export const RECENT_SIGN_IN_MS = 10 * 60_000

/** Whether a user may perform the requested action. */
export type PermissionVerdict = 'allowed' | 'forbidden' | 'sign-in-too-old'

/**
 * Returns who may do something in an environment.
 *
 * @param isLooking - whether the person impersonates a merchant.
 */
export function rolesFor(
  action: PortalAction,
  environment: 'test' | 'production',
  isLooking = false,
): readonly PortalRole[] {
  const { roles, rolesInTest = [], withReason }: PortalRight = PORTAL_RIGHTS[action]
  return [
    ...roles,
    ...(environment === 'test' ? rolesInTest : []),
    ...(withReason === true && isLooking ? OPERATORS : []),
  ]
}

export function checkPermission(
  action: PortalAction,
  person: {
    readonly roles: readonly PortalRole[]
    readonly authenticatedAtMs: number
    /** Whether the operator impersonates a merchant. */
    readonly isLooking?: boolean
    /** Name of the program that acts for the person; null for a browser. */
    readonly device: string | null
  },
  nowMs: number,
  environment: 'test' | 'production',
): PermissionVerdict {
  const { needsRecentSignIn = false, needsBrowser }: PortalRight = PORTAL_RIGHTS[action]
  if (needsBrowser && person.device !== null) return 'forbidden'
  const having = rolesFor(action, environment, person.isLooking)
  if (!person.roles.some((role) => having.includes(role))) return 'forbidden'
  const isRecent = nowMs - person.authenticatedAtMs < RECENT_SIGN_IN_MS
  return needsRecentSignIn && !isRecent ? 'sign-in-too-old' : 'allowed'
}
