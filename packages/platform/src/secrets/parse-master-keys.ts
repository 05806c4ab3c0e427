import { KEY_BYTES } from '../crypto/aead.ts'
import type { MasterKey } from './keyring.ts'

/** Random bytes repeat rarely: of 32 bytes fewer than 16 different ones are typed or filled in. */
const DISTINCT_BYTES_MIN = 16

export type MasterKeysReading =
  | { readonly ok: true; readonly keys: readonly MasterKey[] }
  /** A description of the input that repeats no key. */
  | { readonly ok: false; readonly got: string }

/**
 * Reads master keys: a line each, 32 bytes in Base64, then a blank and the time from which the key seals (RFC 3339). A key
 * without a time seals from the beginning. Empty lines and lines that begin with # are left out.
 */
export function parseMasterKeys(text: string): MasterKeysReading {
  const keys: MasterKey[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [encoded = '', notBefore, ...rest] = line.split(/\s+/)
    const key = Buffer.from(encoded, 'base64')
    if (key.length !== KEY_BYTES || key.toString('base64') !== encoded || rest.length > 0)
      return { ok: false, got: 'something other than 32 bytes in Base64' }
    if (new Set(key).size < DISTINCT_BYTES_MIN)
      return { ok: false, got: 'bytes that repeat too often to be random' }
    const notBeforeMs = notBefore === undefined ? 0 : Date.parse(notBefore)
    if (Number.isNaN(notBeforeMs)) return { ok: false, got: 'a key with a time that is not RFC 3339' }
    keys.push({ key, notBeforeMs })
  }
  return keys.length === 0
    ? { ok: false, got: 'something other than 32 bytes in Base64' }
    : { ok: true, keys }
}

/** Returns a line of the file. */
export function formatMasterKey({ key, notBeforeMs }: MasterKey): string {
  const encoded = Buffer.from(key).toString('base64')
  return notBeforeMs === 0 ? encoded : `${encoded} ${new Date(notBeforeMs).toISOString()}`
}
