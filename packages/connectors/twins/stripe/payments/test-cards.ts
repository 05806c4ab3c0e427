/** The condition under which a card requires 3-D Secure. */
type Authentication =
  /** Never: the bank has not enrolled the card, and acknowledges the attempt. */
  | 'not-enrolled'
  /** Only if the merchant requests it. */
  | 'optional'
  /** The card does not support it. */
  | 'unsupported'
  /** Required in every payment that the shopper makes. */
  | 'on-session'
  /** Always, even without a shopper. */
  | 'always'
  /** Required until the card is set up for payments without the shopper. */
  | 'unless-set-up'

export interface CardBehaviour {
  readonly number: string
  readonly brand: string
  readonly country: string
  readonly funding: 'credit' | 'debit' | 'prepaid'
  readonly authentication: Authentication
  /** The result of the authentication, if it takes place. */
  readonly lookup?: 'error'
  readonly decline?: Decline
  readonly cvcCheck?: 'fail'
  readonly postalCheck?: 'fail'
  readonly refund?: 'pending' | 'fails-later'
  readonly dispute?: { readonly reason: string; readonly isInquiry?: boolean }
  readonly wallet?: 'apple_pay' | 'google_pay'
}

export interface Decline {
  readonly code: string
  readonly declineCode?: string
  readonly networkCode?: string
  readonly advice?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later'
  readonly message: string
}

const DECLINED = 'Your card was declined.'

function declined(
  declineCode: string,
  networkCode: string,
  advice: Decline['advice'] = 'try_again_later',
): Decline {
  return { code: 'card_declined', declineCode, networkCode, advice, message: DECLINED }
}

const DECLINES = {
  generic_decline: declined('generic_decline', '05'),
  insufficient_funds: {
    ...declined('insufficient_funds', '51'),
    message: 'Your card has insufficient funds.',
  },
  lost_card: declined('lost_card', '41', 'do_not_try_again'),
  stolen_card: declined('stolen_card', '43', 'do_not_try_again'),
  card_velocity_exceeded: declined('card_velocity_exceeded', '65'),
  fraudulent: declined('fraudulent', '59', 'do_not_try_again'),
  expired_card: {
    code: 'expired_card',
    declineCode: 'expired_card',
    networkCode: '54',
    advice: 'confirm_card_data',
    message: 'Your card has expired.',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    networkCode: 'N7',
    advice: 'confirm_card_data',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    declineCode: 'processing_error',
    networkCode: '96',
    advice: 'try_again_later',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} satisfies Record<string, Decline>

/** The bank requires the shopper, who is absent, or no authentication was passed. */
export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  networkCode: '1A',
  advice: 'try_again_later',
  message: 'Your card was declined. This transaction requires authentication.',
}

type Row = readonly [number: string, behaviour?: Partial<CardBehaviour>]

/** Stripe's own test numbers, by their effect. */
const ROWS: readonly Row[] = [
  ['4242424242424242'],
  ['4012888888881881'],
  ['4000056655665556', { funding: 'debit' }],
  ['5555555555554444', { brand: 'mastercard' }],
  ['2223003122003222', { brand: 'mastercard' }],
  ['5200828282828210', { brand: 'mastercard', funding: 'debit' }],
  ['5105105105105100', { brand: 'mastercard', funding: 'prepaid' }],
  ['378282246310005', { brand: 'amex', authentication: 'unsupported' }],
  ['371449635398431', { brand: 'amex', authentication: 'unsupported' }],
  ['6011111111111117', { brand: 'discover' }],
  ['3056930009020004', { brand: 'diners' }],
  ['36227206271667', { brand: 'diners' }],
  ['3566002020360505', { brand: 'jcb' }],
  ['6200000000000005', { brand: 'unionpay' }],
  ['4000000000000002', { decline: DECLINES.generic_decline }],
  ['4000000000009995', { decline: DECLINES.insufficient_funds }],
  ['4000000000009987', { decline: DECLINES.lost_card }],
  ['4000000000009979', { decline: DECLINES.stolen_card }],
  ['4000000000006975', { decline: DECLINES.card_velocity_exceeded }],
  ['4100000000000019', { decline: DECLINES.fraudulent }],
  ['4000000000000069', { decline: DECLINES.expired_card }],
  ['4000000000000127', { decline: DECLINES.incorrect_cvc, cvcCheck: 'fail' }],
  ['4000000000000119', { decline: DECLINES.processing_error }],
  ['4000000000000341', { decline: DECLINES.generic_decline }],
  ['4000000000000101', { cvcCheck: 'fail' }],
  ['4000000000000036', { postalCheck: 'fail' }],
  ['4000000000003220', { authentication: 'on-session' }],
  ['4000000000003063', { authentication: 'on-session' }],
  ['4000008400001629', { authentication: 'on-session', decline: DECLINES.generic_decline }],
  ['4000008400001280', { authentication: 'on-session', lookup: 'error' }],
  ['4000002760003184', { authentication: 'always' }],
  ['4000008260003178', { authentication: 'always', decline: DECLINES.insufficient_funds }],
  ['4000002500003155', { authentication: 'unless-set-up' }],
  ['4000003800000446', { authentication: 'on-session' }],
  ['4000000000003055', { authentication: 'optional' }],
  ['4000000000003097', { authentication: 'optional', lookup: 'error' }],
  ['4000000000007726', { refund: 'pending' }],
  ['4000000000005126', { refund: 'fails-later' }],
  ['4000000000000259', { dispute: { reason: 'fraudulent' } }],
  ['4000000000002685', { dispute: { reason: 'product_not_received' } }],
  ['4000000000001976', { dispute: { reason: 'fraudulent', isInquiry: true } }],
]

const PLAIN = { brand: 'visa', country: 'US', funding: 'credit', authentication: 'not-enrolled' } as const

export const TEST_CARDS: ReadonlyMap<string, CardBehaviour> = new Map(
  ROWS.map(([number, behaviour]) => [number, { ...PLAIN, ...behaviour, number }]),
)

/** Names that Stripe offers in place of numbers. */
export const TEST_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: '4000000000000259',
  tok_visa: '4242424242424242',
  tok_mastercard: '5555555555554444',
  tok_chargeDeclined: '4000000000000002',
}
