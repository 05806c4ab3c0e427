/** The first digit of a code, named. `UNKNOWN` is for text that no family claims. */
export type ProcessingFamily = 'SUCCESS' | 'OUTCOME' | 'REQUEST' | 'AUTHENTICATION' | 'RISK' | 'UNKNOWN'

/** The merchant's next step. */
export type ProcessingAdvice =
  | 'FULFIL'
  | 'OFFER_ANOTHER_METHOD'
  | 'WAIT_FOR_FINAL_STATUS'
  | 'START_NEW_CHECKOUT'
  | 'CORRECT_REQUEST'
  | 'CORRECT_CARD_DATA'
  | 'CREATE_NEW_PAYMENT_LINK'
  | 'CONTACT_SUPPORT'
  | 'AUTHENTICATE_AGAIN'
  | 'DO_NOT_RETRY'

/** The meaning of a processing code, and what to do about it. */
export interface ProcessingCodeEntry {
  /** The `response_message` that travels with the code. */
  readonly message: string
  /** The kind of outcome. */
  readonly family: ProcessingFamily
  /** The merchant's next step. */
  readonly advice: ProcessingAdvice
}

const success = (message: string, advice: ProcessingAdvice) =>
  ({ message, family: 'SUCCESS', advice }) as const
const outcome = (message: string, advice: ProcessingAdvice) =>
  ({ message, family: 'OUTCOME', advice }) as const
const request = (message: string, advice: ProcessingAdvice) =>
  ({ message, family: 'REQUEST', advice }) as const
const authentication = (message: string) =>
  ({ message, family: 'AUTHENTICATION', advice: 'AUTHENTICATE_AGAIN' }) as const
const risk = (message: string) => ({ message, family: 'RISK', advice: 'DO_NOT_RETRY' }) as const

/**
 * Every normalized result code. Merchants branch on the code; a provider's own text differs by provider and changes
 * over time.
 */
export const PROCESSING_CODES = {
  '0000': success('Approved', 'FULFIL'),

  '1000': outcome('Declined (generic)', 'OFFER_ANOTHER_METHOD'),
  '1001': outcome('Failed', 'OFFER_ANOTHER_METHOD'),
  '1002': outcome('Pending', 'WAIT_FOR_FINAL_STATUS'),
  '1003': outcome('Canceled', 'START_NEW_CHECKOUT'),
  '1004': outcome('Declined, insufficient funds', 'OFFER_ANOTHER_METHOD'),
  '1005': outcome('Session expired', 'START_NEW_CHECKOUT'),

  '2000': request('Invalid request (generic)', 'CORRECT_REQUEST'),
  '2001': request('Payment method expired', 'CORRECT_CARD_DATA'),
  '2002': request('Payment method invalid', 'CORRECT_CARD_DATA'),
  '2003': request('Payment method not found or invalid', 'CORRECT_CARD_DATA'),
  '2004': request('Payment method type not supported', 'OFFER_ANOTHER_METHOD'),
  '2005': request('Payment method blocked', 'OFFER_ANOTHER_METHOD'),
  '2006': request('Payment method inactive', 'OFFER_ANOTHER_METHOD'),
  '2007': request('Installments not supported for this payment method', 'OFFER_ANOTHER_METHOD'),
  '2008': request('Payment link expired', 'CREATE_NEW_PAYMENT_LINK'),
  '2009': request('Payment link not found', 'CREATE_NEW_PAYMENT_LINK'),
  '2010': request('Transaction type not supported', 'OFFER_ANOTHER_METHOD'),
  '2011': request('Transaction feature not supported', 'OFFER_ANOTHER_METHOD'),
  '2012': request('Installments not supported', 'OFFER_ANOTHER_METHOD'),
  '2013': request('Terminal not found', 'CONTACT_SUPPORT'),
  '2014': request('Terminal inactive', 'CONTACT_SUPPORT'),
  '2015': request('Terminal not accepting payments', 'CONTACT_SUPPORT'),
  '2016': request('Terminal does not support installments', 'CONTACT_SUPPORT'),
  '2017': request('Merchant inactive', 'CONTACT_SUPPORT'),
  '2018': request('Feature not enabled', 'CONTACT_SUPPORT'),
  '2019': request('Merchant does not support tokenization', 'OFFER_ANOTHER_METHOD'),
  '2020': request('Card CVV invalid', 'CORRECT_CARD_DATA'),
  '2021': request('Payment provider account inactive', 'CONTACT_SUPPORT'),
  '2022': request('Shop (location) inactive', 'CONTACT_SUPPORT'),
  '2023': request('Account inactive', 'CONTACT_SUPPORT'),
  '2024': request('Payment provider inactive', 'CONTACT_SUPPORT'),

  '3000': authentication('Authentication not performed or incomplete'),
  '3001': authentication('Authentication rejected by the issuer'),
  '3002': authentication('Authentication unavailable'),

  '4100': risk('Blacklist rule matched'),
  '4101': risk('Fraud check failed'),
  '4200': risk('Velocity check failed (generic)'),
  '4201': risk('Velocity check failed, customer limit'),
  '4202': risk('Velocity check failed, merchant limit'),
  '4203': risk('Velocity check failed, provider limit'),
} as const satisfies Record<string, ProcessingCodeEntry>

/** A processing code: four digits that say how a transaction ended. */
export type ProcessingCode = keyof typeof PROCESSING_CODES

/** The codes in ascending order; the keys of an object are not, for JavaScript puts `1000` before `0000`. */
export const PROCESSING_CODE_LIST = (
  Object.keys(PROCESSING_CODES) as ProcessingCode[]
).sort() as readonly ProcessingCode[]

const FAMILY_BY_FIRST_DIGIT: Readonly<Record<string, ProcessingFamily>> = {
  '0': 'SUCCESS',
  '1': 'OUTCOME',
  '2': 'REQUEST',
  '3': 'AUTHENTICATION',
  '4': 'RISK',
}

// The advice for codes that are newer than this table. Merchants confirm an unknown success before they ship anything.
const ADVICE_BY_FAMILY: Readonly<Record<ProcessingFamily, ProcessingAdvice>> = {
  SUCCESS: 'WAIT_FOR_FINAL_STATUS',
  OUTCOME: 'OFFER_ANOTHER_METHOD',
  REQUEST: 'CONTACT_SUPPORT',
  AUTHENTICATION: 'AUTHENTICATE_AGAIN',
  RISK: 'DO_NOT_RETRY',
  UNKNOWN: 'CONTACT_SUPPORT',
}

/** Returns whether a text is a processing code of this version. */
export function isProcessingCode(code: string): code is ProcessingCode {
  return Object.hasOwn(PROCESSING_CODES, code)
}

/** Returns the entry of a code, or `undefined` for a code younger than this table. */
export function processingCode(code: ProcessingCode): ProcessingCodeEntry
export function processingCode(code: string): ProcessingCodeEntry | undefined
export function processingCode(code: string): ProcessingCodeEntry | undefined {
  return isProcessingCode(code) ? PROCESSING_CODES[code] : undefined
}

/** Places known and future codes alike: four digits belong to the family of the first. */
export function familyOf(code: string): ProcessingFamily {
  if (!/^[0-9]{4}$/.test(code)) return 'UNKNOWN'
  return FAMILY_BY_FIRST_DIGIT[code.charAt(0)] ?? 'UNKNOWN'
}

/**
 * Declines that the shopper of a session may correct and submit again: expired, invalid, not found, wrong security code.
 *
 * @see docs/protocol/sessions.md#corrections
 */
export const CORRECTABLE_CODES = ['2001', '2002', '2003', '2020'] as const satisfies readonly ProcessingCode[]

/** A code after which the shopper may correct the card in the same session. */
export type CorrectableCode = (typeof CORRECTABLE_CODES)[number]

/** Returns whether the shopper may correct the card after this code. */
export function isCorrectable(code: string): code is CorrectableCode {
  return CORRECTABLE_CODES.some((correctable) => correctable === code)
}

/** Returns the advice for a code. A code that is newer than this table gets the advice of its family. */
export function adviceOf(code: string): ProcessingAdvice {
  return processingCode(code)?.advice ?? ADVICE_BY_FAMILY[familyOf(code)]
}
