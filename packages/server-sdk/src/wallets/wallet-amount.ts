import { type Country, type Currency, fromMinorUnits, isCountry, isCurrency } from '@sluice/types/vocabulary'
import { ValidationError } from '../errors/validation-error.ts'
import type { KnownOptions } from '../refuse-unknown-options.ts'

/** Money and place of a payment, as both wallets show them. */
export interface WalletPayment {
  /** Minor units (1050 = 10.50), more than 0. */
  readonly amount: number
  /** Three letters of ISO 4217. */
  readonly currency: Currency
  /**
   * The country where the payment is processed, ISO 3166-1 alpha-2: that of your acquirer. European wallets require
   * it.
   */
  readonly country: Country
}

export const WALLET_PAYMENT: KnownOptions<WalletPayment> = { amount: true, currency: true, country: true }

/**
 * Writes the amount as the decimal text that a wallet shows: exactly the decimals of ISO 4217.
 *
 * @param decimalsMax - some wallets know two decimals only: 1.230 KWD becomes `1.23`, 1.234 KWD cannot be shown.
 * @throws When a member breaks a rule. {@link ValidationError}
 */
export function writeWalletAmount({ amount, currency, country }: WalletPayment, decimalsMax = 3): string {
  const problems: (readonly [property: string, message: string])[] = []
  const isMoney = Number.isSafeInteger(amount) && amount > 0
  if (!isMoney) problems.push(['amount', 'must be a whole number of minor units, more than 0'])
  if (!isCurrency(currency)) problems.push(['currency', 'must be an ISO 4217 code in capital letters'])
  if (!isCountry(country)) problems.push(['country', 'must be an ISO 3166-1 code of two capital letters'])

  const text = isMoney && isCurrency(currency) ? fromMinorUnits(amount, currency) : ''
  const [whole = '', decimals = ''] = text.split('.')
  const further = decimals.slice(decimalsMax)
  if (/[1-9]/.test(further))
    problems.push(['amount', `must end in 0: the wallet shows ${decimalsMax} decimals`])
  if (problems.length > 0) {
    throw new ValidationError({
      foundBy: 'sdk',
      problems: problems.map(([property, message]) => ({ property, message, params: [property] })),
    })
  }
  return further === '' ? text : `${whole}.${decimals.slice(0, decimalsMax)}`
}
