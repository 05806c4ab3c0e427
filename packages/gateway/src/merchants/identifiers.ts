import type { Random } from '@sluice/platform/kernel/random'

/** The form of a client key. */
export const CLIENT_KEY = /^ck_(?:test|live)_[0-9a-f]{32}$/
/** Each client key inside a text. */
export const CLIENT_KEYS = /ck_(?:test|live)_[0-9a-f]{32}/g

/** 128 bits: a client key is no secret, but must not be found by trying. */
const CLIENT_KEY_BYTES = 16

/** Enough that two test runs never take the same one. */
const SANDBOX_ID_BYTES = 8

const TERMINAL_DIGITS = 11

/** Whether the text has the form of a client key; anything else need not be looked up. */
export function isClientKey(text: string): boolean {
  return CLIENT_KEY.test(text)
}

/** Makes the public key by which a merchant's pages name it: `ck_test_` or `ck_live_` and 32 hexadecimal digits. */
export function makeClientKey(environment: 'test' | 'production', random: Random): string {
  const digits = Buffer.from(random.bytes(CLIENT_KEY_BYTES)).toString('hex')
  return `ck_${environment === 'test' ? 'test' : 'live'}_${digits}`
}

/** Makes a terminal's id: `T` and 11 digits. */
export function makeTerminalId(random: Random): string {
  const number = Buffer.from(random.bytes(8)).readBigUInt64BE() % 10n ** BigInt(TERMINAL_DIGITS)
  return `T${number.toString().padStart(TERMINAL_DIGITS, '0')}`
}

/** Makes a sandbox's name: `sandbox-` and 16 hexadecimal digits. */
export function makeSandboxId(random: Random): string {
  return `sandbox-${Buffer.from(random.bytes(SANDBOX_ID_BYTES)).toString('hex')}`
}
