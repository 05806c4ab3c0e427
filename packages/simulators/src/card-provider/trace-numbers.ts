const APPROVAL_CODE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const MS_PER_DAY = 86_400_000

/** Creates an approval code: one character of A–Z and 0–9 for each byte. */
export function approvalCodeFrom(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    APPROVAL_CODE_ALPHABET.charAt(byte % APPROVAL_CODE_ALPHABET.length),
  ).join('')
}

/** Creates a system trace audit number (ISO 8583 field 11) from four bytes, without a leading zero: 100000–999999. */
export function systanFrom(bytes: Uint8Array): number {
  const number = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  return 100_000 + (number % 900_000)
}

/**
 * Creates a retrieval reference number (ISO 8583 field 37), 12 digits: last digit of the year, day of the year, hour,
 * trace number.
 */
export function referenceNumberFor(nowMs: number, systan: number): string {
  const now = new Date(nowMs)
  const year = now.getUTCFullYear()
  const dayOfYear = Math.floor((nowMs - Date.UTC(year, 0, 1)) / MS_PER_DAY) + 1
  return [
    String(year % 10),
    String(dayOfYear).padStart(3, '0'),
    String(now.getUTCHours()).padStart(2, '0'),
    String(systan),
  ].join('')
}
