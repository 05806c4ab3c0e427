import type { ColumnType, Generated } from 'kysely'

/** Set once at insert, never updated. */
type Fixed<T> = ColumnType<T, T, never>

/** Tables of the simulators. They stand for systems outside the gateway, so their keys are the ids that cross the border. */
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
  /** Where the page of a hosted challenge sends the browser. */
  return_url: string | null
  language: Fixed<string>
  created_at: Fixed<number>
}

export interface SimulatedChallengeRoundTable {
  three_ds_server_trans_id: Fixed<string>
  round: Fixed<number>
  wrong_passwords: number
  /** completed | error; null while the shopper is asked. */
  outcome: string | null
  trans_status: string | null
  trans_status_reason: string | null
  challenge_cancel: string | null
  authentication_value: string | null
  opened_at: Fixed<number>
  ended_at: number | null
}

/** What each provider decided, by idempotency key. */
export interface SimulatedAuthorizationTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  /** AUTHORIZE | PURCHASE | CAPTURE | REFUND | VOID | FENCE. */
  type: Fixed<string>
  /** Null of a fence, which names a key only. */
  merchant_id: Fixed<string | null>
  transaction_id: Fixed<string | null>
  account_id: Fixed<string>
  amount: Fixed<number>
  currency: Fixed<string>
  /** Of an operation: the key of the authorization or purchase it belongs to, and of what exactly it is done to. */
  original_key: Fixed<string | null>
  parent_key: Fixed<string | null>
  releases_rest: Fixed<number>
  /** Only ever set to itself, which locks the row. */
  processing_code: string
  /** What of a capture or refund came back after its approval. */
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
  /** Null when no browser is involved. */
  return_url: Fixed<string | null>
  language: Fixed<string | null>
  callback_url: Fixed<string>
  fault: Fixed<string | null>
  answer: Fixed<string>
  page_key: Fixed<string>
  processing_code: string
  planned_code: string | null
  /** Deadline: when the order becomes the planned code by itself. */
  settle_at: number | null
  /** Deadline of the order. */
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

/** Reports that the providers owe for settled orders. */
export interface SimulatedCallbackTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  sequence: Fixed<number>
  merchant_id: Fixed<string>
  message_id: Fixed<string>
  url: Fixed<string>
  body: Fixed<string>
  tries: number
  /** Deadline of the next try; null when there is none. */
  due_at: number | null
  delivered_at: number | null
}

/** Every key of an order or refund: executed, or promised never to be. Whichever came first stays. */
export interface SimulatedOrderKeyTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  /** Null of a fence. */
  merchant_id: Fixed<string | null>
  is_fenced: Fixed<number>
}

/** Money that went back for an approved order. */
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

/** How far a merchant's clock was moved. */
export interface SimulatedClockTable {
  merchant_id: Fixed<string>
  clock_offset_ms: number
}

/** Payments that wait for their shopper, or waited. */
export interface SimulatedHeldPaymentTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  merchant_id: Fixed<string>
  /** Of the authentication: a return names it. */
  trans_id: Fixed<string>
  /** JSON; of the card what the shopper is shown. */
  payment: string
  /** From when on a page that was left open after a decline has been paid at. */
  payable_at: number | null
  created_at: Fixed<number>
}
