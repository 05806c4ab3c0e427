import { type Eci, ECI_VALUES } from '@sluice/types/vocabulary'
import type { NetworkToken } from '../cards/network-token.ts'
import { WalletTokenError } from '../errors/wallet-token-error.ts'
import { isRecord } from './a-wallet-token.ts'
import type { Bytes } from './bytes.ts'

/** The customer's confirmation in the wallet. */
export interface AWalletConfirmation {
  /** Minor units (1050 = 10.50). */
  readonly amount: number
  /** ISO 4217 in digits, `978`. */
  readonly currencyCode: string
  /** The name on the card; absent where the wallet does not say it. */
  readonly cardholderName?: string
  /** The id of this token, hexadecimal. */
  readonly transactionId: string
}

/**
 * A wallet's opened token: a network token that {@link CardSealing.encryptNetworkToken} accepts, and what was
 * confirmed. It holds a card number and a cryptogram: never log or store it.
 */
export type AWalletPayment = NetworkToken & AWalletConfirmation

/** Mastercard's ranges of numbers, 51 to 55 and 2221 to 2720. */
const MASTERCARD = /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/

/** The ECI if the wallet sends none: not authenticated, by network. */
const ECI_WITHOUT_INDICATOR = { mastercard: '02', other: '07' } as const

/** @throws When it is not the JSON of a card payment. {@link WalletTokenError} */
export function readAWalletPayment(plaintext: Bytes, transactionId: string): AWalletPayment {
  const content = parse(plaintext)
  const { applicationPrimaryAccountNumber: number, applicationExpirationDate: expiry } = content
  const { currencyCode, transactionAmount: amount, cardholderName, paymentDataType, paymentData } = content
  if (paymentDataType !== '3DSecure') throw new WalletTokenError('UNSUPPORTED_DATA_TYPE')

  const [, year, month] = /^([0-9]{2})(0[1-9]|1[0-2])[0-9]{2}$/.exec(String(expiry)) ?? []
  const cryptogram = isRecord(paymentData) ? paymentData['onlinePaymentCryptogram'] : undefined
  if (
    !(typeof number === 'string' && /^[0-9]{12,19}$/.test(number)) ||
    !(typeof currencyCode === 'string' && /^[0-9]{3}$/.test(currencyCode)) ||
    !(typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0) ||
    !(typeof cryptogram === 'string' && cryptogram !== '') ||
    !isRecord(paymentData) ||
    year === undefined ||
    month === undefined
  ) {
    throw new WalletTokenError('CONTENT_INVALID')
  }
  return {
    number,
    expirationMonth: String(Number(month)),
    expirationYear: year,
    cryptogram,
    eci: readEci(paymentData['eciIndicator'], number),
    source: 'awallet-pay',
    amount,
    currencyCode,
    ...(typeof cardholderName === 'string' && { cardholderName }),
    transactionId,
  }
}

function parse(plaintext: Bytes): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))
    if (isRecord(content)) return content
  } catch {
    // The parser's message would repeat the text.
  }
  throw new WalletTokenError('CONTENT_INVALID')
}

function readEci(indicator: unknown, number: string): Eci {
  if (indicator === undefined || indicator === null || indicator === '') {
    return ECI_WITHOUT_INDICATOR[MASTERCARD.test(number) ? 'mastercard' : 'other']
  }
  const padded = String(indicator).padStart(2, '0')
  const eci = ECI_VALUES.find((value) => value === padded)
  if (eci === undefined) throw new WalletTokenError('CONTENT_INVALID')
  return eci
}
