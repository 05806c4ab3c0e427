import { createHash } from 'node:crypto'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns the id of the merchant that an operator names: the UUID itself, or one derived from the configuration file's name
 * for the merchant, the same in every database (RFC 9562, version 8).
 */
export function merchantIdOf(label: string): string {
  if (UUID.test(label)) return label.toLowerCase()
  const bytes = createHash('sha256').update(`merchant/${label}`).digest().subarray(0, 16)
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
