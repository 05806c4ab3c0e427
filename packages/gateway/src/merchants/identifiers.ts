import type { Random } from '@sluice/platform/kernel/random'

/** The form of a client key. */
export const CLIENT_KEY = /^ck_(?:test|live)_[0-9a-f]{32}$/
/** Matches each client key inside a text. */
export const CLIENT_KEYS = /ck_(?:test|live)_[0-9a-f]{32}/g

/** 128 bits, because a client key is not a secret but must not be guessable. */
const CLIENT_KEY_BYTES = 16

/** Long enough that two test runs never get the same one. */
const SANDBOX_ID_BYTES = 8

const TERMINAL_DIGITS = 11

/** Reports whether the text has the form of a client key, because nothing else needs a lookup. */
export function isClientKey(text: string): boolean {
  return CLIENT_KEY.test(text)
}

/**
 * Creates the public key that identifies a merchant on its pages: `ck_test_` or `ck_live_` and 32 hexadecimal digits.
 */
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
