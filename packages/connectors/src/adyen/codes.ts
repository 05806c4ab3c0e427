import type { OutcomeMessage } from '@sluice/provider-protocol'

/** The meaning of `resultCode` for a payment. */
export type ResultMeaning = 'approved' | 'declined' | 'canceled' | 'pending' | 'shopper' | 'not-a-payment'

/**
 * Every `resultCode` of the Checkout API, version 72. `shopper`: the answer names what the shopper does next.
 * `not-a-payment`: results of an authentication alone, which the connector never requests.
 */
export const RESULT_CODES: Readonly<Record<string, ResultMeaning>> = {
  Authorised: 'approved',
  PartiallyAuthorised: 'approved',
  Refused: 'declined',
  Error: 'declined',
  Cancelled: 'canceled',
  Pending: 'pending',
  Received: 'pending',
  RedirectShopper: 'shopper',
  IdentifyShopper: 'shopper',
  ChallengeShopper: 'shopper',
  PresentToShopper: 'shopper',
  AuthenticationFinished: 'not-a-payment',
  AuthenticationNotRequired: 'not-a-payment',
  Success: 'not-a-payment',
}

type ProcessingCode = OutcomeMessage['processing_code']

/**
 * The values of `refusalReasonCode`, with Adyen's own words. A code that is not listed is a generic decline, and
 * keeps its number.
 */
export const REFUSALS: Readonly<Record<string, { readonly reason: string; readonly code: ProcessingCode }>> =
  {
    2: { reason: 'Refused', code: '1000' },
    3: { reason: 'Referral', code: '1000' },
    4: { reason: 'Acquirer Error', code: '1001' },
    5: { reason: 'Blocked Card', code: '2005' },
    6: { reason: 'Expired Card', code: '2001' },
    7: { reason: 'Invalid Amount', code: '2000' },
    8: { reason: 'Invalid Card Number', code: '2002' },
    9: { reason: 'Issuer Unavailable', code: '1001' },
    10: { reason: 'Not supported', code: '2011' },
    11: { reason: '3D Not Authenticated', code: '3001' },
    12: { reason: 'Not enough balance', code: '1004' },
    14: { reason: 'Acquirer Fraud', code: '4101' },
    15: { reason: 'Cancelled', code: '1003' },
    16: { reason: 'Shopper Cancelled', code: '1003' },
    17: { reason: 'Invalid Pin', code: '1000' },
    18: { reason: 'Pin tries exceeded', code: '2005' },
    19: { reason: 'Pin validation not possible', code: '1000' },
    20: { reason: 'FRAUD', code: '4101' },
    21: { reason: 'Not Submitted', code: '1001' },
    22: { reason: 'FRAUD-CANCELLED', code: '4101' },
    23: { reason: 'Transaction Not Permitted', code: '2011' },
    24: { reason: 'CVC Declined', code: '2020' },
    25: { reason: 'Restricted Card', code: '2005' },
    26: { reason: 'Revocation Of Auth', code: '1000' },
    27: { reason: 'Declined Non Generic', code: '1000' },
    28: { reason: 'Withdrawal amount exceeded', code: '4203' },
    29: { reason: 'Withdrawal count exceeded', code: '4203' },
    31: { reason: 'Issuer Suspected Fraud', code: '4101' },
    32: { reason: 'AVS Declined', code: '1000' },
    33: { reason: 'Card requires online pin', code: '1000' },
    34: { reason: 'No checking account available on Card', code: '1000' },
    35: { reason: 'No savings account available on Card', code: '1000' },
    36: { reason: 'Mobile pin required', code: '1000' },
    37: { reason: 'Contactless fallback', code: '1000' },
    38: { reason: 'Authentication required', code: '3000' },
    39: { reason: 'RReq not received from DS', code: '3002' },
    40: { reason: 'Current AID is in Penalty Box.', code: '1000' },
    41: { reason: 'CVM Required Restart Payment', code: '1000' },
    42: { reason: '3DS Authentication Error', code: '3002' },
  }

/** "Authentication required": the issuer declines until its cardholder has passed a challenge. */
export const SOFT_DECLINE = '38'

type NetworkAdvice = NonNullable<OutcomeMessage['network_advice']>

const HOUR = 3_600
const DAY = 24 * HOUR

const neverRetry = (code: string): NetworkAdvice => ({ kind: 'NEVER_RETRY', code })
const retryAfter = (code: string, seconds: number): NetworkAdvice => ({ kind: 'RETRY_AFTER', code, seconds })

/** Mastercard's merchant advice codes. Codes that are not listed carry no advice. */
export const MERCHANT_ADVICE: Readonly<Record<string, NetworkAdvice>> = {
  '01': { kind: 'UPDATE_CARD', code: '01' },
  // "Cannot approve at this time, try again later": Mastercard names 72 hours.
  '02': retryAfter('02', 3 * DAY),
  '03': neverRetry('03'),
  '04': neverRetry('04'),
  '21': neverRetry('21'),
  '24': retryAfter('24', HOUR),
  '25': retryAfter('25', DAY),
  '26': retryAfter('26', 2 * DAY),
  '27': retryAfter('27', 4 * DAY),
  '28': retryAfter('28', 6 * DAY),
  '29': retryAfter('29', 8 * DAY),
  '30': retryAfter('30', 10 * DAY),
}

/**
 * `cvcResult` begins with one of these digits. The result is expressed in words, because a digit could look like a
 * security code.
 */
export const CVC_RESULTS: Readonly<Record<string, string>> = {
  0: 'UNKNOWN',
  1: 'MATCHES',
  2: 'DOES_NOT_MATCH',
  3: 'NOT_CHECKED',
  4: 'REQUIRED_BUT_NOT_PROVIDED',
  5: 'ISSUER_NOT_CERTIFIED',
  6: 'NOT_PROVIDED',
}

/**
 * Declines that Adyen reports as validation errors, by `errorCode`, because the shopper mistyped something. All
 * other errors are refusals.
 */
export const CARD_ERRORS: Readonly<
  Record<string, { readonly reason: string; readonly code: ProcessingCode }>
> = {
  101: { reason: 'Invalid card number', code: '2002' },
  102: { reason: 'Unable to determine variant', code: '2004' },
  103: { reason: 'CVC is not the right length', code: '2020' },
  105: { reason: 'Invalid paRes from issuer', code: '3000' },
  129: { reason: 'Expiry Date Invalid', code: '2001' },
  131: { reason: 'Card expired', code: '2001' },
  153: { reason: 'Unknown CVC', code: '2020' },
}

/** "Request already processed or in progress": another request with this key is being executed, so this error is no result. */
export const IN_PROGRESS_ERROR = '704'
