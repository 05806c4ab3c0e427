import { amountsThatFit, createAmountUnits, type CurrencyRules } from '../kit/index.ts'

/** The currencies whose minor units differ between Adyen and ISO 4217. */
const CURRENCY_RULES: CurrencyRules = {
  CLP: { exponent: 2 },
  CVE: { exponent: 0 },
  IDR: { exponent: 0 },
  ISK: { exponent: 2 },
}

/** Converts amounts to and from Adyen's units. */
export const amountUnits = createAmountUnits(CURRENCY_RULES)

/** The amounts that Adyen's units cannot express. */
export const AMOUNT_LIMITS = amountsThatFit(CURRENCY_RULES)
