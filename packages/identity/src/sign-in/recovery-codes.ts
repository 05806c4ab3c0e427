import type { Random } from '@sluice/platform/kernel/random'

/** Enough for some lost phones, and they fit on a slip of paper. */
const CODES = 10

/** 80 bits: not to be guessed, so their hashes need not be slow. */
const CODE_BYTES = 10

/** The alphabet excludes 0, 1, I and O, which are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Sixteen of the alphabet: the characters that {@link CODE_BYTES} make. */
const IS_CODE = /^[2-9A-HJ-NP-Z]{16}$/
/** A code with dashes, and room for spaces that were copied with it. */
const TYPED_MAX_CHARS = 64
const BITS_PER_CHARACTER = 5
const GROUPS = /.{4}/g

/** Four groups of four: `7K2M-…`. */
export function makeRecoveryCodes(random: Random): readonly string[] {
  return Array.from({ length: CODES }, () => writeCode(random.bytes(CODE_BYTES)))
}

/** Normalizes a typed code; null for text that cannot be one. */
export function normalizeRecoveryCode(text: string): string | null {
  if (text.length > TYPED_MAX_CHARS) return null
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return IS_CODE.test(plain) ? group(plain) : null
}

function writeCode(bytes: Uint8Array): string {
  let bits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let count = 0; count < (CODE_BYTES * 8) / BITS_PER_CHARACTER; count += 1) {
    text += ALPHABET[Number(bits & 31n)]
    bits >>= 5n
  }
  return group(text)
}

function group(text: string): string {
  return text.match(GROUPS)?.join('-') ?? text
}
