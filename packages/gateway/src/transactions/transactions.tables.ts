import type { ColumnType } from 'kysely'

import type { Fixed, Late } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of transactions. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface TransactionTables {
  transactions: TransactionTable
  attempts: AttemptTable
  attempt_authentications: AttemptAuthenticationTable
  three_ds_ids: ThreeDsIdTable
  challenge_results: ChallengeResultTable
  attempt_confirmations: AttemptConfirmationTable
  continuations: ContinuationTable
  continuation_handles: ContinuationHandleTable
  transaction_history: TransactionHistoryTable
  operation_requests: OperationRequestTable
  provider_orders: ProviderOrderTable
  provider_callbacks: ProviderCallbackTable
  provider_states: ProviderStateTable
  provider_references: ProviderReferenceTable
  provider_events: ProviderEventTable
  transaction_records: TransactionRecordTable
  reconciliation_alerts: ReconciliationAlertTable
  retention_marks: RetentionMarkTable
}

export interface TransactionTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  order_id: Fixed<string>
  terminal_id: Fixed<string>
  session_hash: Fixed<string | null>
  /** DIRECT_API | EMBEDDED_FIELDS | HOSTED_PAYMENT_PAGE */
  integration: Fixed<string>
  reference: Fixed<string>
  description: Fixed<string | null>
  currency: Fixed<string>
  amount: Fixed<number>
  normalized_amount: Fixed<number>
  transaction_type: string
  status: string
  processing_code: string | null
  /** JSON or null. */
  customer: string | null
  /** As the customer says, for those who look for one; null without an id. */
  customer_id: string | null
  /** In small letters, for those who look for it; null without one. */
  customer_email: string | null
  customer_ip: string | null
  /** 1 where that address is known to be the shopper's: only then is it told outside. */
  customer_ip_is_shoppers: number
  payment_method_type: string
  payment_method_method: string | null
  payment_method_brand: string | null
  payment_method_masked: string | null
  /** The last four digits of what is masked, for those who look for them; null without any. */
  payment_method_last4: string | null
  payment_method_hash: string | null
  payment_method_token: string | null
  /** Last day of the card's expiry month, YYYY-MM-DD. */
  payment_method_expiry: string | null
  /** Of a network token: where it came from. */
  payment_method_source: ColumnType<string | null, string | null | undefined, string | null>
  provider_id: string | null
  provider_account_id: string | null
  provider_response_code: string | null
  provider_response_message: string | null
  approval_code: string | null
  reference_number: string | null
  systan: number | null
  /** The provider reference of the deciding attempt. */
  provider_reference: ColumnType<string | null, string | null | undefined, string | null>
  /** The final 3DS letter; null without 3DS. */
  authentication_status: string | null
  /** The ECI as an integer; null without 3DS. */
  authentication_level: number | null
  /** JSON array. */
  errors: string
  /** JSON or null: retry_options. */
  data: string | null
  /** JSON or null. */
  metadata: Fixed<string | null>
  /** JSON or null: what the 3DS Server is told of the shopper's browser. */
  browser_info: string | null
  return_url: Fixed<string | null>
  notification_url: Fixed<string | null>
  /** The provider's page, for methods that are confirmed elsewhere. */
  redirect_url: string | null
  /** JSON or null: the account that the customer transfers to. */
  bank_transfer: string | null
  /** JSON or null: what the gateway's page of an order shows or posts while it is pending. */
  order_page: ColumnType<string | null, string | null | undefined, string | null>
  parent_id: Fixed<string | null>
  /** The payment link that it was paid at. */
  payment_link_id: Fixed<string | null>
  /** JSON: how rules of risk count it; null where none does. */
  counted_as: string | null
  /** In how many installments the cardholder pays; null for a payment at once. */
  installment_count: ColumnType<number | null, number | null | undefined, number | null>
  /** 1 if an approval of less than the amount is kept; null if it is given back. */
  keeps_partial_approval: ColumnType<number | null, number | null | undefined, never>
  /** The approved amount if it is less than the amount; null otherwise. */
  approved_amount: Late<number>
  /** JSON, with member names as in the code: what the provider still does with the payment; null if it said nothing. */
  may: Late<string>
  /** The money of an approved transaction, minor units; null while there is none. Checks keep the sums possible. */
  authorized_amount: Late<number>
  captured_amount: Late<number>
  refunded_amount: Late<number>
  voided_amount: Late<number>
  /** The sums of records; null for none. */
  capture_failed_amount: Late<number>
  refund_failed_amount: Late<number>
  returned_amount: Late<number>
  disputed_amount: Late<number>
  /** 1 when a capture released what it left open. */
  final_capture: Late<number>
  /** Of a capture: 1 when it was asked to release what it leaves open. */
  releases_rest: Late<number>
  /** Until when a purchase or capture can be voided. */
  settles_at: Late<number>
  refundable_until: Late<number>
  authorization_expires_at: Late<number>
  /** When what is open of an authorization is to be released next; null once nothing is, or after the last try. */
  release_due_at: Late<number>
  /** Counts the commits that touched the row. */
  version: number
  created_at: Fixed<number>
  updated_at: number
}

export interface AttemptTable {
  merchant_id: Fixed<string>
  /** Also the idempotency key at the provider. */
  id: Fixed<string>
  transaction_id: Fixed<string>
  /** 1 for the first. */
  number: Fixed<number>
  provider_id: Fixed<string>
  provider_account_id: Fixed<string>
  /** AUTHENTICATING | PREPARING | STARTED | UNKNOWN | PENDING | NEEDS_DECISION | ENDED */
  status: string
  /** While STARTED: when the janitor may finish it. While PENDING or UNKNOWN: when the provider is asked next. */
  due_at: number | null
  /** When the provider was last queried for its status; null before the first query. */
  asked_at: Late<number>
  processing_code: string | null
  provider_response_code: string | null
  provider_response_message: string | null
  approval_code: string | null
  reference_number: string | null
  systan: number | null
  /** The network's name of the charge, where the provider told it. */
  network_transaction_id: ColumnType<string | null, string | null | undefined, string | null>
  /** JSON array of the accounts that were skipped when it began, with member names as in the code; null for none. */
  skipped_accounts: Fixed<string | null>
  /** The first of the provider's references for the payment. */
  provider_reference: ColumnType<string | null, string | null | undefined, string | null>
  /** JSON of what the provider reported for people: AVS and CVV results, the network's advice. */
  provider_report: ColumnType<string | null, string | null | undefined, string | null>
  /** What the issuer is told of a challenge; null if the merchant prefers nothing. */
  challenge_preference: ColumnType<string | null, string | null | undefined, never>
  /** The exemption that is asked for; null for none. */
  exemption: ColumnType<string | null, string | null | undefined, never>
  /** The same, if the provider applied it. */
  exemption_applied: ColumnType<string | null, string | null | undefined, string | null>
  /** The idempotency key for canceling the order; null before the first try. */
  cancellation_key: Late<string>
  created_at: Fixed<number>
  updated_at: number
}

/** How the cardholders of attempts were authenticated; attempts that need no authentication have no row. */
export interface AttemptAuthenticationTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  attempt_id: Fixed<string>
  /** The id of the 3DS server in the configuration; null if none was called, and for attempts of earlier versions. */
  three_ds_server: string | null
  /** BROWSER | 3RI */
  channel: string
  /** Null if the cardholder's device authenticated it, or the 3DS server assigned none. */
  three_ds_server_trans_id: Fixed<string | null>
  message_version: string | null
  acs_trans_id: string | null
  /** The address for the CReq, or the page of a hosted challenge. */
  acs_url: string | null
  /** FRAME | FULL_PAGE: how the 3DS server's own page is shown; null if the challenge is at the ACS. */
  hosted_challenge: string | null
  ds_trans_id: string | null
  completion_indicator: string | null
  trans_status: string | null
  trans_status_reason: string | null
  eci: string | null
  challenge_cancel: string | null
  /** Challenges issued so far: 0, 1 or 2. */
  challenge_round: number
  /** When the shopper's ten minutes end. */
  challenge_expires_at: number | null
  /** When the first CRes of the current round arrived. */
  cres_received_at: number | null
  /** Of the last commit that wrote the row. */
  updated_at: number
}

/** The attempt that owns a 3DS server transaction id. The gateway rejects another attempt that gets the same id. */
export interface ThreeDsIdTable {
  id: Fixed<string>
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  attempt_id: string
  created_at: Fixed<number>
}

/** What must survive a challenge. Card data is sealed under a key that only the issued handles can unwrap. */
export interface ContinuationTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  attempt_id: string
  /** FINGERPRINT | CHALLENGE | REDIRECT | CORRECTION | WORKING | WAITING | DONE */
  step: string
  /** While WORKING: the step that was taken. */
  taken_step: string | null
  /** Counts the steps; taking one is a compare-and-set on it. */
  step_number: number
  lease_until: number | null
  sealed_card: Buffer | null
  sealed_envelope: Buffer | null
  /** 1 while a card waits in the vault to be saved or erased with the end. */
  saves_card: number
  created_at: Fixed<number>
  /** 30 minutes after authorize, when no new attempt starts; while a decline is corrected, the end of its session. */
  expires_at: number
}

export interface ContinuationHandleTable {
  /** SHA-256 of "lookup" ‖ handle. */
  lookup: Fixed<string>
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  attempt_id: Fixed<string>
  /** PAYMENT_DATA | NOTIFICATION */
  kind: Fixed<string>
  /** FINGERPRINT or CHALLENGE */
  step: Fixed<string>
  /** The data key wrapped under a key derived from the handle; null once the transaction is final. */
  wrapped_key: Buffer | null
  /** The id of the session that is gone back to, under a key derived from the handle alone; null without a page of ours. */
  sealed_session: Fixed<Buffer | null>
  created_at: Fixed<number>
}

export interface TransactionHistoryTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  /** 1, 2, 3 … without gaps. */
  seq: Fixed<number>
  from_status: Fixed<string | null>
  to_status: Fixed<string>
  processing_code: Fixed<string | null>
  /** What moved it, in a word: authorize, three-ds, provider, cancel, expiry. */
  cause: Fixed<string>
  /** Of the request that moved it; null for work of the gateway itself. */
  request_id: ColumnType<string | null, string | null | undefined, never>
  created_at: Fixed<number>
}

/** Which operation a request with an `Idempotency-Key` made: an operation has no reference of its own to be found by. */
export interface OperationRequestTable {
  merchant_id: Fixed<string>
  /** Hash of key, path and body. */
  request_key: Fixed<string>
  transaction_id: Fixed<string>
  created_at: Fixed<number>
}

/** Where a provider's report finds its transaction: the report names no merchant. One for each attempt. */
export interface ProviderOrderTable {
  transaction_id: Fixed<string>
  provider_id: Fixed<string>
  merchant_id: Fixed<string>
  attempt_id: Fixed<string>
  provider_account_id: Fixed<string>
  /** The provider's own name of it, once it was reported. */
  provider_transaction_id: string | null
  /** The provider's id of the payer; opaque. */
  provider_user_id: string | null
  created_at: Fixed<number>
}

/** Reports that were acted upon: the same message again changes nothing. */
export interface ProviderCallbackTable {
  merchant_id: Fixed<string>
  provider_id: Fixed<string>
  message_id: Fixed<string>
  transaction_id: Fixed<string>
  /** As the provider wrote it. */
  status: Fixed<string>
  received_at: Fixed<number>
}

/** The state that a provider expects with every later call about a payment: a secret of the provider's. */
export interface ProviderStateTable {
  merchant_id: Fixed<string>
  attempt_id: Fixed<string>
  transaction_id: Fixed<string>
  /** Sealed under the master key. */
  sealed_state: Buffer
  updated_at: number
}

/** The result of a challenge that was read before the shopper came back. It is deleted some minutes after the challenge's time is over. */
export interface ChallengeResultTable {
  merchant_id: Fixed<string>
  attempt_id: Fixed<string>
  /** 1 for the first challenge, 2 for the additional one. */
  round: Fixed<number>
  transaction_id: Fixed<string>
  /** Sealed under the master key. */
  sealed_result: Buffer
  created_at: Fixed<number>
}

/** An attempt whose provider authenticates the cardholder itself. Its row is written before the provider is called. */
export interface AttemptConfirmationTable {
  merchant_id: Fixed<string>
  attempt_id: Fixed<string>
  transaction_id: Fixed<string>
  /** What becomes of an approval without authentication. */
  on_unavailable: string
  /** What the shopper is asked to bring, or was asked last. */
  awaits: string | null
  /** The provider's page that the shopper is sent to, sealed under the master key; erased when the step is over. */
  sealed_page: Buffer | null
  /** How many results the provider called invalid. */
  invalid_results: number
  /** The processing code that the payment ends with once its provider has given it up. */
  ends_as: string | null
  /** The key of the latest continuation while its answer is not known. */
  continue_key: string | null
  /** What the shopper's browser brought, sealed under the master key; erased with the answer. */
  sealed_result: Buffer | null
  /** When the key was first used: a provider remembers it for a limited time. */
  continued_at: number | null
  updated_at: number
}

/** The references that providers have for payments. Two payments may share one if the provider returned it for both. */
export interface ProviderReferenceTable {
  merchant_id: Fixed<string>
  provider_id: Fixed<string>
  provider_account_id: Fixed<string>
  ref: Fixed<string>
  transaction_id: Fixed<string>
  attempt_id: Fixed<string>
  created_at: Fixed<number>
}

/** Events of providers. The key has no merchant and no time, so that a repetition finds the row of the first one. */
export interface ProviderEventTable {
  provider_id: Fixed<string>
  provider_account_id: Fixed<string>
  event_id: Fixed<string>
  /** APPLIED | WAITING | FOREIGN | BROKEN | IGNORED */
  state: string
  /** OUTCOME | RECORD | OTHER */
  kind: Fixed<string>
  /** The provider's id of what happened. */
  fact: Fixed<string>
  /** SHA-256 of the part of the body that held it, in hexadecimal. */
  body_hash: Fixed<string>
  /** The idempotency key of the call that it is about; null if it has none. */
  call_key: Fixed<string | null>
  /** The first of the provider's references in it. */
  ref: Fixed<string | null>
  /** The payment that it is about, once that is known. Ids of payments are unique without their merchant. */
  transaction_id: string | null
  attempt_id: string | null
  /** The event with its part of the body, sealed under the master key, while it is WAITING or BROKEN. */
  sealed_event: Buffer | null
  /** When it is applied next; null unless it is WAITING. */
  due_at: number | null
  tries: number
  failures: number
  occurred_at: Fixed<number>
  received_at: Fixed<number>
}

/** What happened to transactions after their final state. The key of a fact holds it once, however many events report it. */
export interface TransactionRecordTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  /** The payment, capture or refund that it is about. */
  transaction_id: Fixed<string>
  /** The payment that the transaction belongs to. */
  payment_id: Fixed<string>
  provider_id: Fixed<string>
  provider_account_id: Fixed<string>
  /** The provider's id of what happened. */
  fact: Fixed<string>
  /** CAPTURE_FAILED | REFUND_FAILED | REFUND_REVERSED | RETURNED | DISPUTE_OPENED | … */
  kind: Fixed<string>
  amount: Fixed<number>
  currency: Fixed<string>
  reason_code: Fixed<string | null>
  reason: Fixed<string | null>
  provider_reference: Fixed<string | null>
  /** The record that opened the dispute. */
  dispute_id: Fixed<string | null>
  /** The provider's id of the dispute. */
  dispute_reference: Fixed<string | null>
  /** NONE | WITHDRAWN | REINSTATED */
  funds: Fixed<string>
  /** Until when evidence is accepted. */
  respond_by: Fixed<number | null>
  /** When the merchant is next reminded of the evidence. */
  evidence_notice_at: number | null
  occurred_at: Fixed<number>
  created_at: Fixed<number>
}

/** What a provider says and what we hold differ: a person has to look. The first of each kind per attempt. */
export interface ReconciliationAlertTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  /** LATE_SUCCESS | UNRESOLVED | CONTRADICTION | ACCOUNT_MISMATCH | CURRENCY_MISMATCH | AMOUNT_MISMATCH | TYPE_MISMATCH | DUPLICATE_THREE_DS_ID | MISSING_THREE_DS_ID | PARTIAL_APPROVAL | … */
  kind: Fixed<string>
  provider_id: Fixed<string>
  attempt_id: Fixed<string>
  /** JSON: what was reported. */
  detail: string
  /** When the provider is asked next to give the money back; null when nothing is to be given back any more. */
  reversal_due_at: number | null
  reversal_tries: number
  /** The key of the reversal while its outcome is unknown; null if the next call gets a new one. */
  reversal_key: string | null
  /** When the key was first used: a provider remembers it for a limited time. */
  reversal_key_at: number | null
  reversed_at: number | null
  created_at: Fixed<number>
}

/** How far personal data have been taken out of a merchant's old transactions, whose ids follow time. */
export interface RetentionMarkTable {
  merchant_id: Fixed<string>
  /** The last that was looked at. */
  transaction_id: string
}

export const TRANSACTION_TABLES: OwnedTables<keyof TransactionTables> = {
  tenants: [
    ...ownedByMerchant(
      'transactions',
      'attempts',
      'attempt_authentications',
      'continuations',
      'continuation_handles',
      'transaction_history',
      'operation_requests',
      'provider_orders',
      'provider_callbacks',
      'provider_references',
      'reconciliation_alerts',
      'retention_marks',
      'transaction_records',
      'three_ds_ids',
    ),
    // Sealed, and useless without the provider or the 3DS server: snapshots omit them.
    ...ownedByMerchant('provider_states', 'challenge_results', 'attempt_confirmations').map((table) => ({
      ...table,
      onReset: 'FORGOTTEN' as const,
    })),
  ],
  service: ['provider_events'],
  deadlines: [
    // How long a provider has been silent is counted from the last change; what has ended keeps its times.
    { table: 'transactions', column: 'updated_at', only: { column: 'status', is: 'PENDING' } },
    { table: 'transactions', column: 'settles_at' },
    { table: 'transactions', column: 'refundable_until' },
    { table: 'transactions', column: 'authorization_expires_at' },
    { table: 'transactions', column: 'release_due_at' },
    { table: 'attempts', column: 'due_at' },
    { table: 'transaction_records', column: 'respond_by' },
    { table: 'transaction_records', column: 'evidence_notice_at' },
    { table: 'attempt_authentications', column: 'challenge_expires_at' },
    // The bank's result is waited for so long after it.
    { table: 'attempt_authentications', column: 'cres_received_at' },
    { table: 'continuations', column: 'expires_at' },
    { table: 'reconciliation_alerts', column: 'reversal_due_at' },
    // The window of the key is counted from it.
    { table: 'reconciliation_alerts', column: 'reversal_key_at' },
    { table: 'attempt_confirmations', column: 'continued_at' },
  ],
  realTimes: [
    ...happened(
      'created_at',
      'transactions',
      'attempts',
      'continuations',
      'continuation_handles',
      'transaction_history',
      'operation_requests',
      'provider_orders',
      'provider_references',
      'reconciliation_alerts',
      'three_ds_ids',
      'challenge_results',
      'transaction_records',
    ),
    ...happened(
      'updated_at',
      'attempts',
      'attempt_authentications',
      'attempt_confirmations',
      'provider_states',
    ),
    ...happened('received_at', 'provider_callbacks', 'provider_events'),
    ...happened('occurred_at', 'provider_events', 'transaction_records'),
    { table: 'provider_events', column: 'due_at', because: 'providers repeat their events in real time' },
    ...happened('reversed_at', 'reconciliation_alerts'),
    { table: 'continuations', column: 'lease_until', because: 'leases are between processes' },
    { table: 'attempts', column: 'asked_at', because: 'the pause between questions protects the provider' },
  ],
  erasure: {
    // The masked number of the card stays, and the merchant’s own texts. The page of an order is gone once the order has ended.
    transactions: {
      emptied: `customer customer_email customer_ip payment_method_hash payment_method_expiry browser_info
      counted_as`,
      kept: `merchant_id id order_id terminal_id session_hash integration reference description currency amount
      normalized_amount transaction_type status processing_code customer_id customer_ip_is_shoppers
      payment_method_type payment_method_method payment_method_brand payment_method_masked
      payment_method_last4 payment_method_token payment_method_source provider_id provider_account_id
      provider_response_code provider_response_message approval_code reference_number systan
      provider_reference authentication_status authentication_level errors data metadata return_url
      notification_url redirect_url bank_transfer order_page parent_id payment_link_id authorized_amount captured_amount
      refunded_amount voided_amount capture_failed_amount refund_failed_amount returned_amount
      disputed_amount final_capture releases_rest settles_at refundable_until authorization_expires_at
      release_due_at may approved_amount keeps_partial_approval installment_count version created_at updated_at`,
    },
    attempts: {
      kept: `merchant_id id transaction_id number provider_id provider_account_id status due_at asked_at
      processing_code provider_response_code provider_response_message approval_code reference_number
      systan network_transaction_id skipped_accounts provider_reference provider_report cancellation_key
      challenge_preference exemption exemption_applied created_at updated_at`,
    },
    attempt_authentications: {
      kept: `merchant_id transaction_id attempt_id three_ds_server channel three_ds_server_trans_id
      message_version acs_trans_id acs_url hosted_challenge ds_trans_id completion_indicator trans_status
      trans_status_reason eci challenge_cancel challenge_round challenge_expires_at cres_received_at
      updated_at`,
    },
    three_ds_ids: { kept: 'id merchant_id transaction_id attempt_id created_at' },
    challenge_results: { deleted: 'merchant_id attempt_id round transaction_id sealed_result created_at' },
    attempt_confirmations: {
      deleted: `merchant_id attempt_id transaction_id on_unavailable awaits sealed_page invalid_results ends_as continue_key
      sealed_result continued_at updated_at`,
    },
    continuations: {
      kept: `merchant_id transaction_id attempt_id step taken_step step_number lease_until sealed_card
      sealed_envelope saves_card created_at expires_at`,
    },
    continuation_handles: {
      kept: `lookup merchant_id transaction_id attempt_id kind step wrapped_key sealed_session created_at`,
    },
    transaction_history: {
      kept: `merchant_id transaction_id seq from_status to_status processing_code cause request_id created_at`,
    },
    operation_requests: { kept: 'merchant_id request_key transaction_id created_at' },
    provider_orders: {
      emptied: 'provider_user_id',
      kept: `transaction_id provider_id merchant_id attempt_id provider_account_id provider_transaction_id
      created_at`,
    },
    provider_callbacks: { kept: 'merchant_id provider_id message_id transaction_id status received_at' },
    // Only the provider knows what a state says.
    provider_states: { deleted: 'merchant_id attempt_id transaction_id sealed_state updated_at' },
    // They identify a payment, not a person.
    provider_references: {
      kept: 'merchant_id provider_id provider_account_id ref transaction_id attempt_id created_at',
    },
    // What an event says may be about the person. Its key stays, so that a repetition is recognized.
    provider_events: {
      emptied: 'state sealed_event due_at',
      kept: `provider_id provider_account_id event_id kind fact body_hash call_key ref transaction_id attempt_id
      tries failures occurred_at received_at`,
    },
    transaction_records: {
      kept: `merchant_id id transaction_id payment_id provider_id provider_account_id fact kind amount currency
      reason_code reason provider_reference dispute_id dispute_reference funds respond_by evidence_notice_at occurred_at
      created_at`,
    },
    reconciliation_alerts: {
      kept: `merchant_id transaction_id kind provider_id attempt_id detail reversal_due_at reversal_tries
      reversal_key reversal_key_at reversed_at created_at`,
    },
    retention_marks: { kept: 'merchant_id transaction_id' },
  },
}
