/** In Unicode, the digits of every script are ten consecutive code points from its zero on. */
function valueOf(digit: string): number {
  const code = digit.charCodeAt(0)
  let zero = code
  while (/\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero -= 1
  return code - zero
}

/**
 * Converts the digits of every script to ASCII and leaves the rest unchanged. The length does not change, so
 * positions remain valid.
 */
export function toAsciiDigits(text: string): string {
  // No keyboard produces digits outside the Basic Multilingual Plane.
  return text.replace(/\p{Nd}/gu, (digit) => (digit.length > 1 ? digit : String(valueOf(digit))))
}
