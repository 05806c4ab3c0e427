import type { WebhookFailureCause } from '@sluice/types/vocabulary'
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'
import { refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { decodeBase64 } from './base64.ts'
import type { WebhookHeaders } from './message-headers.ts'
import type { WebhookSecrets } from './secret.ts'
import { VERIFY_OPTIONS, verifyMessage, type VerifyOptions } from './verify-webhook.ts'

/** The reason why a message does not verify, as far as the receiver can determine it. */
export interface WebhookExplanation {
  /** Whether the message is authentic. */
  readonly verified: boolean
  /** A word for programs; `null` when it verifies. */
  readonly cause: WebhookFailureCause | null
  /** The cause, in a sentence for developers. */
  readonly message: string
  /** The fix. */
  readonly fix: string
}

/**
 * Explains why a message does not verify, and how to fix it. In addition to {@link verifyWebhook}, it tries the
 * changes that frameworks and proxies make to bodies: if one of them makes the signature valid, the secret is right
 * and the body was changed.
 *
 * Use it for debugging and tests, not in the receiver, because it takes several times as long. Nothing leaves this
 * process. `client.webhooks.explainSignature` queries the gateway, which knows the secret and what it sent.
 *
 * @param rawBody - the verified body, of any type.
 * @throws When an option is invalid or unknown. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const { cause, fix } = await explainWebhookFailure(request.body, request.headers, secret)
 * cause // 'body_parsed'
 * ```
 */
export async function explainWebhookFailure(
  rawBody: unknown,
  headers: WebhookHeaders,
  secrets: WebhookSecrets,
  options: VerifyOptions = {},
): Promise<WebhookExplanation> {
  refuseUnknownOptions(options, VERIFY_OPTIONS)
  const failure = await findFailure(rawBody, headers, secrets, options)
  if (!failure) {
    return { verified: true, cause: null, message: 'The message is valid.', fix: 'There is nothing to do.' }
  }
  const { cause } = failure
  if (cause === 'signature_mismatch' || cause === 'body_parsed') {
    for (const { happened, fix, restore } of ALTERATIONS) {
      const restored = restore(rawBody)
      if (restored === null || (await findFailure(restored, headers, secrets, options))) continue
      return {
        verified: false,
        cause: cause === 'body_parsed' ? cause : 'body_reserialized',
        message: `${happened} The secret is right.`,
        fix,
      }
    }
  }
  if (cause === 'timestamp_too_old' || cause === 'timestamp_too_new') {
    const isOnlyLate = !(await findFailure(rawBody, headers, secrets, {
      ...options,
      toleranceSeconds: Infinity,
    }))
    const also = isOnlyLate ? 'The body and the secret are right.' : 'The body or the secret is wrong, too.'
    return { verified: false, cause, message: `${withoutFix(failure)} ${also}`, fix: failure.fix }
  }
  return { verified: false, cause, message: withoutFix(failure), fix: failure.fix }
}

const BEFORE_ANY_PARSER = 'Verify the bytes as received, before any parser touches them.'

interface Alteration {
  readonly happened: string
  readonly fix: string
  /** Undoes it; `null` where it cannot have happened. */
  readonly restore: (body: unknown) => string | Uint8Array | null
}

/** Changes to bodies on their way, the most common first. The gateway sends minified JSON. */
const ALTERATIONS: readonly Alteration[] = [
  {
    happened: 'The body was parsed as JSON.',
    fix: BEFORE_ANY_PARSER,
    restore: (body) => (isParsed(body) ? JSON.stringify(body) : null),
  },
  {
    happened: 'There is white space before or after the body.',
    fix: 'Pass the body as received: something added a line break, or trimmed white space.',
    restore: (body) => onText(body, (text) => text.trim()),
  },
  {
    happened: 'The body was parsed as JSON and serialized again.',
    fix: BEFORE_ANY_PARSER,
    restore: (body) => onText(body, (text) => JSON.stringify(JSON.parse(text))),
  },
  {
    happened: 'The body is still in Base64.',
    fix: 'Decode it first: serverless platforms set isBase64Encoded.',
    restore: (body) => (typeof body === 'string' ? decodeBase64(body) : null),
  },
  {
    happened: 'The body was read as Latin-1 and not as UTF-8.',
    fix: 'Pass the bytes, or decode them as UTF-8.',
    restore: (body) =>
      typeof body === 'string' && !/[^\0-\xff]/.test(body)
        ? Uint8Array.from(body, (character) => character.charCodeAt(0))
        : null,
  },
]

function isParsed(body: unknown): boolean {
  return (
    typeof body === 'object' && body !== null && !ArrayBuffer.isView(body) && !(body instanceof ArrayBuffer)
  )
}

/** `null` when the body is no text that the change can be made to. */
function onText(body: unknown, change: (text: string) => string): string | null {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)
    return change(text)
  } catch {
    return null
  }
}

async function findFailure(
  rawBody: unknown,
  headers: WebhookHeaders,
  secrets: WebhookSecrets,
  options: VerifyOptions,
): Promise<WebhookVerificationError | undefined> {
  try {
    // The explained input may be wrong in any way, above all in its type.
    await verifyMessage({ rawBody: rawBody as string, headers }, secrets, options)
    return undefined
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error
    throw error
  }
}

function withoutFix({ message, fix }: WebhookVerificationError): string {
  return message.slice(0, -fix.length).trimEnd()
}
