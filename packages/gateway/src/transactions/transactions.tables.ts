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
  continuations: PendingAuthenticationTable
  continuation_handles: ResumeTokenTable
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
  payment_counts: PaymentCountTable
  payment_count_marks: PaymentCountMarkTable
  payment_recounts: PaymentRecountTable
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
  /** The id of the customer, for searches; null if there is no id. */
  customer_id: string | null
  /** The e-mail address in lower case, for searches; null if there is none. */
  customer_email: string | null
  customer_ip: string | null
  /** 1 if the address is known to be the shopper's; only then is it sent to others. */
  customer_ip_is_shoppers: number
  payment_method_type: string
  payment_method_method: string | null
  payment_method_brand: string | null
  payment_method_masked: string | null
  /** The last four digits of the masked number, for searches; null if there is no number. */
  payment_method_last4: string | null
  payment_method_hash: string | null
  payment_method_token: string | null
  /** The last day of the card's expiry month, YYYY-MM-DD. */
  payment_method_expiry: string | null
  /** The origin of a network token. */
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
  /** JSON or null: the data about the shopper's browser for the 3DS Server. */
  browser_info: string | null
  return_url: Fixed<string | null>
  notification_url: Fixed<string | null>
  /** The provider's page, for methods that are confirmed elsewhere. */
  redirect_url: string | null
  /** JSON or null: the account that the customer transfers to. */
  bank_transfer: string | null
  /** JSON or null: the content that the gateway's page of an order shows or posts while the order is pending. */
  order_page: ColumnType<string | null, string | null | undefined, string | null>
  parent_id: Fixed<string | null>
  /** The payment link with which it was paid. */
  payment_link_id: Fixed<string | null>
  /** JSON: the subjects under which risk rules count it; null if none does. */
  counted_as: string | null
  /** The number of installments; null for a single payment. */
  installment_count: ColumnType<number | null, number | null | undefined, number | null>
  /** 1 if a partial approval is kept; null if it is reversed. */
  keeps_partial_approval: ColumnType<number | null, number | null | undefined, never>
  /** The approved amount if it is less than the amount; null otherwise. */
  approved_amount: Late<number>
  /**
   * JSON, with member names as in the code: the operations that the provider still allows on the payment; null if it
   * declared none.
   */
  may: Late<string>
  /** The money of an approved transaction, minor units; null while there is none. Checks keep the sums possible. */
  authorized_amount: Late<number>
  captured_amount: Late<number>
  refunded_amount: Late<number>
  voided_amount: Late<number>
  /** The sums of the records; null without records. */
  capture_failed_amount: Late<number>
  refund_failed_amount: Late<number>
  returned_amount: Late<number>
  disputed_amount: Late<number>
  /** 1 if a capture released the remaining amount. */
  final_capture: Late<number>
  /** For captures: 1 if it was requested to release the remaining amount. */
  releases_rest: Late<number>
  /** The end of the time in which a purchase or capture can be voided. */
  settles_at: Late<number>
  refundable_until: Late<number>
  authorization_expires_at: Late<number>
  /**
   * The time at which the open amount of an authorization is next released; null if nothing is open, or after the
   * last attempt.
   */
  release_due_at: Late<number>
  /** The number of commits that changed the row. */
  version: number
  created_at: Fixed<number>
  updated_at: number
}

export interface AttemptTable {
  merchant_id: Fixed<string>
  /** The id of the attempt, which is also its idempotency key at the provider. */
  id: Fixed<string>
  transaction_id: Fixed<string>
  /** The number of the attempt, from 1. */
  number: Fixed<number>
  provider_id: Fixed<string>
  provider_account_id: Fixed<string>
  /** AUTHENTICATING | PREPARING | STARTED | UNKNOWN | PENDING | NEEDS_DECISION | ENDED */
  status: string
  /**
   * The time at which maintenance may finish it, while STARTED, or at which the provider is queried next, while PENDING
   * or UNKNOWN.
   */
  due_at: number | null
  /** The time of the last status query to the provider; null before the first one. */
  asked_at: Late<number>
  processing_code: string | null
  provider_response_code: string | null
  provider_response_message: string | null
  approval_code: string | null
  reference_number: string | null
  systan: number | null
  /** The network's id of the charge, if the provider returned it. */
  network_transaction_id: ColumnType<string | null, string | null | undefined, string | null>
  /**
   * JSON array of the accounts that were skipped when the attempt began, with member names as in the code; null for
   * none.
   */
  skipped_accounts: Fixed<string | null>
  /** The first of the provider's references for the payment. */
  provider_reference: ColumnType<string | null, string | null | undefined, string | null>
  /** JSON of what the provider reported for people: AVS and CVV results, the network's advice. */
  provider_report: ColumnType<string | null, string | null | undefined, string | null>
  /** The challenge preference that is sent to the issuer; null if the merchant has none. */
  challenge_preference: ColumnType<string | null, string | null | undefined, never>
  /** The requested exemption; null for none. */
  exemption: ColumnType<string | null, string | null | undefined, never>
  /** The requested exemption if the provider applied it; null otherwise. */
  exemption_applied: ColumnType<string | null, string | null | undefined, string | null>
  /** The idempotency key for canceling the order; null before the first try. */
  cancellation_key: Late<string>
  created_at: Fixed<number>
  updated_at: number
}

/** The authentications of attempts; attempts that need none have no row. */
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
  /** The end of the ten minutes that the shopper has. */
  challenge_expires_at: number | null
  /** The time at which the first CRes of the current round arrived. */
  cres_received_at: number | null
  /** The time of the last commit that wrote the row. */
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

/**
 * The state that must survive a challenge. Card data is sealed under a key that only the issued resume tokens can
 * unwrap.
 */
export interface PendingAuthenticationTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  attempt_id: string
  /** FINGERPRINT | CHALLENGE | REDIRECT | CORRECTION | WORKING | WAITING | DONE */
  step: string
  /** The step in progress, while WORKING. */
  taken_step: string | null
  /** The number of the step. Each step begins with a compare-and-set on it. */
  step_number: number
  lease_until: number | null
  sealed_card: Buffer | null
  sealed_envelope: Buffer | null
  /** 1 while a card in the vault waits for the outcome, which saves or erases it. */
  saves_card: number
  created_at: Fixed<number>
  /**
   * 30 minutes after the authorize request, after which no new attempt starts. While a decline can be corrected: the
   * end of its session.
   */
  expires_at: number
}

export interface ResumeTokenTable {
  /** SHA-256 of "lookup" ‖ resume token. */
  lookup: Fixed<string>
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  attempt_id: Fixed<string>
  /** PAYMENT_DATA | NOTIFICATION */
  kind: Fixed<string>
  /** FINGERPRINT or CHALLENGE */
  step: Fixed<string>
  /** The data key, wrapped under a key derived from the resume token; null once the transaction is final. */
  wrapped_key: Buffer | null
  /**
   * The id of the session to which the shopper returns, sealed under a key derived from the resume token alone; null
   * without a page of the gateway.
   */
  sealed_session: Fixed<Buffer | null>
  created_at: Fixed<number>
}

export interface TransactionHistoryTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  /** Counts 1, 2, 3 … without gaps. */
  seq: Fixed<number>
  from_status: Fixed<string | null>
  to_status: Fixed<string>
  processing_code: Fixed<string | null>
  /** The cause of the change, in a word: authorize, three-ds, provider, cancel, expiry. */
  cause: Fixed<string>
  /** The id of the request that changed it; null for work of the gateway itself. */
  request_id: ColumnType<string | null, string | null | undefined, never>
  created_at: Fixed<number>
}

/**
 * Maps a request with an `Idempotency-Key` to the operation that it made, because operations have no unique reference
 * by which to find them.
 */
export interface OperationRequestTable {
  merchant_id: Fixed<string>
  /** The hash of key, path and body. */
  request_key: Fixed<string>
  transaction_id: Fixed<string>
  created_at: Fixed<number>
}

/** Maps a provider's report, which names no merchant, to its transaction. Each attempt has one row. */
export interface ProviderOrderTable {
  transaction_id: Fixed<string>
  provider_id: Fixed<string>
  merchant_id: Fixed<string>
  attempt_id: Fixed<string>
  provider_account_id: Fixed<string>
  /** The provider's own id of the order, once it was reported. */
  provider_transaction_id: string | null
  /** The provider's opaque id of the payer. */
  provider_user_id: string | null
  created_at: Fixed<number>
}

/** The reports that were processed, so that a repeated message changes nothing. */
export interface ProviderCallbackTable {
  merchant_id: Fixed<string>
  provider_id: Fixed<string>
  message_id: Fixed<string>
  transaction_id: Fixed<string>
  /** The status as the provider wrote it. */
  status: Fixed<string>
  received_at: Fixed<number>
}

/** The state that a provider expects in every later call about a payment. It is the provider's secret. */
export interface ProviderStateTable {
  merchant_id: Fixed<string>
  attempt_id: Fixed<string>
  transaction_id: Fixed<string>
  /** The value is sealed under the master key. */
  sealed_state: Buffer
  updated_at: number
}

/**
 * The result of a challenge that was read before the shopper returned. It is deleted some minutes after the challenge
 * expires.
 */
export interface ChallengeResultTable {
  merchant_id: Fixed<string>
  attempt_id: Fixed<string>
  /** 1 for the first challenge, 2 for the additional one. */
  round: Fixed<number>
  transaction_id: Fixed<string>
  /** The value is sealed under the master key. */
  sealed_result: Buffer
  created_at: Fixed<number>
}

/** An attempt whose provider authenticates the cardholder itself. Its row is written before the provider is called. */
export interface AttemptConfirmationTable {
  merchant_id: Fixed<string>
  attempt_id: Fixed<string>
  transaction_id: Fixed<string>
  /** The action on an approval without authentication. */
  on_unavailable: string
  /** The result that the shopper has to return, or had to return last. */
  awaits: string | null
  /**
   * The provider's page to which the shopper is redirected, sealed under the master key. It is erased when the step
   * ends.
   */
  sealed_page: Buffer | null
  /** The number of results that the provider rejected as invalid. */
  invalid_results: number
  /** The processing code with which the payment ends once its provider has canceled it. */
  ends_as: string | null
  /** The key of the latest continuation while its answer is unknown. */
  continue_key: string | null
  /** The result that the shopper's browser returned, sealed under the master key. It is erased with the answer. */
  sealed_result: Buffer | null
  /** The time of the key's first use, because providers store a key for a limited time. */
  continued_at: number | null
  updated_at: number
}

/** The references of providers for payments. Two payments share one if the provider returned it for both. */
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
  /** SHA-256 of the part of the body with the event, in hexadecimal. */
  body_hash: Fixed<string>
  /** The idempotency key of the call that the event reports on; null if it names none. */
  call_key: Fixed<string | null>
  /** The first provider reference in the event. */
  ref: Fixed<string | null>
  /** The payment that the event reports on, once that is known. Ids of payments are unique across merchants. */
  transaction_id: string | null
  attempt_id: string | null
  /** The event with its part of the body, sealed under the master key, while it is WAITING or BROKEN. */
  sealed_event: Buffer | null
  /** The time at which it is applied next; null unless it is WAITING. */
  due_at: number | null
  tries: number
  failures: number
  occurred_at: Fixed<number>
  received_at: Fixed<number>
}

/** Incidents of transactions after their final state. The key stores each fact once, however many events report it. */
export interface TransactionRecordTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  /** The payment, capture or refund to which the record applies. */
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
  /** The deadline for evidence. */
  respond_by: Fixed<number | null>
  /** The time of the next reminder to the merchant about the evidence. */
  evidence_notice_at: number | null
  occurred_at: Fixed<number>
  created_at: Fixed<number>
}

/**
 * A difference between a provider's report and the gateway's data, which a person has to investigate. Each attempt
 * stores the first of each kind.
 */
export interface ReconciliationAlertTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  /** LATE_SUCCESS | UNRESOLVED | CONTRADICTION | ACCOUNT_MISMATCH | CURRENCY_MISMATCH | AMOUNT_MISMATCH | TYPE_MISMATCH | DUPLICATE_THREE_DS_ID | MISSING_THREE_DS_ID | PARTIAL_APPROVAL | … */
  kind: Fixed<string>
  provider_id: Fixed<string>
  attempt_id: Fixed<string>
  /** JSON: what was reported. */
  detail: string
  /** The time of the next request to the provider to reverse the payment; null if nothing is left to reverse. */
  reversal_due_at: number | null
  reversal_tries: number
  /** The key of the reversal while its outcome is unknown; null if the next call gets a new one. */
  reversal_key: string | null
  /** The time of the key's first use, because providers store a key for a limited time. */
  reversal_key_at: number | null
  reversed_at: number | null
  created_at: Fixed<number>
}

/** The progress of erasing personal data in a merchant's old transactions, whose ids are ordered by time. */
export interface RetentionMarkTable {
  merchant_id: Fixed<string>
  /** The last transaction that was processed. */
  transaction_id: string
}

/**
 * The number of payments of an hour that ended in one way, and the money that they moved. Derived from
 * `transactions`.
 */
export interface PaymentCountTable {
  merchant_id: Fixed<string>
  /** The hour in which the payments were made, counted since 1970. */
  hour: Fixed<number>
  currency: Fixed<string>
  status: Fixed<string>
  /** Empty for payments without a code. */
  processing_code: Fixed<string>
  payment_method_type: Fixed<string>
  payments: Fixed<number>
  /** The captured amount, without captures that failed; minor units. */
  volume_amount: Fixed<number>
  /** The amount that remains after refunds, returns and disputes; minor units. */
  net_amount: Fixed<number>
}

/** The time up to which the payments of a merchant are counted. */
export interface PaymentCountMarkTable {
  merchant_id: Fixed<string>
  counted_until: number
}

/** Hours with payments that changed after they may have been counted. Each change has a row, so that no two commits wait for each other. */
export interface PaymentRecountTable {
  merchant_id: Fixed<string>
  /** Hours since 1970. */
  hour: Fixed<number>
  /** The database makes it. */
  id: ColumnType<string, undefined, never>
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
      'payment_counts',
      'payment_count_marks',
      'payment_recounts',
      'transaction_records',
      'three_ds_ids',
    ),
    // These values are sealed, and useless without the provider or the 3DS server, so snapshots omit them.
    ...ownedByMerchant('provider_states', 'challenge_results', 'attempt_confirmations').map((table) => ({
      ...table,
      onReset: 'FORGOTTEN' as const,
    })),
  ],
  service: ['provider_events'],
  deadlines: [
    // The time without an answer from a provider is counted from the last change; ended attempts keep their times.
    { table: 'transactions', column: 'updated_at', only: { column: 'status', is: 'PENDING' } },
    { table: 'transactions', column: 'settles_at' },
    { table: 'transactions', column: 'refundable_until' },
    { table: 'transactions', column: 'authorization_expires_at' },
    { table: 'transactions', column: 'release_due_at' },
    { table: 'attempts', column: 'due_at' },
    { table: 'transaction_records', column: 'respond_by' },
    { table: 'transaction_records', column: 'evidence_notice_at' },
    { table: 'attempt_authentications', column: 'challenge_expires_at' },
    // The wait for the bank's result is counted from it.
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
    ...happened('counted_until', 'payment_count_marks'),
    { table: 'continuations', column: 'lease_until', because: 'leases are between processes' },
    { table: 'attempts', column: 'asked_at', because: 'the pause between questions protects the provider' },
  ],
  erasure: {
    // The masked card number and the merchant’s own texts stay. The page of an order is erased when the order ends.
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
    // Only the provider can read a state.
    provider_states: { deleted: 'merchant_id attempt_id transaction_id sealed_state updated_at' },
    // They identify a payment, not a person.
    provider_references: {
      kept: 'merchant_id provider_id provider_account_id ref transaction_id attempt_id created_at',
    },
    // The content of an event may be personal data. Its key remains, so that repeated events are recognized.
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
    payment_counts: {
      kept: 'merchant_id hour currency status processing_code payment_method_type payments volume_amount net_amount',
    },
    payment_count_marks: { kept: 'merchant_id counted_until' },
    payment_recounts: { kept: 'merchant_id hour id' },
  },
}
