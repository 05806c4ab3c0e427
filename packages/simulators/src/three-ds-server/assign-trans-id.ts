import { createHash } from 'node:crypto'

/**
 * Assigns the `threeDSServerTransID` of an authentication. The id is derived from the gateway's key, so a repeated enrolment gets
 * the same id, and the server recognizes its own ids without storing them.
 */
export function assignTransId(key: string): string {
  const bytes = createHash('sha256').update(`three-ds-server:${key}`).digest().subarray(0, 16)
  // UUID version 8 leaves the other bits free.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
