import { adviceOf, familyOf, type ProcessingAdvice, type ProcessingFamily } from './processing-codes.ts'
import { SHOPPER_TEXTS, type ShopperSituation, type ShopperText } from './shopper-texts.ts'

/** Explains a processing code and advises the merchant and the customer. */
export interface Advice {
  /** The kind of refusal. */
  readonly family: ProcessingFamily
  /** The merchant's next step, as a word for `switch`. */
  readonly action: ProcessingAdvice
  /**
   * Whether another try by the customer makes sense: with other data, another method, a new confirmation or a new
   * checkout. `false`: it is done, still open, or would fail again. A try is a new transaction with a new reference.
   */
  readonly mayRetry: boolean
  /** The message for the customer. */
  readonly shopper: ShopperText
  /** The instructions for the merchant's own people; English. */
  readonly merchant: string
}

interface AdviceEntry {
  readonly mayRetry: boolean
  readonly merchant: string
  readonly shopper: ShopperSituation
}

/** The advice by the merchant's next action. docs/errors.md has the same texts. */
export const ADVICE_ENTRIES: Readonly<Record<ProcessingAdvice, AdviceEntry>> = {
  FULFIL: {
    mayRetry: false,
    merchant: 'The money is reserved or taken: ship.',
    shopper: 'accepted',
  },
  WAIT_FOR_FINAL_STATUS: {
    mayRetry: false,
    merchant: 'Do not finish the order and do not cancel it. Wait for the webhook, or ask for the status.',
    shopper: 'processing',
  },
  OFFER_ANOTHER_METHOD: {
    mayRetry: true,
    merchant: 'Offer another card or method. Trying the same one again without a change will fail again.',
    shopper: 'declined',
  },
  START_NEW_CHECKOUT: {
    mayRetry: true,
    merchant: 'The customer left or time ran out. A new session with a new reference starts over.',
    shopper: 'canceled',
  },
  CORRECT_CARD_DATA: {
    mayRetry: true,
    merchant: 'Ask the customer to look at number, expiry date and security code.',
    shopper: 'cardDetails',
  },
  CORRECT_REQUEST: {
    mayRetry: false,
    merchant: 'Something in the request does not fit; `errors[]` of the result says what.',
    shopper: 'shopCannot',
  },
  CREATE_NEW_PAYMENT_LINK: {
    mayRetry: true,
    merchant: 'The link is used up. Make a new one.',
    shopper: 'linkInvalid',
  },
  AUTHENTICATE_AGAIN: {
    mayRetry: true,
    merchant: 'The bank did not confirm the customer. Let them try again, or use another card.',
    shopper: 'notConfirmed',
  },
  DO_NOT_RETRY: {
    mayRetry: false,
    merchant:
      'A risk rule said no and will say so again. Do not tell the customer which: it would teach how to get around it.',
    shopper: 'notAccepted',
  },
  CONTACT_SUPPORT: {
    mayRetry: false,
    merchant:
      'A setting of the terminal, merchant or provider is wrong. Retrying does not help; the operator can.',
    shopper: 'shopCannot',
  },
}

/** Codes whose customer is in another situation than most of those with the same advice. */
const SITUATION_BY_CODE: Readonly<Record<string, ShopperSituation>> = {
  '1004': 'insufficientFunds',
  '1005': 'timeIsOver',
  '2001': 'cardExpired',
  '2004': 'methodNotOffered',
  '2005': 'methodUnusable',
  '2006': 'methodUnusable',
  '2007': 'installments',
  '2010': 'methodNotOffered',
  '2011': 'methodNotOffered',
  '2012': 'installments',
  '2019': 'methodNotOffered',
  '2020': 'securityCode',
  '3002': 'confirmationUnavailable',
}

/**
 * Explains a processing code: what to do, whether another attempt makes sense, and the message for the customer. A code
 * that is newer than this table gets the advice of its family.
 *
 * @see docs/errors.md#advice
 *
 * @example
 * ```ts
 * advice('2020').shopper.sv // 'Säkerhetskoden stämmer inte. Kontrollera koden på kortet.'
 * ```
 */
export function advice(processingCode: string): Advice {
  const action = adviceOf(processingCode)
  const { mayRetry, merchant, shopper } = ADVICE_ENTRIES[action]
  const situation = Object.hasOwn(SITUATION_BY_CODE, processingCode)
    ? SITUATION_BY_CODE[processingCode]
    : shopper
  return {
    family: familyOf(processingCode),
    action,
    mayRetry,
    shopper: SHOPPER_TEXTS[situation ?? shopper],
    merchant,
  }
}
