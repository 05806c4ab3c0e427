import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signed part of an answer. */
export interface SignedAnswer {
  /**
   * The `sluice-signature` of the request that is answered. It covers the request and its time, so a signed answer is
   * invalid for any other request.
   */
  readonly requestSignature: string
  /** The HTTP status. */
  readonly status: number
  /** As sent. */
  readonly body: string
}

/**
 * Signs the refusal of a party that cannot execute requests at the moment, such as one that is shutting down. A load balancer cannot write this
 * header, so the gateway knows that nothing was executed.
 *
 * @returns the value of `sluice-signature`.
 * @see docs/provider-protocol.md#a-signed-503
 */
export function signAnswer(answer: SignedAnswer, secret: string): string {
  return `v1=${authenticate(answer, secret).toString('base64')}`
}

/** Returns whether the party itself gave this answer to this request. */
export function isAnswerSignedBy(
  answer: SignedAnswer,
  signature: string | readonly string[] | undefined,
  secret: string,
): boolean {
  if (typeof signature !== 'string' || !signature.startsWith('v1=')) return false
  const given = Buffer.from(signature.slice('v1='.length), 'base64')
  const expected = authenticate(answer, secret)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function authenticate({ requestSignature, status, body }: SignedAnswer, secret: string): Buffer {
  return createHmac('sha256', secret).update(`answer\n${requestSignature}\n${status}\n${body}`).digest()
}
