import { isCardNumber, maskCardNumber } from '../../payment-methods/index.ts'

/**
 * Returns whether a text contains the card number that was masked: as plain digits, in groups, percent-encoded, in
 * hexadecimal, in Base64 or in Base64url, alone or inside a longer encoded text. A number counts only if its first six
 * and last four digits, its length and its check digit match: references can have just as many digits.
 *
 * @param masked - as `maskCardNumber` writes it.
 */
export function holdsCardNumber(text: string, masked: string): boolean {
  // No encoding is shorter than the number.
  if (text.length < masked.length) return false
  const first = masked.slice(0, FIRST_DIGITS)
  return readingsOf(text).some((reading) => {
    const digits = reading.replaceAll(SEPARATORS, '')
    for (let at = digits.indexOf(first); at !== -1; at = digits.indexOf(first, at + 1)) {
      const run = digits.slice(at, at + masked.length)
      if (maskCardNumber(run) === masked && isCardNumber(run)) return true
    }
    return false
  })
}

/** The number of leading digits that a masked number shows. */
const FIRST_DIGITS = 6

/** Separators between groups of digits. UTF-8 encodes a no-break space in two bytes; the first reads as U+00C2. */
const SEPARATORS = /[ \u00a0\u00c2-]/g

/** The shortest card number has twelve digits. */
const HEX_RUN = /[0-9a-f]{24,}/gi
const BASE64_RUN = /[A-Za-z0-9+/_-]{16,}/g

/** Returns the text and the texts it may encode. In a longer encoded text, a number can start at any character of a group. */
function readingsOf(text: string): readonly string[] {
  const plain = text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  const hex = plain.replaceAll(SEPARATORS, '').match(HEX_RUN) ?? []
  const base64 = plain.match(BASE64_RUN) ?? []
  return [
    plain,
    ...hex.flatMap((run) => [0, 1].map((start) => decode(run.slice(start), 'hex'))),
    ...base64.flatMap((run) => [0, 1, 2, 3].map((start) => decode(run.slice(start), 'base64'))),
  ]
}

function decode(text: string, encoding: 'hex' | 'base64'): string {
  return Buffer.from(text, encoding).toString('latin1')
}
