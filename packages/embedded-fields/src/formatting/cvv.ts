import { digitsOf } from './digits.ts'

/** Returns the digits of a security code, at most as many as the brand prints. */
export function formatCvv(text: string, maxDigits: number): string {
  return digitsOf(text).slice(0, maxDigits)
}
