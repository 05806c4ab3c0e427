import { explainWebhookFailure, type WebhookExplanation } from '@sluice/server-sdk/webhooks'
import { LIMITS } from '@sluice/types/vocabulary'

import type { ConnectedGateway } from '../gateway.ts'
import type { CapturedRequest } from './read-captured-request.ts'

/**
 * Verifies a captured webhook with the receiver's secrets, without leaving this machine. The age is reported and
 * not checked.
 */
export async function verifyCapture(
  capture: CapturedRequest,
  secrets: readonly string[],
): Promise<WebhookExplanation> {
  const { headers, body } = capture
  const explained = await explainWebhookFailure(body, headers, secrets, { toleranceSeconds: Infinity })
  return explained.verified ? describeAge(capture) : explained
}

/**
 * Verifies a captured webhook at the gateway, which has the secret and the sent message. The age is reported and not
 * checked.
 */
export async function verifyCaptureAtGateway(
  { client }: Pick<ConnectedGateway, 'client'>,
  capture: CapturedRequest,
  subscriptionId: string,
): Promise<WebhookExplanation> {
  const { headers, body: rawBody } = capture
  const { verified, cause, message, fix } = await client.webhooks.explainSignature({
    subscriptionId,
    headers,
    rawBody,
  })
  // The gateway checks the age last, so everything before it was valid.
  const isOnlyOld = cause === 'timestamp_too_old' || cause === 'timestamp_too_new'
  return verified || isOnlyOld ? describeAge(capture) : { verified, cause, message, fix }
}

function describeAge({ headers }: CapturedRequest): WebhookExplanation {
  const [, seconds] = headers.find(([name]) => name.toLowerCase() === 'webhook-timestamp') ?? []
  const signedAt = new Date(Number(seconds) * 1000).toISOString()
  return {
    verified: true,
    cause: null,
    message: `The signature is valid. The message was signed at ${signedAt}.`,
    fix: `If a receiver still rejects it, compare the clocks: a receiver must reject messages that differ by more than ${LIMITS.WEBHOOK_TOLERANCE_SECONDS} s.`,
  }
}
