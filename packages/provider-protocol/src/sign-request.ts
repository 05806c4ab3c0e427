import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'

/**
 * The signed part of a request. The path is the part below the configured address, so that proxies may add a prefix.
 */
export interface SignedRequest {
  /** The method in capitals: `POST`. */
  readonly method: string
  /** Path and query as they are sent: `/payments?x=1`. */
  readonly path: string
  /** The body as sent; empty without one. */
  readonly body: string
}

/**
 * The accepted difference between the time of a signed request and this machine's clock: clocks of well-kept machines
 * differ by seconds.
 */
const SIGNATURE_TOLERANCE_MS = 300_000

const SIGNATURE_HEADERS = { timestamp: 'sluice-timestamp', signature: 'sluice-signature' } as const

/** Returns the headers that prove who sent a request, and when. @see docs/provider-protocol.md#signature */
export function signRequest(
  request: SignedRequest,
  secret: string,
  nowMs: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1_000))
  return {
    [SIGNATURE_HEADERS.timestamp]: timestamp,
    [SIGNATURE_HEADERS.signature]: `v1=${authenticate(request, secret, timestamp).digest('base64')}`,
  }
}

/** Returns whether the request was signed with the secret, not long ago. */
export function isSignedBy(
  request: SignedRequest,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
  nowMs: number,
): boolean {
  const timestamp = headers[SIGNATURE_HEADERS.timestamp]
  const signature = headers[SIGNATURE_HEADERS.signature]
  if (typeof timestamp !== 'string' || !/^[0-9]{1,12}$/.test(timestamp)) return false
  if (Math.abs(nowMs - Number(timestamp) * 1_000) > SIGNATURE_TOLERANCE_MS) return false
  if (typeof signature !== 'string' || !signature.startsWith('v1=')) return false

  const given = Buffer.from(signature.slice('v1='.length), 'base64')
  const expected = authenticate(request, secret, timestamp).digest()
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The secret is passed as text, because creating a key object for each request takes as long as the code itself. */
function authenticate({ method, path, body }: SignedRequest, secret: string, timestamp: string): Hmac {
  return createHmac('sha256', secret).update(`${timestamp}\n${method}\n${path}\n${body}`)
}
