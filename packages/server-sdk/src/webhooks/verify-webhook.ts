import { LIMITS } from '@sluice/types/vocabulary'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { type MessageHeaders, readMessageHeaders, type WebhookHeaders } from './message-headers.ts'
import { readRawBody } from './raw-body.ts'
import { readSecrets, type WebhookSecret, type WebhookSecrets } from './secret.ts'
import { isSignedByAny, readSignatures, signedContent } from './signature.ts'
import { readEvent, type WebhookEvent } from './webhook-event.ts'

/** Options of the verification of a webhook. */
export interface VerifyOptions {
  /**
   * The maximum age of a message, and the tolerance for a clock ahead of this machine's, in seconds.
   *
   * @defaultValue 300. A longer time lets an attacker repeat a message for longer.
   */
  readonly toleranceSeconds?: number | undefined
  /**
   * Milliseconds since the epoch.
   *
   * @defaultValue `Date.now`
   */
  readonly now?: (() => number) | undefined
}

export const VERIFY_OPTIONS: KnownOptions<VerifyOptions> = { toleranceSeconds: true, now: true }

/**
 * Verifies a webhook message and returns the event.
 *
 * The signature covers the body byte by byte, so pass the received bytes and not a framework's result. A message may
 * arrive twice or late: de-duplicate by the header `webhook-id` ({@link createDeduplicator}), and compare
 * `updated_at` ({@link reduceTransaction}).
 *
 * @param rawBody - the received bytes, or the same as text.
 * @param headers - all headers of the request, in any of the usual shapes.
 * @param secrets - `whsec_…` (HMAC-SHA256, `v1`) or `whpk_…` (Ed25519, `v1a`); several during a rotation.
 * @returns The event, discriminated by `event`; {@link matchEvent} ensures that no kind is forgotten. An event that
 *   is newer than this package is an {@link UnknownEvent}.
 * @throws When the message is invalid; `cause` has the reason, `fix` the solution. {@link WebhookVerificationError}
 * @throws When an option is invalid or unknown. {@link ConfigurationError}
 * @see docs/protocol/webhooks.md#webhook-messages
 *
 * @example
 * ```ts
 * const event = await verifyWebhook(await request.text(), request.headers, env.SLUICE_WEBHOOK_SECRET)
 * event.event // 'transaction-svc:transaction:purchase:approved'
 * ```
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: WebhookSecrets,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  refuseUnknownOptions(options, VERIFY_OPTIONS)
  return (await verifyMessage({ rawBody, headers }, secrets, options)).event
}

/** A message that was not yet verified. */
export interface WebhookMessage {
  /** The received bytes, or the same as text. */
  readonly rawBody: string | Uint8Array | ArrayBuffer
  /** Headers of the request, in any form in which servers pass them. */
  readonly headers: WebhookHeaders
}

/** Verifies a message. Returns the event, with the id by which to de-duplicate. */
export async function verifyMessage(
  { rawBody, headers }: WebhookMessage,
  secrets: WebhookSecrets,
  options: VerifyOptions,
): Promise<{ readonly id: string; readonly event: WebhookEvent }> {
  const known = readSecrets(secrets)
  const body = readRawBody(rawBody)
  const message = readMessageHeaders(headers)
  checkTimestamp(message, options)
  await checkSignature(message, body, known)
  return { id: message.id, event: readEvent(body) }
}

function checkTimestamp({ timestamp }: MessageHeaders, options: VerifyOptions): void {
  const { now = Date.now } = options
  const toleranceSeconds = readToleranceSeconds(options)
  const ageSeconds = Math.floor(now() / 1000) - Number(timestamp)
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError({
      cause: 'timestamp_too_old',
      message: `The message is ${ageSeconds} s old; the limit is ${toleranceSeconds} s.`,
      fix: 'Verify when the message arrives, not from a queue. If it has just arrived, synchronize this machine’s clock.',
    })
  }
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError({
      cause: 'timestamp_too_new',
      message: `The message is ${-ageSeconds} s ahead; the limit is ${toleranceSeconds} s.`,
      fix: 'Synchronize this machine’s clock: it is behind the clock of the payment gateway.',
    })
  }
}

/** @throws When it is unusable. {@link ConfigurationError} */
export function readToleranceSeconds({
  toleranceSeconds = LIMITS.WEBHOOK_TOLERANCE_SECONDS,
}: VerifyOptions): number {
  // NaN, as of an unset variable, is neither more nor less than any age: every message would be accepted forever.
  if (!(toleranceSeconds >= 0)) throw new ConfigurationError('toleranceSeconds', 'must be 0 or more')
  return toleranceSeconds
}

async function checkSignature(
  { id, timestamp, signatures }: MessageHeaders,
  body: Uint8Array,
  secrets: readonly WebhookSecret[],
): Promise<void> {
  const given = readSignatures(signatures)
  if (await isSignedByAny(signedContent(id, timestamp, body), given, secrets)) return
  const wanted = new Set<string>(secrets.map(({ version }) => version))
  if (!given.some(({ version }) => wanted.has(version))) {
    const versions = [...new Set(given.map(({ version }) => version))].join(', ') || 'unreadable'
    throw new WebhookVerificationError({
      cause: 'version_unknown',
      message: `The secrets verify ${[...wanted].join(' and ')}, but the signatures of the message are ${versions}.`,
      fix: 'Use whsec_… for v1 and whpk_… for v1a signatures.',
    })
  }
  throw new WebhookVerificationError({
    cause: 'signature_mismatch',
    message: 'No signature matches the body and the secrets.',
    fix: 'Pass the bytes as received, before any parser, and the secret of this subscription. explainWebhookFailure determines which of the two is wrong.',
  })
}
