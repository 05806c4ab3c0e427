import { page } from 'vitest/browser'

import { dialog, type PageRights } from './page-rights.ts'

const AT = '2026-11-30T00:00:00Z'
const SUBSCRIPTION = {
  id: 'orders',
  url: 'https://a.example',
  filters: ['*'],
  status: 'ACTIVE',
  disabled_reason: null,
  failing_since: null,
  previous_secret_valid_until: null,
  laboratory: null,
}
const DELIVERY = {
  id: 'd-1',
  webhook_id: 'm-1',
  event: 'transaction-svc:transaction:purchase:approved',
  transaction_id: null,
  subscription_id: 'orders',
  status: 'DELIVERED',
  last_status: 200,
  attempt_count: 1,
  next_attempt_at: null,
  created_at: AT,
  payload: {},
  attempts: [],
}
const SANDBOX = { sandbox_id: 'own', merchant_id: 'merchant-1', name: 'Own', created_at: AT }

/** The responses of the gateway to the pages of webhooks and test tools. */
export const WEBHOOK_ANSWERS = {
  'GET /api/webhooks/subscriptions': {
    subscriptions: [
      SUBSCRIPTION,
      {
        ...SUBSCRIPTION,
        id: 'off',
        url: 'https://b.example',
        status: 'DISABLED',
        disabled_reason: 'MERCHANT',
      },
    ],
  },
  'GET /api/webhooks/deliveries': { deliveries: [DELIVERY], next_cursor: null },
  'GET /api/webhooks/deliveries/d-1': DELIVERY,
  'GET /simulators/sandboxes': {
    data: [SANDBOX, { ...SANDBOX, sandbox_id: 'other', merchant_id: 'merchant-2', name: 'Other' }],
  },
  'GET /simulators/sandboxes/own': { ...SANDBOX, terminal_id: 'T00000000001' },
  'GET /simulators/sandboxes/own/snapshots': { data: [{ name: 'before', taken_at: AT, transactions: 7 }] },
  'GET /simulators/sandboxes/own/faults': {
    data: [{ kind: 'DATABASE', until: new Date(Date.now() + 3_600_000).toISOString() }],
    provider_ids: [],
  },
  'GET /simulators/clock': { now: AT },
}

/** The pages of webhooks, and of the tools of the test environment. */
export const WEBHOOK_PAGES: Readonly<Record<string, PageRights>> = {
  webhooks: {
    addresses: ['/webhooks'],
    takes: 'listWebhookDeliveries',
    shows: 'Disabled in the portal.',
    prepare: () => page.getByRole('checkbox').click(),
    buttons: {
      'Disable… https://a.example': dialog('disableSubscription', { Disable: 'disableSubscription' }),
      'Edit… https://a.example': dialog('changeSubscription', { Save: 'changeSubscription' }),
      'Edit… https://b.example': 'changeSubscription',
      'Enable https://b.example': 'enableWebhookSubscription',
      Filters: null,
      'New subscription…': dialog('createSubscription', { 'Create subscription': 'createSubscription' }),
      'Remove… https://a.example': dialog('removeSubscription', {
        'Remove subscription': 'removeSubscription',
      }),
      'Remove… https://b.example': 'removeSubscription',
      'Resend 1 selected': 'replayWebhookDeliveries',
      'Resend failed…': dialog('replayWebhookDeliveries', { Resend: 'replayWebhookDeliveries' }),
      'Rotate secret… https://a.example': dialog('rotateWebhookSecret', {
        'Rotate secret': 'rotateWebhookSecret',
      }),
      'Rotate secret… https://b.example': 'rotateWebhookSecret',
      'Test message… https://a.example': dialog('sendWebhookTestMessage', {
        Send: 'sendWebhookTestMessage',
      }),
      'Faults… https://a.example': dialog('setWebhookLaboratory', {
        Save: 'setWebhookLaboratory',
        'Turn all off': 'setWebhookLaboratory',
      }),
      'Faults… https://b.example': 'setWebhookLaboratory',
    },
  },
  'a delivery': {
    addresses: ['/webhooks/d-1'],
    takes: 'getWebhookDelivery',
    shows: 'Purchase approved',
    buttons: {
      'Check signature': 'explainWebhookSignature',
      'Edit and resend…': dialog('resendWebhookDelivery', { 'Send copy': 'resendWebhookDelivery' }),
      Resend: 'replayWebhookDeliveries',
    },
  },
  'test tools': {
    addresses: ['/test-tools'],
    takes: 'readClock',
    shows: 'before',
    buttons: {
      'Advance clock': 'advanceClock',
      'Create payment page': 'createHostedPaymentPage',
      'New sandbox…': dialog('createSandbox', { 'Create sandbox': 'createSandbox' }),
      'Remove… Other': dialog('deleteSandbox', { 'Remove sandbox': 'deleteSandbox' }),
      'Remove… before': dialog('deleteSandboxSnapshot', { 'Remove snapshot': 'deleteSandboxSnapshot' }),
      'Reset sandbox…': dialog('resetSandbox', { 'Reset sandbox': 'resetSandbox' }),
      'Restore… before': dialog('restoreSandboxSnapshot', { 'Restore snapshot': 'restoreSandboxSnapshot' }),
      'Take snapshot': 'takeSandboxSnapshot',
      'Turn off': 'clearSandboxFault',
      'Turn fault on': 'setSandboxFault',
    },
  },
}
