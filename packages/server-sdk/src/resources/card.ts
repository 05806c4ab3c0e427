import { ValidationError } from '../errors/validation-error.ts'

/** A card as the customer gave it. Exists in memory only: never log or store it. */
export interface Card {
  /** 12 to 19 digits, no spaces. */
  readonly number: string
  /** 3 digits, 4 for American Express. */
  readonly cvv: string
  /** `1` to `12`, no leading zero. */
  readonly expirationMonth: string
  /** 2 or 4 digits. */
  readonly expirationYear: string
}

const CARD_RULES: Readonly<Record<keyof Card, { readonly shape: RegExp; readonly message: string }>> = {
  number: { shape: /^[0-9]{12,19}$/, message: 'must be 12 to 19 digits without spaces' },
  cvv: { shape: /^[0-9]{3,4}$/, message: 'must be 3 or 4 digits' },
  expirationMonth: { shape: /^([1-9]|1[0-2])$/, message: 'must be 1 to 12 without a leading zero' },
  expirationYear: { shape: /^([0-9]{2}|[0-9]{4})$/, message: 'must be 2 or 4 digits' },
}

/**
 * Checks the form of a card before it is sealed: afterwards nobody can see why the gateway refuses it.
 *
 * @throws When a member has another form; what was given is not repeated. {@link ValidationError}
 */
export function checkCard(card: Card): void {
  const problems = (Object.keys(CARD_RULES) as (keyof Card)[])
    .filter((name) => typeof card[name] !== 'string' || !CARD_RULES[name].shape.test(card[name]))
    .map((name) => ({ property: `card.${name}`, message: CARD_RULES[name].message, params: [] }))
  if (problems.length > 0) throw new ValidationError({ foundBy: 'sdk', problems })
}
