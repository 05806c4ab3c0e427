import anyAscii from 'any-ascii'

/** EMV 3-D Secure: `cardholderName` has 2 to 45 characters of EMV Book 4, Annex B, the printable ones of ASCII. */
const [CARDHOLDER_NAME_MIN_CHARS, CARDHOLDER_NAME_MAX_CHARS] = [2, 45]

/** Writes a text with the printable characters of ASCII only, and cuts it: `Łukasz Błąd` becomes `Lukasz Blad`. */
export function toEmvText(text: string, maxChars: number): string {
  return anyAscii(text)
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxChars)
    .trim()
}

/** Writes the name of a cardholder as the authentication request takes it; null for a name that is too short for it. */
export function toCardholderName(name: string): string | null {
  const text = toEmvText(name, CARDHOLDER_NAME_MAX_CHARS)
  return text.length < CARDHOLDER_NAME_MIN_CHARS ? null : text
}
