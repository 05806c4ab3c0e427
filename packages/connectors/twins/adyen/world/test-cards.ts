import type { CardBehaviour } from './world.ts'

const APPROVED: CardBehaviour = { threeDs: 'none', refusal: null }

/**
 * The cards of Adyen's list of test numbers that require authentication, and one that is refused. Every other valid
 * number is approved.
 */
const BEHAVIOURS: Readonly<Record<string, CardBehaviour>> = {
  '4000000000000002': { ...APPROVED, refusal: '2' },
  '4917610000000000': { ...APPROVED, threeDs: 'challenge' },
  '5201281505129736': { ...APPROVED, threeDs: 'frictionless' },
  '4212345678901237': { ...APPROVED, threeDs: 'redirect' },
}

/** Returns the behaviour of a card. */
export function behaviourOf(number: string): CardBehaviour {
  return BEHAVIOURS[number] ?? APPROVED
}

const VARIANTS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mc'],
  [/^3[47]/, 'amex'],
  [/^(6011|65)/, 'discover'],
  [/^(30|36|38)/, 'diners'],
  [/^35/, 'jcb'],
  [/^(50|5[6-9]|6)/, 'maestro'],
]

/** Returns Adyen's name of a card's scheme, or null for an unknown number. */
export function variantOf(number: string): string | null {
  return VARIANTS.find(([pattern]) => pattern.test(number))?.[1] ?? null
}

/** Returns whether the check digit is valid. */
export function isLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
