import type { ColumnType, Generated } from 'kysely'

/** Set at insert and never updated. */
type Fixed<T> = ColumnType<T, T, never>

/**
 * Tables of the simulators. They represent systems outside the gateway, so their keys are the ids that cross the
 * boundary.
 */
export interface SimulatorTables {
  simulated_challenges: SimulatedChallengeTable
  simulated_challenge_rounds: SimulatedChallengeRoundTable
  simulated_authorizations: SimulatedAuthorizationTable
  simulated_orders: SimulatedOrderTable
  simulated_callbacks: SimulatedCallbackTable
  simulated_refunds: SimulatedRefundTable
  simulated_order_keys: SimulatedOrderKeyTable
  simulated_clocks: SimulatedClockTable
  simulated_held_payments: SimulatedHeldPaymentTable
}

export interface SimulatedChallengeTable {
  three_ds_server_trans_id: Fixed<string>
  merchant_id: Fixed<string>
  acs_trans_id: Fixed<string>
  ds_trans_id: Fixed<string>
  message_version: Fixed<string>
  flow: Fixed<string>
  cres_form: Fixed<string>
  brand: Fixed<string>
  card_last4: Fixed<string>
  merchant_name: Fixed<string | null>
  amount: Fixed<number>
  currency: Fixed<string>
  notification_url: string
  /** The address to which the page of a hosted challenge sends the browser. */
  return_url: string | null
  language: Fixed<string>
  created_at: Fixed<number>
}

export interface SimulatedChallengeRoundTable {
  three_ds_server_trans_id: Fixed<string>
  round: Fixed<number>
  wrong_passwords: number
  /** completed | error; null until the shopper answers. */
  outcome: string | null
  trans_status: string | null
  trans_status_reason: string | null
  challenge_cancel: string | null
  authentication_value: string | null
  opened_at: Fixed<number>
  ended_at: number | null
}

/** The decisions of each provider, by idempotency key. */
export interface SimulatedAuthorizationTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  /** AUTHORIZE | PURCHASE | CAPTURE | REFUND | VOID | FENCE. */
  type: Fixed<string>
  /** Null for a fence, which names only a key. */
  merchant_id: Fixed<string | null>
  transaction_id: Fixed<string | null>
  account_id: Fixed<string>
  amount: Fixed<number>
  currency: Fixed<string>
  /** The key of the authorization or purchase that an operation belongs to, and of the call it applies to. */
  original_key: Fixed<string | null>
  parent_key: Fixed<string | null>
  releases_rest: Fixed<number>
  /** Updated only to its own value, which locks the row. */
  processing_code: string
  /** The part of a capture or refund that came back after its approval. */
  failed_amount: Generated<number>
  /** The exemption that was applied. */
  exemption: Fixed<string | null>
  provider_response_code: Fixed<string>
  provider_response_message: Fixed<string>
  retryable: Fixed<number>
  approval_code: Fixed<string>
  reference_number: Fixed<string>
  systan: Fixed<number>
  created_at: Fixed<number>
}

/** Orders of the providers whose payments are confirmed elsewhere. */
export interface SimulatedOrderTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  account_id: Fixed<string>
  type: Fixed<string>
  direction: Fixed<string>
  amount: Fixed<number>
  currency: Fixed<string>
  reference: Fixed<string>
  merchant_name: Fixed<string | null>
  /** Null if no browser is involved. */
  return_url: Fixed<string | null>
  language: Fixed<string | null>
  callback_url: Fixed<string>
  fault: Fixed<string | null>
  answer: Fixed<string>
  page_key: Fixed<string>
  processing_code: string
  planned_code: string | null
  /** The deadline at which the order gets the planned code automatically. */
  settle_at: number | null
  /** The deadline of the order. */
  expires_at: number | null
  is_asked: number
  ends_itself: Fixed<number>
  wrong_codes: number
  approval_code: Fixed<string>
  reference_number: Fixed<string>
  systan: Fixed<number>
  created_at: Fixed<number>
  settled_at: number | null
  reversed_at: number | null
}

/** Reports of settled orders that the providers have yet to send. */
export interface SimulatedCallbackTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  sequence: Fixed<number>
  merchant_id: Fixed<string>
  message_id: Fixed<string>
  url: Fixed<string>
  body: Fixed<string>
  tries: number
  /** The deadline of the next attempt; null if there is none. */
  due_at: number | null
  delivered_at: number | null
}

/** All keys of orders and refunds, executed or fenced. Whichever comes first is kept. */
export interface SimulatedOrderKeyTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  /** Null for a fence. */
  merchant_id: Fixed<string | null>
  is_fenced: Fixed<number>
}

/** Refunds of approved orders. */
export interface SimulatedRefundTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  /** CAPTURE, which is never approved, | REFUND | VOID. */
  operation: Fixed<string>
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  original_key: Fixed<string>
  amount: Fixed<number>
  currency: Fixed<string>
  failed_amount: Generated<number>
  processing_code: Fixed<string>
  approval_code: Fixed<string>
  reference_number: Fixed<string>
  systan: Fixed<number>
  created_at: Fixed<number>
}

/** The offset of a merchant's clock. */
export interface SimulatedClockTable {
  merchant_id: Fixed<string>
  clock_offset_ms: number
}

/** Payments that wait, or waited, for their shopper. */
export interface SimulatedHeldPaymentTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  merchant_id: Fixed<string>
  /** The id of the authentication; a return names it. */
  trans_id: Fixed<string>
  /** JSON; of the card, only what the shopper sees. */
  payment: string
  /** The time from which a page that was left open after a decline accepts payment. */
  payable_at: number | null
  created_at: Fixed<number>
}
