import { formatDuration } from './format-duration.ts'

/** Texts used throughout the portal, and the names of its pages. The texts of pages that are loaded later are in files of their own. */
export const TEXTS = {
  product: 'Sluice',
  titleOf: (page: string) => `${page} – Sluice portal`,
  skip: 'Skip to the content',
  test: 'Test environment: no money moves',
  environments: { test: 'Test environment', production: 'Production' },
  navigation: 'Pages',
  viewing: (merchant: string, moment: string) => `Viewing ${merchant} until ${moment}`,
  endView: 'Stop viewing',
  signedInAs: (name: string) => `Signed in as ${name}`,
  signOut: 'Sign out',
  signInAgain: 'Sign in again',
  loading: 'Loading…',
  again: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
  done: 'Done',
  cancel: 'Cancel',
  none: '–',
  notAnAmount: (currency: string, example: string) => `Enter an amount in ${currency}, such as ${example}.`,

  pages: {
    payments: 'Payments',
    payment: 'Payment',
    overview: 'Overview',
    errors: 'Errors',
    webhooks: 'Webhooks',
    customers: 'Customers',
    customer: 'Customer',
    users: 'Users',
    merchants: 'Merchants',
    merchant: 'Merchant',
    decisions: 'Decisions',
    accounts: 'Provider accounts',
    events: 'Provider events',
    service: 'Service',
    audit: 'Audit trail',
    testTools: 'Test tools',
    checkoutSessions: 'Checkout sessions',
    paymentLinks: 'Payment links',
    devices: 'Sign in a program',
    design: 'Design',
    trail: 'Changes to users',
    settings: 'Settings',
    signIn: 'Sign in',
    missing: 'Page not found',
    nothing: 'No pages for your role',
  },

  settingsPages: {
    credentials: 'Credentials',
    terminals: 'Terminals',
    origins: 'Origins',
    look: 'Language and look',
    rules: 'Velocity rules',
    'webhook-hosts': 'Webhook hosts',
  },

  unloaded: {
    text: 'This page could not be loaded. Check your connection, then reload.',
    reload: 'Reload',
  },

  signIn: {
    lead: 'The portal for payments, webhooks and settings.',
    link: 'In a test environment, you can also sign in with a link from the terminal. It works once, within ten minutes.',
    command: 'sluice-gateway open',
    explain: 'prints such a link on the machine where the gateway runs.',
    failed: 'The sign-in failed. Try again.',
    used: 'This link was already used or is older than ten minutes. Print another one.',
    ended: 'Your session has ended. Sign in again to continue.',
  },

  noPages: 'Your role has no pages in this portal.',

  /** Test tools in use, said above every page. */
  testState: {
    ahead: (seconds: number) => `Test clock ${formatDuration(seconds)} ahead`,
    webhookFaults: 'Webhook faults are on',
    sandboxFaults: (until: string) => `Faults are on until ${until}`,
  },

  lookAtMarked: 'Not saved. See the marked fields.',

  missing: 'No page of the portal has this address. Check the address, or continue with another page.',
  missingSignedOut: 'No page of the portal has this address. Sign in to see the pages that exist.',
  goTo: (page: string) => `Go to ${page}`,

  noAccess: {
    title: (page: string) => `No access to ${page}`,
    roles: (roles: readonly string[], merchant: string) =>
      `Your role does not include this page. Ask an owner of ${merchant} to change your role under Users. This page is open to: ${roles.join(', ')}.`,
    everybody: 'Your role does not include this page. Ask an owner to change your role under Users.',
    operator:
      'Only operators of the service can open this page. Ask your operator for what you need from it.',
    merchant:
      'This page shows the data of one merchant. To read a merchant’s payments, open the merchant, then choose "View payments…".',
    viewing: (merchant: string) =>
      `While you view ${merchant}, you can open only its payments and the pages of operators.`,
    test: 'This page exists only in test environments.',
  },

  refusals: {
    'signed-out': 'The session has ended.',
    'sign-in-too-old':
      'This needs a recent sign-in. Open the menu under your name, choose "Sign in again", then retry.',
    forbidden: 'Your role does not allow this.',
    'not-found': 'Not found.',
    invalid: 'The gateway rejected this.',
    conflict: 'Someone else changed this. Check the current state, then retry.',
    'under-way': 'This request is still being processed. Wait a moment, then retry.',
    limited: 'Too many requests. Wait a moment, then try again.',
    unavailable: 'The gateway cannot be reached. Your change may have been applied: check before you retry.',
  },

  live: {
    interrupted:
      'No connection to the gateway. What you see may be out of date. The portal reconnects automatically.',
  },

  payments: {
    older: 'Older',
    newest: 'Newest',
    exportCsv: 'CSV, for spreadsheets',
    exportJson: 'JSON, exactly as the API has it',
    noViews: 'None yet. A view keeps the filters, in this browser.',
    saveView: 'Save the filters as a view',
    viewName: 'Name of the view',
    removeView: (name: string) => `Remove the view ${name}`,
    invalidFilter: (property: string, message: string) => `${property} ${message}`,
  },

  statuses: {
    CREATED: 'Created',
    PENDING: 'Pending',
    APPROVED: 'Approved',
    DECLINED: 'Declined',
    CANCELED: 'Canceled',
    INVALID: 'Invalid',
    SESSION_EXPIRED: 'Expired',
  },

  types: {
    PURCHASE: 'Purchase',
    AUTHORIZE: 'Authorization',
    VERIFY: 'Verification',
    PAYMENT: 'Payment',
    PAYOUT: 'Payout',
    CAPTURE: 'Capture',
    REFUND: 'Refund',
    VOID: 'Void',
    INCREMENT: 'Increase',
    EXTEND: 'Extension',
  },

  /** The status of approved transactions other than payments. */
  outcomes: {
    CAPTURE: 'Captured',
    REFUND: 'Refunded',
    VOID: 'Voided',
    PAYOUT: 'Paid out',
    INCREMENT: 'Increased',
    EXTEND: 'Extended',
  },

  errors: {
    lead: 'Requests from your servers and pages that failed with status 400 or above in the last seven days. Declined payments are not errors.',
    none: 'No errors',
    noneText: 'No request failed in the last seven days.',
    caption: 'Errors, most frequent first',
    request: 'Request',
    what: 'Error',
    count: 'Count',
    first: 'First',
    last: 'Last',
    back: 'All errors',
    requests: 'Requests',
    requestsCaption: 'Requests with this error, newest first',
    noneLeft: 'These requests are no longer stored.',
    at: 'Time',
    id: 'Request ID',
    payment: 'Payment',
    sender: 'Sent by',
    senders: { SERVER: 'your server', BROWSER: 'a page of your shop' },
    whatToDo: 'What to do',
    older: 'Older',
    newest: 'Newest',
    hidden: 'an unknown member',
    /** Texts by the HTTP status. */
    statuses: {
      400: [
        'Malformed request',
        'Send valid JSON without duplicate members, and a supported API-Version header.',
      ],
      401: ['Unauthorized', 'Get a new access token, or check the client key.'],
      403: ['Forbidden', 'Check the roles of the client. Values that look like an attack are rejected, too.'],
      404: ['Not found', 'Check that the ID belongs to this merchant and environment.'],
      409: ['Conflict', 'Read the current status first: another request changed it or is still running.'],
      413: ['Request too large', 'Send less data in one request.'],
      415: ['Unsupported media type', 'Send Content-Type: application/json.'],
      422: ['Validation failed', 'Fix the member below, then send the request again.'],
      429: ['Too many requests', 'Wait for the time in Retry-After, then retry.'],
      500: ['Internal error', 'Send the request ID to the operator of the gateway.'],
      503: ['Service unavailable', 'Retry with the same Idempotency-Key.'],
    },
    otherStatus: ['Rejected', 'Compare the request with the API reference.'],
  },

  users: {
    caption: 'People who may sign in',
    none: 'No users yet',
    noneText: 'Invite your colleagues. Each gets a link to set up a sign-in.',
    name: 'Name',
    roles: 'Roles',
    status: 'Status',
    second: 'Second factor',
    yes: 'Yes',
    no: 'No',
    states: { INVITED: 'Invited', ACTIVE: 'Active', LINK: 'Signed in by link' },
    invite: 'Invite…',
    inviteTitle: 'Invite a colleague',
    email: 'Email',
    confirmInvite: 'Create invitation',
    change: 'Change…',
    changeTitle: (name: string) => `Change ${name}`,
    saveRoles: 'Save roles',
    reset: 'Reset sign-in',
    resetHint:
      'A reset removes the password, authenticator app and passkeys. The person sets up a new sign-in with a link.',
    remove: 'Remove',
    changed: 'Roles changed. The person has to sign in again.',
    removed: 'User removed.',
    linkTitle: 'Send this link to the person',
    linkHint: (moment: string) => `It is shown only once and works until ${moment}.`,
    done: 'Done',
    noRole: 'Select at least one role.',
    explain: {
      owner: 'everything, including users',
      developer: 'read payments and settings; manage customers and webhooks',
      finance: 'read payments; capture, refund, void; checkout sessions',
      support: 'read payments',
    },
  },
} as const
