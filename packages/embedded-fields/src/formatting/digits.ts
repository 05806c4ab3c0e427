import { toAsciiDigits } from '@sluice/shared/ascii-digits'

/** Returns only the digits, in ASCII. */
export function digitsOf(text: string): string {
  return toAsciiDigits(text).replace(/\D/g, '')
}
