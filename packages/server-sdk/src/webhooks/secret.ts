import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'
import { decodeBase64 } from './base64.ts'

/** The key of a signature: the shared secret of `v1`, or the gateway's public key of `v1a`. */
export interface WebhookSecret {
  readonly version: SignatureVersion
  readonly key: Uint8Array<ArrayBuffer>
}

export type SignatureVersion = 'v1' | 'v1a'

/** One secret, or several while one is being replaced: any of them may have signed. */
export type WebhookSecrets = string | readonly string[]

interface Shape {
  readonly version: SignatureVersion
  /** `null`: any length. */
  readonly bytes: number | null
}

/** The kinds of secrets, by their prefix. */
const SHAPES: Readonly<Record<string, Shape>> = {
  whsec_: { version: 'v1', bytes: null },
  whpk_: { version: 'v1a', bytes: 32 },
}

/** Reads the secrets of a receiver; problems are reported by position, never with the text. */
export function readSecrets(secrets: WebhookSecrets): readonly WebhookSecret[] {
  if (isEmpty(secrets)) {
    throw new WebhookVerificationError({
      cause: 'secret_missing',
      message: 'There is no secret to verify with.',
      fix: 'Pass the subscription’s secret, whsec_…; often its environment variable is not set.',
    })
  }
  return toList(secrets).map(readSecret)
}

/** Returns whether there is none, or only unset environment variables that should have been texts. */
export function isEmpty(secrets: WebhookSecrets): boolean {
  return toList(secrets).every((text) => text === '')
}

/** Plain JavaScript may give anything. */
function toList(secrets: WebhookSecrets): readonly string[] {
  return typeof secrets === 'string' ? [secrets] : Array.isArray(secrets) ? secrets : []
}

function readSecret(text: unknown, position: number): WebhookSecret {
  const [, prefix = '', encoded = ''] = /^(wh[a-z]+_)(.*)$/s.exec(String(text)) ?? []
  if (prefix === 'whsk_') {
    throw malformed(position, 'is a private signing key', 'Receivers use the public one, whpk_….')
  }
  const shape = Object.hasOwn(SHAPES, prefix) ? SHAPES[prefix] : undefined
  if (!shape) {
    throw malformed(
      position,
      'has an unknown format',
      'Pass it exactly as shown: whsec_ (or whpk_) and Base64, without quotes or spaces.',
    )
  }
  const key = decodeBase64(encoded)
  if (!key || key.length === 0 || (shape.bytes !== null && key.length !== shape.bytes)) {
    throw malformed(
      position,
      `is not Base64 after ${prefix}, or is incomplete`,
      'Copy it again, including its last character.',
    )
  }
  return { version: shape.version, key }
}

function malformed(position: number, problem: string, fix: string): WebhookVerificationError {
  return new WebhookVerificationError({
    cause: 'secret_malformed',
    message: `Secret ${position + 1} ${problem}.`,
    fix,
  })
}
