import { Secret, TOTP } from 'otpauth'

import type { Random } from '@sluice/platform/kernel/random'

/** RFC 6238 with what every app can do: SHA-1, six digits, half a minute. */
const STEP_SECONDS = 30
const DIGITS = 6

/** RFC 4226 §4 R6 recommends 160 bits. */
const SECRET_BYTES = 20

/** One step of a clock that is wrong, in each direction (RFC 6238 §5.2). */
const WINDOW_STEPS = 1

/** Base32, as a person types it into an app. */
export function makeTotpSecret(random: Random): string {
  return secretOf(random.bytes(SECRET_BYTES)).base32
}

export function totpSecretBytes(base32: string): Uint8Array {
  return Secret.fromBase32(base32).bytes
}

/** Returns the content of the QR code: the secret, its owner and the issuer. */
export function totpAddress(base32: string, issuer: string, email: string): string {
  return new TOTP({ ...RULES, secret: Secret.fromBase32(base32), issuer, label: email }).toString()
}

/** The time step that the code is of; null for a code of no step that counts now. */
export function findTotpStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const totp = new TOTP({ ...RULES, secret: secretOf(secret) })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp: nowMs }) + delta
}

const RULES = { algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS }

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer })
}
