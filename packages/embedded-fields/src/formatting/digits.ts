/** Zeros of the digit rows that keyboards and clipboards bring besides ASCII: full-width, Arabic-Indic, Persian. */
const FOREIGN_ZEROS = [0xff10, 0x0660, 0x06f0]

/** Writes every digit in ASCII and leaves the rest alone; the length stays the same, so positions stay true. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[０-９٠-٩۰-۹]/g, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = FOREIGN_ZEROS.find((start) => code >= start && code < start + 10) ?? code
    return String(code - zero)
  })
}

/** Only the digits, in ASCII. */
export function digitsOf(text: string): string {
  return toAsciiDigits(text).replace(/\D/g, '')
}
