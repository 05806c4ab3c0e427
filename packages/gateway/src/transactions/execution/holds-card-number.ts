import { isCardNumber, maskCardNumber } from '../../payment-methods/index.ts'

/**
 * Whether a text holds the number of a card of which the masked number is known, in plain digits or as a connector may encode
 * them: in groups, percent-encoded, in hexadecimal, Base64 or Base64url, alone or within more that was encoded. Other numbers
 * have as many digits: its first six, its last four, its length and its check digit tell it from them.
 *
 * @param masked - as `maskCardNumber` writes it.
 */
export function holdsCardNumber(text: string, masked: string): boolean {
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

/** So many are shown of a masked number. */
const FIRST_DIGITS = 6

/** Groups of digits are separated by these. A no-break space in UTF-8 is two bytes, of which the first is read as U+00C2. */
const SEPARATORS = /[ \u00a0\u00c2-]/g

/** The shortest card number has twelve digits. */
const HEX_RUN = /[0-9a-f]{24,}/gi
const BASE64_RUN = /[A-Za-z0-9+/_-]{16,}/g

/** The text itself and what it may encode. What was encoded together with more begins at any character of a group. */
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
