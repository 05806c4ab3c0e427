import { formatDuration } from './format-duration.ts'

/** The texts of the page of test tools. */
export const TEST_TOOLS_TEXTS = {
  noSandbox: 'This merchant is not a sandbox',
  noSandboxText:
    'Test tools change time and data, so they work in sandboxes only. This merchant comes from the configuration file.',
  guide: 'Guide: test your integration',
  duration: formatDuration,

  pay: 'Test payment',
  payHint:
    'Creates a payment page as your shop would. Enter any test card there, such as 4242 4242 4242 4242 with a future date and any code. The password of the simulated bank is 1234. The portal never receives the card.',
  course: 'Scenario',
  courses: {
    challenge: '3-D Secure with a challenge',
    frictionless: '3-D Secure without a challenge',
    without: 'No 3-D Secure',
    funds: 'Declined: insufficient funds',
    outage: 'Provider outage: the connection breaks, nothing is charged',
    lost: 'Lost response: the provider charges, but never responds',
    serverError: 'The provider responds with an internal error',
    asTyped: 'Decided by the test card',
  },
  openPage: 'Create payment page',
  description: 'Test payment from the portal',
  opened: 'Payment page created.',
  goToPage: 'Pay in a new tab',
  seePayment: 'Show the payment',

  clock: 'Test clock',
  clockSays: 'Time in this sandbox:',
  clockHint:
    'Advancing the clock runs everything that becomes due: sessions expire, providers report outcomes, webhooks are retried. Only a reset or a restored snapshot turns it back.',
  advanceBy: 'Advance by',
  advance: 'Advance clock',
  advanced: (seconds: number, due: number) =>
    `Clock advanced by ${formatDuration(seconds)}. Due actions run: ${due}.`,

  snapshots: 'Snapshots',
  snapshotsHint:
    'A snapshot stores all payments, cards, sessions and webhooks of the sandbox. Restoring it replaces the current data.',
  snapshotName: 'Snapshot name',
  snapshotPattern: 'Letters, digits, dot, underscore and hyphen',
  transactions: 'Transactions',
  take: 'Take snapshot',
  taken: (name: string) => `Snapshot ${name} taken.`,
  noSnapshots: 'No snapshots yet',
  noSnapshotsText: 'Take one before a test, and restore it to start again from the same data.',
  restore: 'Restore…',
  restoreTitle: (name: string) => `Restore ${name}?`,
  restoreConfirm: 'Restore snapshot',
  restored: (name: string) => `Snapshot ${name} restored.`,
  removeSnapshot: 'Remove snapshot',
  removeSnapshotHint: 'The snapshot is deleted. The current data of the sandbox stays.',
  reset: 'Reset sandbox…',
  resetTitle: 'Reset the sandbox?',
  resetConfirm: 'Reset sandbox',
  wasReset: 'Sandbox reset.',
  replaceHint:
    'All current payments, customers, cards and webhook messages are deleted. Credentials and settings stay.',

  remove: 'Remove…',
  removeTitle: (name: string) => `Remove ${name}?`,
  removed: (name: string) => `${name} removed.`,

  faults: 'Webhook faults',
  faultsHint: 'Faults affect the first attempt of each message. Messages that are resent are never affected.',
  noSubscriptions: 'No subscriptions yet',
  noSubscriptionsText: 'Faults apply to the messages of a subscription.',
  createSubscription: 'Create a subscription',
  switches: {
    duplicate: 'Duplicates: each message arrives twice',
    reorder: 'Disorder: messages arrive out of order',
    drop: 'Loss: messages are not sent, but reported as delivered',
  },
  faultsOn: 'Webhook faults turned on.',
  faultsOff: 'Webhook faults turned off.',

  sandboxFaults: {
    title: 'Sandbox faults',
    hint: 'Your server and pages get the same statuses and headers as in production, until the fault ends by itself, in real time. The portal and the test tools keep working.',
    what: 'Fault',
    howLong: 'Duration',
    slow: (seconds: number) => `The API responds ${seconds} s later`,
    away: (provider: string) => `Provider ${provider} is unreachable`,
    kinds: {
      API_LATENCY: 'The API is slow',
      API_ERROR: 'The API responds with 500',
      API_UNAVAILABLE: 'The API responds with 503 and Retry-After',
      EDGE_REFUSAL: 'The edge rejects with an empty 403',
      PROVIDER_OUTAGE: 'All providers are unreachable',
    },
    switchOn: 'Turn fault on',
    switchOff: 'Turn off',
    isOn: 'Fault turned on.',
    isOff: 'Fault turned off.',
    until: 'until',
    none: 'No faults are on.',
  },

  sandboxes: 'Sandboxes',
  sandboxesHint:
    'A sandbox is a separate merchant with its own credentials and clock. The list shows the sandboxes that were created here.',
  sandboxName: 'Name',
  make: 'New sandbox…',
  makeTitle: 'Create a sandbox',
  makeConfirm: 'Create sandbox',
  made: 'Created',
  madeTitle: 'Sandbox created',
  madeHint: 'Copy the credentials now, such as to an .env file. They are shown only once.',
  here: 'Current',
  removeSandbox: 'Remove sandbox',
  removeSandboxHint: 'Its data is deleted and its credentials stop working. This cannot be undone.',
} as const
