import { createAmountUnits, type CurrencyRules } from '../kit/index.ts'

/** Currencies that Stripe writes otherwise than ISO 4217. Those it does not list follow the standard. */
export const CURRENCY_RULES: CurrencyRules = {
  // Currencies without decimals at Stripe, and with two in the standard.
  MGA: { exponent: 0 },
  // Currencies without decimals in the standard; Stripe kept two for old integrations, which must be zero.
  ISK: { exponent: 2 },
  UGX: { exponent: 2 },
  // Three decimals, of which the last has to be zero.
  BHD: { multipleOf: 10 },
  JOD: { multipleOf: 10 },
  KWD: { multipleOf: 10 },
  OMR: { multipleOf: 10 },
  TND: { multipleOf: 10 },
}

/** Amounts as Stripe writes them. */
export const UNITS = createAmountUnits(CURRENCY_RULES)
