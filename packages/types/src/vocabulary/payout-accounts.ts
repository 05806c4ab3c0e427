import type { TransferAccountKind } from './transfer-accounts.ts'

/** The members of a payout that decide what kind of account it goes to. */
export interface PayoutAccountMembers {
  /** ISO 4217. */
  readonly currency: string
  /** The account as in the request. */
  readonly account_number: string
  /** Blanks and hyphens do not count. */
  readonly bank_code?: string | null | undefined
  /** The same. */
  readonly bank_branch?: string | null | undefined
}

/** The kind of a payout's account, and the members whose check digits are wrong. */
export interface PayoutAccount {
  /** `LOCAL` for members that have the form of no other kind. */
  readonly kind: TransferAccountKind
  /** Empty for an account that can be right. */
  readonly faults: readonly 'account_number'[]
}

/** Digits alone: people write `20-00-00` and `044 525 225`. */
const digitsOf = (text: string | null | undefined): string => (text ?? '').replaceAll(/[ -]/g, '')

const LOCAL: PayoutAccount = { kind: 'LOCAL', faults: [] }

/**
 * The kinds of countries that write no IBAN; null if the members do not fit. A payout in a currency may go to a bank of any
 * country: a code of nine digits that is no routing number is one of another country, and no fault.
 */
const BY_CURRENCY: Readonly<Record<string, (members: PayoutAccountMembers) => PayoutAccount | null>> = {
  GBP: ({ account_number: number, bank_code: code }) =>
    /^[0-9]{6}$/.test(digitsOf(code)) && /^[0-9]{8}$/.test(number) ? found('SORT_CODE') : null,
  USD: ({ account_number: number, bank_code: code }) =>
    isRoutingNumber(digitsOf(code)) && /^[0-9]{4,17}$/.test(number) ? found('ABA') : null,
  MXN: ({ account_number: number }) => (/^[0-9]{18}$/.test(number) ? found('CLABE', isClabe(number)) : null),
  JPY: ({ account_number: number, bank_code: code, bank_branch: branch }) =>
    /^[0-9]{4}$/.test(digitsOf(code)) && /^[0-9]{3}$/.test(digitsOf(branch)) && /^[0-9]{7}$/.test(number)
      ? found('ZENGIN')
      : null,
}

/**
 * Returns the kind of account to which a payout goes. What has the form of none is `LOCAL`: the provider reads the
 * members as they are.
 */
export function readPayoutAccount(members: PayoutAccountMembers): PayoutAccount {
  const { currency, account_number: number } = members
  if (currency === 'INR') return { kind: 'IFSC', faults: [] }
  if (IBAN_FORM.test(number)) return found('IBAN', hasValidIbanChecksum(number))
  return BY_CURRENCY[currency]?.(members) ?? LOCAL
}

function found(kind: TransferAccountKind, isNumberValid = true): PayoutAccount {
  return { kind, faults: isNumberValid ? [] : ['account_number'] }
}

const weigh = (digits: string, weights: readonly number[]): readonly number[] =>
  [...digits].map((digit, at) => Number(digit) * (weights[at % weights.length] ?? 0))

/** Nine digits and the check of the American Bankers Association: weights 3, 7, 1. */
function isRoutingNumber(digits: string): boolean {
  const sum = weigh(digits, [3, 7, 1]).reduce((total, product) => total + product, 0)
  return /^[0-9]{9}$/.test(digits) && sum % 10 === 0
}

/** The control digit of a CLABE: weights 3, 7, 1, each product modulo 10. */
function isClabe(digits: string): boolean {
  const sum = weigh(digits.slice(0, -1), [3, 7, 1]).reduce((total, product) => total + (product % 10), 0)
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1))
}

// ISO 13616: two letters, two check digits, then up to 30 characters of the national account number.
const IBAN_FORM = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/

/**
 * The check of ISO 7064 MOD 97-10: country and check digits move to the end, letters become 10 to 35, and the number
 * must leave 1. The remainder is carried along, so the number never outgrows a JavaScript integer.
 */
function hasValidIbanChecksum(iban: string): boolean {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
