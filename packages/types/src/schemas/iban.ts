// ISO 13616: two letters, two check digits, then up to 30 characters of the national account number.
const IBAN_FORM = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/

/** Whether an account number is written as an IBAN, with any check digits. */
export function looksLikeIban(accountNumber: string): boolean {
  return IBAN_FORM.test(accountNumber)
}

/**
 * The check of ISO 7064 MOD 97-10: country and check digits move to the end, letters become 10 to 35, and the number
 * must leave 1. The remainder is carried along, so the number never outgrows a JavaScript integer.
 */
export function hasValidIbanChecksum(iban: string): boolean {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
