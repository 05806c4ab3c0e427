import { createAmountUnits, type CurrencyRules } from '../kit/index.ts'

/** The currencies whose units at Stripe differ from ISO 4217. All others follow the standard. */
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

/** Converts amounts to and from Stripe's units. */
export const UNITS = createAmountUnits(CURRENCY_RULES)
