/** The value of a label is from a fixed vocabulary: no ids, no addresses, nothing that a caller writes. */
export type Labels = Readonly<Record<string, string>>

interface Metric {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
}

const HTTP_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const
const PROVIDER_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 35, 60] as const
const COMMIT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3] as const

/** The duration metrics. What is traced is a span of that name, too. */
export const DURATIONS = {
  request: {
    name: 'sluice_http_request_duration_seconds',
    help: 'Requests by route, from the first byte of the request headers to the last byte of the response',
    labels: ['method', 'route', 'status'],
    buckets: HTTP_BUCKETS,
    isTraced: true,
  },
  'provider call': {
    name: 'sluice_provider_call_duration_seconds',
    help: 'Calls to payment providers and the 3-D Secure server; the outcome unknown is a call without a response',
    labels: ['provider', 'operation', 'outcome'],
    buckets: PROVIDER_BUCKETS,
    isTraced: true,
  },
  commit: {
    name: 'sluice_commit_duration_seconds',
    help: 'Database transactions, including the wait for a connection and retries',
    labels: ['outcome'],
    buckets: COMMIT_BUCKETS,
    isTraced: true,
  },
  'webhook attempt': {
    name: 'sluice_webhook_attempt_duration_seconds',
    help: 'Attempts to deliver webhooks; the outcome is the class of the response, or none',
    labels: ['outcome'],
    buckets: PROVIDER_BUCKETS,
    isTraced: true,
  },
  'due work': {
    name: 'sluice_due_work_duration_seconds',
    help: 'Runs of scheduled jobs: deadlines, retries, deletions',
    labels: ['task', 'outcome'],
    buckets: PROVIDER_BUCKETS,
    // Every second a dozen of them find nothing to do.
    isTraced: false,
  },
} as const satisfies Readonly<
  Record<string, Metric & { readonly buckets: readonly number[]; readonly isTraced: boolean }>
>

export type DurationName = keyof typeof DURATIONS

/** A counter; its words begin at 0, for an alert on an increase sees none in the first value of a series. */
interface Count extends Metric {
  /** The words of its one label; null where too many combinations are possible, and none is alerted on. */
  readonly words: readonly string[] | null
}

/** The counters. */
export const COUNTS = {
  ended: {
    name: 'sluice_transactions_ended_total',
    help: 'Transactions that reached their final status, by type, payment method, that status, processing code, provider and brand',
    labels: ['type', 'method', 'status', 'code', 'provider', 'brand'],
    words: null,
  },
  authentication: {
    name: 'sluice_authentications_total',
    help: 'Authentications by a 3-D Secure server of transactions that reached their final status, by server, message version, flow (frictionless, challenge, 3ri, none), last transStatus (C: the shopper left the challenge; or none) and that status',
    labels: ['server', 'version', 'flow', 'result', 'status'],
    words: null,
  },
  alert: {
    name: 'sluice_reconciliation_alerts_total',
    help: 'Alerts that a person has to investigate, by kind',
    labels: ['kind'],
    words: [
      'LATE_SUCCESS',
      'UNRESOLVED',
      'CONTRADICTION',
      'ACCOUNT_MISMATCH',
      'CURRENCY_MISMATCH',
      'AMOUNT_MISMATCH',
      'TYPE_MISMATCH',
      'DUPLICATE_THREE_DS_ID',
      'KEY_MISMATCH',
      'PARTIAL_APPROVAL',
      'UNAUTHENTICATED',
      'CARD_NUMBER_RETURNED',
      'OVERDRAWN',
      'UNDECLARED_PENDING',
      'LOST_ANSWER',
    ],
  },
  decision: {
    name: 'sluice_decisions_total',
    help: 'Manual resolutions of outcomes that the provider did not report, by the resulting status',
    labels: ['status'],
    words: ['APPROVED', 'DECLINED'],
  },
  'risk match': {
    name: 'sluice_risk_matches_total',
    help: 'Payments that matched a risk rule or a block list, by rule and effect (BLOCK, NOTE)',
    labels: ['rule', 'effect'],
    words: null,
  },
  'wallet refusal': {
    name: 'sluice_wallet_tokens_refused_total',
    help: 'Rejected tokens of the web wallet, by the failed check (used: for another order; unavailable: no root keys)',
    labels: ['reason'],
    words: [
      'malformed',
      'unsupported_version',
      'no_root_key',
      'intermediate_signature',
      'intermediate_unreadable',
      'intermediate_expired',
      'signature',
      'message_unreadable',
      'undecryptable',
      'payload_unreadable',
      'message_expired',
      'other_merchant',
      'used',
      'unavailable',
    ],
  },
  'given up': {
    name: 'sluice_webhooks_given_up_total',
    help: 'Deliveries abandoned after ten attempts (attempts), and disabled subscriptions (gone, failing)',
    labels: ['reason'],
    words: ['attempts', 'gone', 'failing'],
  },
  'safeguard failure': {
    name: 'sluice_safeguard_failures_total',
    help: 'Checks that failed or could not run, by safeguard: audit_chain, audit_stream, rate_store, invariants, key_age, tamper_check',
    labels: ['safeguard'],
    words: ['audit_chain', 'audit_stream', 'rate_store', 'invariants', 'key_age', 'tamper_check'],
  },
} as const satisfies Readonly<Record<string, Count>>

export type CountName = keyof typeof COUNTS

/** The gauges, which are read at each scrape. */
export const GAUGES = {
  connections: {
    name: 'sluice_database_connections',
    help: 'Connections to PostgreSQL in use and idle, abandoned ones that the server still keeps open, and queries that wait for one',
    labels: ['state'],
  },
  unknown: {
    name: 'sluice_unknown_outcomes',
    help: 'Attempts with an unknown outcome; each process with the role janitor reports the same value',
    labels: [],
  },
  events: {
    name: 'sluice_provider_events',
    help: 'Unapplied events of providers by state, counted up to 10000; each process with the role janitor reports the same value',
    labels: ['provider', 'state'],
  },
  due: {
    name: 'sluice_webhook_deliveries_due',
    help: 'Due deliveries, counted up to 10000; each process with the role janitor reports the same value',
    labels: [],
  },
  oldestDue: {
    name: 'sluice_webhook_oldest_due_seconds',
    help: 'How long the oldest delivery has been due; each process with the role janitor reports the same value',
    labels: [],
  },
  ready: {
    name: 'sluice_ready',
    help: 'Whether the process accepts requests: 1 or 0',
    labels: [],
  },
  clockOffset: {
    name: 'sluice_clock_offset_seconds',
    help: 'How far the clock of the process is ahead of the clock of PostgreSQL; negative when it is behind',
    labels: [],
  },
  breakerOpen: {
    name: 'sluice_provider_breaker_open',
    help: 'Whether the account does not respond, so that other routes come first: 1 or 0; the account of a 3-D Secure server is its id',
    labels: ['provider', 'account'],
  },
  accountPaused: {
    name: 'sluice_provider_account_paused',
    help: 'Whether an operator paused the account: 1 or 0',
    labels: ['provider', 'account'],
  },
} as const satisfies Readonly<Record<string, Metric>>

export type GaugeName = keyof typeof GAUGES

/** One value of a gauge. */
export interface Reading {
  readonly gauge: GaugeName
  readonly labels: Labels
  readonly value: number
}

/** Records numbers for monitoring. */
export interface Metrics {
  observe(what: DurationName, labels: Labels, seconds: number): void
  count(what: CountName, labels: Labels): void
}

/** Metrics are off. */
export const NO_METRICS: Metrics = { observe: () => undefined, count: () => undefined }
