import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { signedContent } from './signature.ts'

/** The message that `signForTests` signs. */
export interface TestMessage {
  /** An event, written as minified JSON; a text is sent unchanged. */
  readonly payload: unknown
  /** `whsec_…` for `v1`, `whsk_…` for `v1a`; several sign like a gateway whose secret is being replaced. */
  readonly secret: string | readonly string[]
  /** @defaultValue a random one */
  readonly id?: string
  /**
   * Seconds since the epoch, or a date.
   *
   * @defaultValue now
   */
  readonly timestamp?: number | Date
}

const TEST_MESSAGE: KnownOptions<TestMessage> = { payload: true, secret: true, id: true, timestamp: true }

/** The message that a gateway would send. */
export interface SignedTestMessage {
  /** The signed JSON. */
  readonly body: string
  /** Id, time and signature of the message. */
  readonly headers: Readonly<
    Record<'content-type' | 'user-agent' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
  >
}

/**
 * Signs a message as the gateway does, so that a receiver can be tested without one.
 *
 * @throws {TypeError} when a secret has another form.
 * @throws When the message has a member that none has. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const { body, headers } = await signForTests({ payload: event, secret })
 * const response = await app.request('/webhooks', { method: 'POST', body, headers })
 * ```
 */
export async function signForTests(message: TestMessage): Promise<SignedTestMessage> {
  refuseUnknownOptions(message, TEST_MESSAGE, 'message')
  const { payload, secret, id = makeMessageId(), timestamp = new Date() } = message
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const seconds = String(timestamp instanceof Date ? Math.floor(timestamp.getTime() / 1000) : timestamp)
  const content = signedContent(id, seconds, new TextEncoder().encode(body))
  const secrets = typeof secret === 'string' ? [secret] : secret
  const signatures = await Promise.all(secrets.map((one) => sign(one, content)))
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'pgw-webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': signatures.join(' '),
    },
  }
}

/** The key and the algorithm of each kind of secret. */
const SIGNERS = {
  whsec_: {
    version: 'v1',
    algorithm: { name: 'HMAC', hash: 'SHA-256' },
    format: 'raw',
    keyData: (bytes) => bytes,
  },
  whsk_: {
    version: 'v1a',
    algorithm: { name: 'Ed25519' },
    format: 'pkcs8',
    keyData: (bytes) => Uint8Array.from([...ED25519_PKCS8_HEAD, ...bytes.subarray(0, ED25519_SEED_BYTES)]),
  },
} as const satisfies Record<
  string,
  {
    version: string
    algorithm: { name: string; hash?: string }
    format: 'raw' | 'pkcs8'
    keyData: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  }
>

const ED25519_SEED_BYTES = 32

/** RFC 8410 §7: a PrivateKeyInfo of Ed25519, up to the 32 bytes of its seed. */
const ED25519_PKCS8_HEAD = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]

async function sign(secret: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const prefix = secret.startsWith('whsk_') ? 'whsk_' : 'whsec_'
  const bytes = secret.startsWith(prefix) ? decodeBase64(secret.slice(prefix.length)) : null
  if (!bytes || bytes.length === 0) throw new TypeError('signForTests: secret must be whsec_… or whsk_…')
  const { version, algorithm, format, keyData } = SIGNERS[prefix]
  const key = await crypto.subtle.importKey(format, keyData(bytes), algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign(algorithm, key, content)
  return `${version},${encodeBase64(new Uint8Array(signature))}`
}

function makeMessageId(): string {
  return `msg_${crypto.randomUUID().replaceAll('-', '').slice(0, 27)}`
}
