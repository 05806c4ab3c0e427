/**
 * Whether a text holds a card number, in plain digits or as a connector may encode them: in groups, percent-encoded, in
 * hexadecimal, Base64 or Base64url, alone or within more that was encoded. It is compared with the number itself, for other
 * numbers have as many digits.
 */
export function holdsCardNumber(text: string, cardNumber: string): boolean {
  const digits = text.replaceAll(SEPARATORS, '').replaceAll(/%3([0-9])/g, '$1')
  if (digits.includes(cardNumber)) return true
  const hex = digits.toLowerCase()
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return writingsOf(cardNumber).some(
    (writing) =>
      hex.includes(Buffer.from(writing).toString('hex')) ||
      base64Within(writing).some((encoded) => base64.includes(encoded)),
  )
}

/** Groups of digits are separated by these. */
const SEPARATORS = /[ \u00a0-]|%20|%2d|%c2%a0/gi

/** American Express writes 4, 6 and 5 digits, the others fours. */
const GROUPINGS = [/^([0-9]{4})([0-9]{6})([0-9]+)$/, /^([0-9]{4})([0-9]{4})([0-9]{4})([0-9]+)$/] as const

function writingsOf(cardNumber: string): readonly string[] {
  const groups = GROUPINGS.flatMap((grouping) => {
    const [, ...parts] = grouping.exec(cardNumber) ?? []
    return parts.length === 0 ? [] : [parts.join(' '), parts.join('-')]
  })
  return [cardNumber, ...groups]
}

/**
 * What of a text's Base64 stays the same whatever surrounds the text, for each of the three places in a group of three bytes
 * at which it may begin: characters that hold bits of its neighbours are left out.
 */
function base64Within(text: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })
}
