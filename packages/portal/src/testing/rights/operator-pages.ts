import { dialog, type PageRights } from './page-rights.ts'

const AT = '2026-11-30T10:00:00Z'
const ACCOUNT = {
  payment_provider_id: 'sim-a',
  payment_provider_account_id: 'sim-a-eur',
  state: 'CLOSED',
  open_since: null,
  paused_at: null,
  pause_reason: null,
  calls_waiting: 2,
  last_answered_at: AT,
}
const MERCHANT = {
  id: 'harbour',
  name: 'Harbour Books',
  status: 'ACTIVE',
  sandbox_id: null,
  managed_by: 'PORTAL',
  terminals: 1,
  created_at: AT,
  counts: { payments: 2, approved: 1, failed_requests: 0 },
  users: [],
}
const UNDECIDED = {
  merchant_id: 'harbour',
  merchant_name: 'Harbour Books',
  transaction_id: 't-1',
  transaction_type: 'PURCHASE',
  amount: 1_250,
  currency: 'EUR',
  reference: 'order-1001',
  provider_id: 'sim-a',
  provider_account_id: 'sim-a-eur',
  provider_key: 'key-1',
  last_answer: null,
  called_at: AT,
  undecided_since: AT,
}
const EVENT = {
  event_id: 'evt_1',
  kind: 'payment',
  state: 'BROKEN',
  payment_provider_id: 'stripe',
  payment_provider_account_id: 'main',
  transaction_id: null,
  received_at: AT,
  next_try_at: null,
  failures: 5,
  has_payload: true,
}

/** The responses of the gateway to the pages of operators. */
export const OPERATOR_ANSWERS = {
  'GET /operator/merchants': { data: [MERCHANT], next_cursor: null },
  'GET /operator/merchants/harbour': MERCHANT,
  'GET /operator/merchants/harbour/go-live': { checks: [] },
  'GET /operator/decisions': { data: [UNDECIDED] },
  'GET /operator/provider-accounts': {
    data: [ACCOUNT, { ...ACCOUNT, payment_provider_account_id: 'sim-a-sek', state: 'PAUSED', paused_at: AT }],
  },
  'GET /operator/provider-events': { data: [EVENT], counts: [] },
  'GET /operator/service': { providers: [], connectors: [], tasks: [], safeguards: [] },
  'GET /operator/audit': { data: [], next_cursor: null },
}

/** The pages of operators. */
export const OPERATOR_PAGES: Readonly<Record<string, PageRights>> = {
  merchants: {
    addresses: ['/merchants'],
    takes: 'listMerchants',
    shows: 'Harbour Books',
    buttons: { 'Add a merchant…': dialog('addMerchant', { 'Add merchant': 'addMerchant' }) },
  },
  'a merchant': {
    addresses: ['/merchants/harbour'],
    takes: 'getMerchant',
    shows: 'Harbour Books',
    buttons: {
      'Invite an owner…': dialog('inviteOwner', { 'Create invitation': 'inviteOwner' }),
      'View payments…': dialog('viewMerchant', { 'View for 30 minutes': 'viewMerchant' }),
    },
    buttonsInTest: { 'Approve and save file': 'approveGoLive' },
  },
  decisions: {
    addresses: ['/decisions'],
    takes: 'listUndecided',
    shows: 'order-1001',
    buttons: {
      'Decide… order-1001': dialog('decideUndecided', { 'Record outcome': 'decideUndecided' }),
      'Query again… order-1001': dialog('askUndecided', { 'Query again': 'askUndecided' }),
    },
  },
  'provider accounts': {
    addresses: ['/accounts'],
    takes: 'overseeAccounts',
    shows: 'sim-a-eur',
    buttons: {
      'Pause… sim-a-eur': dialog('pauseAccount', { 'Pause account': 'pauseAccount' }),
      'Resume… sim-a-sek': dialog('resumeAccount', { 'Resume account': 'resumeAccount' }),
      Refresh: null,
    },
  },
  'provider events': {
    addresses: ['/events'],
    takes: 'overseeEvents',
    shows: 'evt_1',
    buttons: { Refresh: null, 'Retry… evt_1': dialog('retryEvent', { Retry: 'retryEvent' }) },
  },
  service: {
    addresses: ['/service'],
    takes: 'examineService',
    shows: 'Providers',
    buttons: { Refresh: null },
  },
  'audit trail': {
    addresses: ['/audit'],
    takes: 'searchAuditTrail',
    shows: 'No entries yet',
    buttons: { 'Export as JSON': 'exportAuditTrail', Filters: null },
  },
}
