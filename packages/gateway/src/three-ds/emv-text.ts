import anyAscii from 'any-ascii'

/** EMV 3-D Secure limits `cardholderName` to 2 to 45 printable ASCII characters (EMV Book 4, Annex B). */
const [CARDHOLDER_NAME_MIN_CHARS, CARDHOLDER_NAME_MAX_CHARS] = [2, 45]

/** Transliterates a text to printable ASCII, and cuts it: `Łukasz Błąd` becomes `Lukasz Blad`. */
export function toEmvText(text: string, maxChars: number): string {
  return anyAscii(text)
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxChars)
    .trim()
}

/** Returns a cardholder name for the authentication request; null if the name is too short. */
export function toCardholderName(name: string): string | null {
  const text = toEmvText(name, CARDHOLDER_NAME_MAX_CHARS)
  return text.length < CARDHOLDER_NAME_MIN_CHARS ? null : text
}
