/** `metadata.simulated_flow` of card requests in the test environment: what the simulated issuer and providers do. */
export const SIMULATED_FLOWS = [
  'FRICTIONLESS_SUCCESS',
  'FRICTIONLESS_ATTEMPTED',
  'FRICTIONLESS_INFORMATIONAL',
  'FRICTIONLESS_NOT_AUTHENTICATED',
  'FRICTIONLESS_REJECTED',
  'FRICTIONLESS_UNAVAILABLE',
  'NOT_ENROLLED',
  'DIRECTORY_TIMEOUT',
  'AUTHENTICATION_ERROR',
  'DECOUPLED',
  'CHALLENGE',
  'CHALLENGE_SUCCESS',
  'CHALLENGE_ATTEMPTED',
  'CHALLENGE_FAILED',
  'CHALLENGE_REJECTED',
  'CHALLENGE_UNAVAILABLE',
  'CHALLENGE_ERROR',
  'CHALLENGE_CANCELED',
  'CHALLENGE_TIMEOUT',
  'CHALLENGE_RELOAD_REFUSED',
  'CHALLENGE_REDIRECT',
  'CHALLENGE_FORM_SUBMIT',
  'CHALLENGE_HOSTED',
  'CHALLENGE_HOSTED_FULL_PAGE',
  'METHOD_TIMEOUT_FRICTIONLESS',
  'METHOD_TIMEOUT_CHALLENGE',
  'NO_METHOD_FRICTIONLESS',
  'NO_METHOD_CHALLENGE',
  'DOUBLE_CHALLENGE_SUCCESS',
  'DOUBLE_CHALLENGE_DECLINED',
  'FALLBACK_APPROVE_AFTER_1',
  'FALLBACK_APPROVE_AFTER_2',
  'FALLBACK_APPROVE_AFTER_3',
  'FALLBACK_APPROVE_AFTER_4',
  'FALLBACK_APPROVE_AFTER_5',
  'FALLBACK_APPROVE_AFTER_6',
  'FALLBACK_APPROVE_AFTER_7',
  'FALLBACK_APPROVE_AFTER_8',
  'FALLBACK_APPROVE_AFTER_9',
  'FALLBACK_CHALLENGE_AFTER_1',
  'FALLBACK_CHALLENGE_AFTER_2',
  'FALLBACK_CHALLENGE_AFTER_3',
  'FALLBACK_CHALLENGE_AFTER_4',
  'FALLBACK_CHALLENGE_AFTER_5',
  'FALLBACK_CHALLENGE_AFTER_6',
  'FALLBACK_CHALLENGE_AFTER_7',
  'FALLBACK_CHALLENGE_AFTER_8',
  'FALLBACK_CHALLENGE_AFTER_9',
  'FALLBACK_EXHAUSTED',
  'NO_3DS',
  'MERCHANT_INITIATED_CHALLENGE',
  'MERCHANT_INITIATED_REJECTED',
  'MERCHANT_INITIATED_UNAVAILABLE',
  'PROVIDER_UNAUTHENTICATED',
  'PROVIDER_EXEMPTION',
  'PROVIDER_NAMES_ANOTHER',
  'PROVIDER_PAYABLE_AFTER_DECLINE',
  'EXEMPTION_GRANTED',
  'EXEMPTION_REFUSED',
  'EXEMPTION_SOFT_DECLINED',
] as const

/** A 3-D Secure flow that the simulators support. */
export type SimulatedFlow = (typeof SIMULATED_FLOWS)[number]

/** `metadata.simulated_flow` of payments, payouts and redirect methods. */
export const ALTERNATIVE_SIMULATED_FLOWS = [
  'REDIRECT',
  'APPROVED',
  'DECLINED',
  'PENDING',
  'PENDING_APPROVED',
  'PENDING_DECLINED',
  'CANCELED',
  'EXPIRED',
] as const

/** A `simulated_flow` of payments that a provider confirms. */
export type AlternativeSimulatedFlow = (typeof ALTERNATIVE_SIMULATED_FLOWS)[number]

/**
 * `metadata.simulated_fault` in the test environment: how the exchange with a simulated provider goes wrong. The first
 * five break the call itself and leave its outcome unknown; the others break the provider's callback.
 */
export const SIMULATED_FAULTS = [
  'TIMEOUT_AFTER_EXECUTION',
  'RESET_BEFORE_EXECUTION',
  'RESET_AFTER_EXECUTION',
  'SERVER_ERROR',
  'MALFORMED_ANSWER',
  'DUPLICATE_CALLBACK',
  'LATE_CALLBACK',
  'REORDERED_CALLBACKS',
  'CONTRADICTING_CALLBACK',
  'WRONG_AMOUNT_CALLBACK',
] as const

/** A fault that the simulated providers support. */
export type SimulatedFault = (typeof SIMULATED_FAULTS)[number]

/**
 * `metadata.simulated_cres` in the test environment: the form in which the simulated bank posts its final CRes, as real
 * banks do. All of them end the challenge as the bank's result says.
 */
export const SIMULATED_CRES_FORMS = [
  'PLAIN',
  'PADDED',
  'STANDARD_ALPHABET',
  'LINES_OF_76',
  'TRAILING_LINE_BREAK',
  'LEADING_SPACE',
  'PLUS_AS_SPACE',
  'PERCENT_ENCODED_TWICE',
  'BYTE_ORDER_MARK',
  'UPPER_CASE_IDS',
  'LARGE_EXTENSION',
  'NO_TRANS_STATUS',
  'ERROR_MESSAGE',
  'UNREADABLE',
  'EMPTY',
] as const

/** A form of the CRes that the simulated bank supports. */
export type SimulatedCresForm = (typeof SIMULATED_CRES_FORMS)[number]

/** Keys of `metadata` that the simulators read; all others are the merchant's own. */
export const SIMULATOR_METADATA_KEYS = [
  'simulated_flow',
  'response_code',
  'payment_provider_response_code',
  'payment_provider_response_message',
  'approval_code',
  'simulated_approved_amount',
  'simulated_soft_decline',
  'simulated_delay_ms',
  'simulated_fault',
  'simulated_cres',
] as const

/** A member of `metadata` that the simulators read in the test environment. */
export type SimulatorMetadataKey = (typeof SIMULATOR_METADATA_KEYS)[number]
