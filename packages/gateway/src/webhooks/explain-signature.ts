import { LIMITS, type WebhookFailureCause } from '@sluice/types/vocabulary'

import { listChangedMembers, listRewritings } from './json-differences.ts'

/** The owner of the secret that made a signature, or with which a receiver verifies. */
export type SecretOwner =
  | { readonly kind: 'current' }
  /** It was rotated away and signs until then. */
  | { readonly kind: 'previous'; readonly untilMs: number }
  | { readonly kind: 'other'; readonly subscriptionId: string }

/** A message as a receiver got it. */
export interface ReceivedMessage {
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Uint8Array
}

/** The facts that only the sender knows. */
export interface SenderKnowledge {
  readonly nowMs: number
  /** The message with the `webhook-id` that was sent to the subscription; null for none. */
  readonly sent: string | null
  /**
   * The owner of the secret that signed these bytes with the message's id, time and signature; null if it is unknown.
   */
  readonly signerOf: (body: Uint8Array) => SecretOwner | null
  /**
   * The owner of the secret that the receiver claims to use; null if it is unknown, `malformed` if it is not a
   * secret.
   */
  readonly receiverSecret: SecretOwner | null | 'malformed' | 'not given'
}

export interface SignatureExplanation {
  /** Returns the reason for the mismatch; null if the message verifies. */
  readonly cause: WebhookFailureCause | null
  readonly message: string
  readonly fix: string
}

/** The others are a receiver's own matters. */
type ExplainedCause = Exclude<
  WebhookFailureCause,
  'body_too_large' | 'secret_missing' | 'not_an_event' | 'runtime_unsupported'
>

interface Finding {
  readonly cause: ExplainedCause
  readonly message: string
}

interface Case extends ReceivedMessage, SenderKnowledge {
  readonly text: string
  readonly signer: SecretOwner | null
}

type Check = (given: Case) => Finding | null

const ID = 'webhook-id'
const TIMESTAMP = 'webhook-timestamp'
const SIGNATURE = 'webhook-signature'
const HEADERS = [ID, TIMESTAMP, SIGNATURE] as const

const KNOWN_VERSIONS = ['v1', 'v1a']

/** Strangers' text in a sentence of the gateway. */
const QUOTE_MAX_CHARS = 60
const NAMED_MEMBERS_MAX = 5

const SECONDS = /^[0-9]{1,11}$/
const SIGNED_PART = /^[a-z0-9]+,[A-Za-z0-9+/]+=*$/

/** The checks, in the order in which a receiver should make them. The first failure is the explanation. */
const CHECKS: readonly Check[] = [
  ({ headers }) => {
    const missing = HEADERS.filter((name) => !headers.has(name))
    return missing.length === 0
      ? null
      : { cause: 'header_missing', message: `The message has no ${missing.join(' and no ')}.` }
  },
  ({ headers }) => {
    const problem = findMalformedHeader(headers)
    return problem === null ? null : { cause: 'header_malformed', message: problem }
  },
  ({ headers }) => {
    const versions = partsOf(headers).map((part) => part.slice(0, part.indexOf(',')))
    return versions.some((version) => KNOWN_VERSIONS.includes(version))
      ? null
      : { cause: 'version_unknown', message: `${SIGNATURE} has only ${quote(versions.join(', '))}.` }
  },
  ({ body }) => (body.length > 0 ? null : { cause: 'body_missing', message: 'The body is empty.' }),
  ({ text }) =>
    /^\[object \w+\]$/.test(text)
      ? { cause: 'body_parsed', message: `The body is the text ${text}: an object that became a string.` }
      : null,
  explainUnsigned,
  ({ signer, nowMs }) => explainOwner(signer, nowMs, 'The message was signed with'),
  ({ receiverSecret, nowMs }) => {
    if (receiverSecret === 'not given') return null
    if (receiverSecret === 'malformed')
      return {
        cause: 'secret_malformed',
        message: 'The receiver’s secret is not whsec_, or whpk_, and Base64.',
      }
    if (receiverSecret === null)
      return { cause: 'secret_unknown', message: 'The receiver’s secret is none of your subscriptions’.' }
    return explainOwner(receiverSecret, nowMs, 'The receiver verifies with')
  },
  ({ headers, nowMs }) => {
    const aheadSeconds = Number(headers.get(TIMESTAMP)) - Math.floor(nowMs / 1000)
    if (Math.abs(aheadSeconds) <= LIMITS.WEBHOOK_TOLERANCE_SECONDS) return null
    const limit = `the limit is ${LIMITS.WEBHOOK_TOLERANCE_SECONDS} s`
    return aheadSeconds < 0
      ? { cause: 'timestamp_too_old', message: `The message is ${-aheadSeconds} s old; ${limit}.` }
      : { cause: 'timestamp_too_new', message: `The message is ${aheadSeconds} s ahead; ${limit}.` }
  },
]

const PASS_RAW_BYTES =
  'Verify the bytes as received, before anything parses them: express.raw({ type: "application/json" }), await request.text(), or the rawBody of your framework.'

const FIXES: Readonly<Record<ExplainedCause, string>> = {
  header_missing:
    'Pass the headers of the request itself; a proxy or function in between must forward webhook-id, webhook-timestamp and webhook-signature.',
  header_malformed: 'Pass each header as received, once, without changing or joining values.',
  version_unknown: 'Update the library that verifies, or let the gateway sign with v1.',
  body_missing:
    'Read the body before verifying, and read it once: a stream that was already consumed is empty.',
  body_parsed: PASS_RAW_BYTES,
  body_reserialized: PASS_RAW_BYTES,
  body_changed:
    'Something between the gateway and the verification changes the body; find it, and do not trust what it changed.',
  message_unknown:
    'Compare with the delivery in GET /api/webhooks/deliveries. If none has this webhook-id, the gateway did not send the message: reject it.',
  signature_mismatch:
    'Pass all three headers of the same attempt; if they already are, the message is not from this gateway: reject it.',
  secret_of_another_subscription:
    'Each subscription has its own secret: verify with the secret of the subscription that the message was sent for.',
  secret_rotated: 'Verify with the secret that the last rotation returned; rotate again if it is lost.',
  secret_malformed:
    'Copy the whole secret, including its prefix up to the underscore, without quotes or white space.',
  secret_unknown: 'Use the secret that was shown when the subscription was created; rotate it if it is lost.',
  timestamp_too_old:
    'Verify when the message arrives, not later from a queue, and synchronize the receiver’s clock by NTP. A recorded message expires: replay the delivery.',
  timestamp_too_new: 'The receiver’s clock is behind: synchronize it by NTP.',
}

/** Explains why a receiver rejects a message, with the fix. */
export function explainSignature(message: ReceivedMessage, knowledge: SenderKnowledge): SignatureExplanation {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(message.body)
  const given = { ...message, ...knowledge, text, signer: knowledge.signerOf(message.body) }
  for (const check of CHECKS) {
    const finding = check(given)
    if (finding) return { ...finding, fix: FIXES[finding.cause] }
  }
  return {
    cause: null,
    message: 'The message is valid.',
    fix: 'Nothing. If your receiver still rejects it, also send its secret to have it checked.',
  }
}

/** The signature is unknown: compare with the sent message to find out whether the body or another part differs. */
function explainUnsigned({ text, sent, signer, signerOf, headers }: Case): Finding | null {
  if (signer !== null) return null
  if (sent === null)
    return {
      cause: 'message_unknown',
      message: `Nothing was sent to this subscription as ${quote(headers.get(ID) ?? '')}, and no secret of yours made the signature.`,
    }
  if (signerOf(new TextEncoder().encode(sent)) === null)
    return { cause: 'signature_mismatch', message: 'No secret of yours made this signature.' }
  const rewritings = listRewritings(sent, text)
  if (rewritings)
    return {
      cause: 'body_reserialized',
      message: `The body is the same JSON, serialized differently: ${rewritings.join(', ')}.`,
    }
  const members = listChangedMembers(sent, text)
  const more = members.length - NAMED_MEMBERS_MAX
  const named = `${members.slice(0, NAMED_MEMBERS_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return {
    cause: 'body_changed',
    message: members.length === 0 ? 'The body is no longer JSON.' : `Not as they were sent: ${named}.`,
  }
}

function explainOwner(owner: SecretOwner | null, nowMs: number, what: string): Finding | null {
  if (owner?.kind === 'other')
    return {
      cause: 'secret_of_another_subscription',
      message: `${what} the secret of your subscription ${owner.subscriptionId}.`,
    }
  if (owner?.kind === 'previous' && owner.untilMs <= nowMs)
    return {
      cause: 'secret_rotated',
      message: `${what} the previous secret, which was valid until ${new Date(owner.untilMs).toISOString()}.`,
    }
  return null
}

function findMalformedHeader(headers: ReadonlyMap<string, string>): string | null {
  const [id, timestamp] = [headers.get(ID) ?? '', headers.get(TIMESTAMP) ?? '']
  if (!/^[^\s.,]+$/.test(id)) return `${ID} is ${quote(id)}, which is not a single id.`
  if (!SECONDS.test(timestamp)) {
    const hint = /^[0-9]{13}$/.test(timestamp) ? 'milliseconds' : 'not a number of seconds'
    return `${TIMESTAMP} is ${quote(timestamp)}: ${hint}, and not seconds since 1970.`
  }
  if (partsOf(headers).length > 0) return null
  return `${SIGNATURE} is ${quote(headers.get(SIGNATURE) ?? '')}, and not a version, a comma and Base64.`
}

function partsOf(headers: ReadonlyMap<string, string>): string[] {
  return (headers.get(SIGNATURE) ?? '').split(' ').filter((part) => SIGNED_PART.test(part))
}

function quote(text: string): string {
  // A character has at most two code units, so text beyond this length is never shown.
  const characters = [...text.slice(0, 2 * QUOTE_MAX_CHARS + 2)]
  return characters.length <= QUOTE_MAX_CHARS
    ? `“${text}”`
    : `“${characters.slice(0, QUOTE_MAX_CHARS).join('')}…”`
}
