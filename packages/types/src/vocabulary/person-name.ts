/** No name has as many digits as the shortest card number: such a text is a card number in the wrong field. */
const MAX_DIGITS = 11

/** Counts the digits of a text, in any script. */
export function countDigits(text: string): number {
  return text.replace(/\P{Nd}/gu, '').length
}

/**
 * Returns whether a person's name may contain a card number, which must not be stored or forwarded as a name. The
 * card form, the API and the portal share this rule.
 *
 * @param name - The name as typed or sent, after its length was validated.
 */
export function mayHoldCardNumber(name: string): boolean {
  return countDigits(name) > MAX_DIGITS
}
