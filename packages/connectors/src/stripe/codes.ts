import type { ProcessingCode, TransStatus } from '@sluice/types/vocabulary'

/** The meaning of one of Stripe's codes. */
export interface CodeMeaning {
  readonly code: ProcessingCode
  /** Whether another provider may be tried. */
  readonly retryable: boolean
}

const may = (code: ProcessingCode): CodeMeaning => ({ code, retryable: true })
const final = (code: ProcessingCode): CodeMeaning => ({ code, retryable: false })

/** The reasons why an issuer or Stripe declined: `decline_code`. A code that is not listed is unknown. */
export const DECLINE_CODES: Readonly<Record<string, CodeMeaning>> = {
  approve_with_id: may('1000'),
  authentication_not_handled: final('3000'),
  authentication_required: final('3000'),
  call_issuer: may('1000'),
  card_not_supported: may('2004'),
  card_velocity_exceeded: final('4203'),
  currency_not_supported: may('2004'),
  do_not_honor: may('1000'),
  do_not_try_again: final('1000'),
  duplicate_transaction: final('1000'),
  expired_card: final('2001'),
  fraudulent: final('4101'),
  generic_decline: may('1000'),
  incorrect_address: final('2002'),
  incorrect_cvc: final('2020'),
  incorrect_number: final('2002'),
  incorrect_pin: final('1000'),
  incorrect_zip: final('2002'),
  insufficient_funds: final('1004'),
  invalid_account: final('2002'),
  invalid_amount: final('1000'),
  invalid_cvc: final('2020'),
  invalid_expiry_month: final('2001'),
  invalid_expiry_year: final('2001'),
  invalid_number: final('2002'),
  invalid_pin: final('1000'),
  issuer_not_available: may('1001'),
  live_mode_test_card: final('2002'),
  lost_card: final('2005'),
  merchant_blacklist: final('4100'),
  mobile_device_authentication_required: final('3000'),
  new_account_information_available: final('2003'),
  no_action_taken: may('1000'),
  not_permitted: may('1000'),
  offline_pin_required: final('1000'),
  online_or_offline_pin_required: final('1000'),
  pickup_card: final('2005'),
  pin_try_exceeded: final('1000'),
  previously_declined_do_not_retry: final('1000'),
  processing_error: may('1001'),
  reenter_transaction: may('1001'),
  restricted_card: final('2005'),
  revocation_of_all_authorizations: final('2005'),
  revocation_of_authorization: final('2005'),
  security_violation: final('1000'),
  service_not_allowed: may('1000'),
  stolen_card: final('2005'),
  stop_payment_order: final('2005'),
  test_mode_live_card: final('2002'),
  testmode_decline: final('2002'),
  transaction_not_allowed: may('1000'),
  try_again_later: may('1001'),
  withdrawal_count_limit_exceeded: final('4203'),
}

/**
 * The reasons why a payment failed without a more precise decline code: `code` of an error. A code that is not
 * listed is unknown.
 */
export const ERROR_CODES: Readonly<Record<string, CodeMeaning>> = {
  authentication_required: final('3000'),
  card_declined: may('1000'),
  card_decline_rate_limit_exceeded: final('4203'),
  expired_card: final('2001'),
  incorrect_address: final('2002'),
  incorrect_cvc: final('2020'),
  incorrect_number: final('2002'),
  incorrect_zip: final('2002'),
  insufficient_funds: final('1004'),
  invalid_card_type: final('2004'),
  invalid_characters: final('2000'),
  invalid_cvc: final('2020'),
  invalid_expiry_month: final('2001'),
  invalid_expiry_year: final('2001'),
  invalid_number: final('2002'),
  payment_intent_authentication_failure: final('3001'),
  payment_intent_payment_attempt_expired: final('1005'),
  payment_intent_payment_attempt_failed: may('1001'),
  payment_method_billing_details_address_missing: final('2000'),
  payment_method_customer_decline: final('1003'),
  payment_method_invalid_parameter: final('2000'),
  payment_method_not_available: may('1001'),
  payment_method_provider_decline: may('1000'),
  payment_method_provider_timeout: may('1001'),
  processing_error: may('1001'),
}

/** The declines that end once the cardholder has passed a challenge. */
export const SOFT_DECLINES: ReadonlySet<string> = new Set([
  'authentication_not_handled',
  'authentication_required',
])

/** The values of `advice_code` that advise an action without a time. */
export const ADVICE_CODES: Readonly<Record<string, 'NEVER_RETRY' | 'UPDATE_CARD'>> = {
  confirm_card_data: 'UPDATE_CARD',
  do_not_try_again: 'NEVER_RETRY',
}

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** Mastercard's merchant advice codes that say when to try again, in seconds: `network_advice_code`. */
export const RETRY_AFTER_S: Readonly<Record<string, number>> = {
  '24': HOUR_S,
  '25': DAY_S,
  '26': 2 * DAY_S,
  '27': 4 * DAY_S,
  '28': 6 * DAY_S,
  '29': 8 * DAY_S,
  '30': 10 * DAY_S,
}

/** `three_d_secure.result` of a charge. A result that is not listed counts as no authentication. */
export const AUTHENTICATION_RESULTS: Readonly<Record<string, TransStatus>> = {
  attempt_acknowledged: 'A',
  authenticated: 'Y',
  data_share_only: 'I',
  exempted: 'I',
  failed: 'N',
  not_supported: 'U',
  processing_error: 'U',
}

/** Processing codes by a refund's `status`. With any other status, the outcome is unknown. */
export const REFUND_STATUSES: Readonly<Record<string, ProcessingCode>> = {
  succeeded: '0000',
  pending: '1002',
  // Stripe has asked the customer by e-mail for a refund account.
  requires_action: '1002',
  failed: '1001',
  canceled: '1003',
}

/** The meaning of a payment intent's status. A status that is not listed is unknown. */
export const INTENT_STATUSES = {
  requires_payment_method: 'FAILED_OR_UNTOUCHED',
  requires_confirmation: 'WAITS_FOR_US',
  requires_action: 'WAITS_FOR_SHOPPER',
  processing: 'PENDING',
  requires_capture: 'APPROVED',
  succeeded: 'APPROVED',
  canceled: 'CANCELED',
} as const

/** The current state of a payment intent. */
export type IntentStanding = (typeof INTENT_STATUSES)[keyof typeof INTENT_STATUSES]
