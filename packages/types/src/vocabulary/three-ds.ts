/** EMV 3DS protocol versions this service speaks. */
export const MESSAGE_VERSIONS = ['2.1.0', '2.2.0', '2.3.1'] as const

/** A version of the EMV 3DS messages. */
export type MessageVersion = (typeof MESSAGE_VERSIONS)[number]

/**
 * `transStatus`: Y authenticated, A attempted, N not authenticated, R rejected, U could not be performed,
 * C challenge required, D decoupled, I information only, S secure payment confirmation (2.3.1).
 */
export const TRANS_STATUSES = ['Y', 'A', 'N', 'R', 'U', 'C', 'D', 'I', 'S'] as const

/** The outcome of an authentication (EMV 3DS transStatus). */
export type TransStatus = (typeof TRANS_STATUSES)[number]

/** The preferences for a challenge that a merchant can send to the issuer, who decides. With MANDATE, a regulation requires one. */
export const CHALLENGE_PREFERENCES = ['NO_PREFERENCE', 'NO_CHALLENGE', 'CHALLENGE', 'MANDATE'] as const

/** A merchant's preference for a challenge (EMV 3DS threeDSRequestorChallengeInd). */
export type ChallengePreference = (typeof CHALLENGE_PREFERENCES)[number]

/** Exemptions from strong customer authentication that a merchant can request (PSD2, RTS articles 13, 16, 17 and 18). */
export const EXEMPTIONS = [
  'LOW_VALUE',
  'TRANSACTION_RISK_ANALYSIS',
  'TRUSTED_BENEFICIARY',
  'SECURE_CORPORATE',
] as const

/** An exemption from strong customer authentication. */
export type Exemption = (typeof EXEMPTIONS)[number]

/** `threeDSCompInd`: Y the device fingerprint was taken, N it was not or took too long, U there was no method URL. */
export const COMPLETION_INDICATORS = ['Y', 'N', 'U'] as const

/** Whether the 3DS Method completed: `Y`, `N` or `U` (EMV 3DS threeDSCompInd). */
export type CompletionIndicator = (typeof COMPLETION_INDICATORS)[number]

/** The exact values that a client sends as `fingerprint_result`: Base64 of `{"threeDSCompInd":"<indicator>"}`. */
export const FINGERPRINT_RESULTS = {
  Y: 'eyJ0aHJlZURTQ29tcEluZCI6IlkifQ==',
  N: 'eyJ0aHJlZURTQ29tcEluZCI6Ik4ifQ==',
  U: 'eyJ0aHJlZURTQ29tcEluZCI6IlUifQ==',
} as const satisfies Record<CompletionIndicator, string>

/** The result of fingerprinting, in the words of the API. */
export type FingerprintResult = (typeof FINGERPRINT_RESULTS)[CompletionIndicator]

/** The size of a challenge window; null means full screen. */
export interface ChallengeWindowPixels {
  /** Width of the window, in CSS pixels. */
  readonly widthPixels: number
  /** Height of the window, in CSS pixels. */
  readonly heightPixels: number
}

/** `challengeWindowSize` codes of EMV 3DS. `05` fills the screen. */
export const CHALLENGE_WINDOW_SIZES = {
  '01': { widthPixels: 250, heightPixels: 400 },
  '02': { widthPixels: 390, heightPixels: 400 },
  '03': { widthPixels: 500, heightPixels: 600 },
  '04': { widthPixels: 600, heightPixels: 400 },
  '05': 'full',
} as const satisfies Record<string, ChallengeWindowPixels | 'full'>

/** A challenge window size, `01` to `05` (EMV 3DS challengeWindowSize). */
export type ChallengeWindowSize = keyof typeof CHALLENGE_WINDOW_SIZES

/** Drawn for a code that is not in the table. */
export const DEFAULT_CHALLENGE_WINDOW_SIZE: ChallengeWindowSize = '02'

/** `transStatusReason`. 80 to 99 belong to the card schemes and have no common meaning. */
export const TRANS_STATUS_REASONS = {
  '01': 'card authentication failed',
  '02': 'unknown device',
  '03': 'unsupported device',
  '04': 'frequency limit exceeded',
  '05': 'card expired',
  '06': 'card number invalid',
  '07': 'transaction invalid',
  '08': 'no card record',
  '09': 'security failure',
  '10': 'card stolen',
  '11': 'fraud suspected',
  '12': 'transaction not permitted to the cardholder',
  '13': 'cardholder not enrolled',
  '14': 'timed out at the ACS',
  '15': 'low confidence',
  '16': 'medium confidence',
  '17': 'high confidence',
  '18': 'very high confidence',
  '19': 'more challenges than the ACS allows',
  '20': 'non-payment transaction not supported',
  '21': '3RI transaction not supported',
  '22': 'technical problem at the ACS',
  '23': 'decoupled authentication required by the ACS, not requested',
  '24': 'decoupled authentication: maximum expiry time exceeded',
  '25': 'decoupled authentication: too little time to authenticate the cardholder',
  '26': 'authentication attempted but not performed by the cardholder',
} as const

/** The reason of an authentication's outcome, two digits (EMV 3DS transStatusReason). */
export type TransStatusReason = keyof typeof TRANS_STATUS_REASONS

/** `challengeCancel`: what ended a challenge early. */
export const CHALLENGE_CANCEL_REASONS = {
  '01': 'canceled by the cardholder',
  '02': 'canceled by the requestor',
  '03': 'abandoned',
  '04': 'timed out at the ACS',
  '05': 'the first CReq did not arrive',
  '06': 'error',
  '07': 'unknown',
  '08': 'timed out at the SDK',
} as const

/** The reason why a challenge was canceled (EMV 3DS challengeCancel). */
export type ChallengeCancelReason = keyof typeof CHALLENGE_CANCEL_REASONS

/** `action.type`: the step the customer's browser has to take. */
export const ACTION_TYPES = ['THREE_DS_2_FINGERPRINT', 'THREE_DS_2_CHALLENGE'] as const

/** A step that the browser does for 3-D Secure. */
export type ActionType = (typeof ACTION_TYPES)[number]

/** `type` of the window messages that end a step in a frame. */
export const WINDOW_MESSAGE_TYPES = ['FINGERPRINT_RESPONSE', 'CHALLENGE_RESPONSE'] as const

/** The type of a window message at the end of a 3-D Secure step. */
export type WindowMessageType = (typeof WINDOW_MESSAGE_TYPES)[number]
