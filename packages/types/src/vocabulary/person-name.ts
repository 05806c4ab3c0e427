/** No name has as many digits as the shortest card number: such a text is a card number in the wrong field. */
const MAX_DIGITS = 11

/** How many digits of any script a text has. */
export function countDigits(text: string): number {
  return text.replace(/\P{Nd}/gu, '').length
}

/**
 * Whether a person's name may hold a card number, which nobody may store or hand on as a name. One rule for the card form,
 * the API and the portal.
 *
 * @param name - As typed or sent; its length was judged.
 */
export function mayHoldCardNumber(name: string): boolean {
  return countDigits(name) > MAX_DIGITS
}
