import type { Clock } from '@sluice/platform/kernel/clock'
import { hashSecret, isHashOf } from '@sluice/platform/crypto/secret-hash'
import { isSignedMessage, signMessage } from '@sluice/platform/crypto/standard-webhook'

import type { ReceivedMessage, SecretOwner, SenderKnowledge } from './explain-signature.ts'
import type { SigningRecords, SigningSecret } from './signing-records.ts'

/** The secret of a receiver, in the formats in which people copy it. */
const SECRET = /^wh(?:sec|pk)_[A-Za-z0-9+/]+={0,2}$/
const SIGNING_KEY_PREFIX = 'whsk_'
/** The size of the seed of a signing key, which the public key follows. */
const SEED_BYTES = 32

export interface Inquiry extends ReceivedMessage {
  readonly merchantId: string
  readonly subscriptionId: string
  /** The receiver's secret; null if it was not given. */
  readonly receiverSecret: string | null
}

/** Collects what the sender knows about a message that a receiver refused. */
export async function gatherKnowledge(
  inquiry: Inquiry,
  { records, clock }: { readonly records: SigningRecords; readonly clock: Clock },
): Promise<SenderKnowledge> {
  const { merchantId, subscriptionId, headers, receiverSecret } = inquiry
  const secrets = await records.listSecrets(merchantId)
  const ownerOf = (found: SigningSecret | undefined) => (found ? describeOwner(found, subscriptionId) : null)
  const isReceivers = ({ secret }: SigningSecret) =>
    receiverSecret !== null && isHashOf(receiverSecret, hashSecret(toReceiverSecret(secret.reveal())))
  return {
    nowMs: clock.now(),
    sent: await records.findSent(merchantId, subscriptionId, headers.get('webhook-id') ?? ''),
    signerOf: (body) => ownerOf(secrets.find(({ secret }) => isSignedBy(secret.reveal(), body, headers))),
    receiverSecret: stateOfReceiverSecret(),
  }

  function stateOfReceiverSecret(): SenderKnowledge['receiverSecret'] {
    if (receiverSecret === null) return 'not given'
    return SECRET.test(receiverSecret) ? ownerOf(secrets.find(isReceivers)) : 'malformed'
  }
}

function describeOwner({ subscriptionId, untilMs }: SigningSecret, asked: string): SecretOwner {
  if (subscriptionId !== asked) return { kind: 'other', subscriptionId }
  return untilMs === null ? { kind: 'current' } : { kind: 'previous', untilMs }
}

/** Returns whether the signature is correct, regardless of its age. */
function isSignedBy(secret: string, body: Uint8Array, headers: ReceivedMessage['headers']): boolean {
  const nowMs = Number(headers.get('webhook-timestamp')) * 1000
  if (!secret.startsWith(SIGNING_KEY_PREFIX))
    return isSignedMessage(body, Object.fromEntries(headers), { nowMs, secrets: [secret] })
  // Ed25519 signs the same message always alike.
  const id = headers.get('webhook-id') ?? ''
  const { 'webhook-signature': expected } = signMessage(body, { id, nowMs, secrets: [], signingKey: secret })
  return (headers.get('webhook-signature') ?? '').split(' ').includes(expected)
}

/** Receivers have the secret itself, or the public key of a signing key. */
function toReceiverSecret(secret: string): string {
  if (!secret.startsWith(SIGNING_KEY_PREFIX)) return secret
  const bytes = Buffer.from(secret.slice(SIGNING_KEY_PREFIX.length), 'base64')
  return `whpk_${bytes.subarray(SEED_BYTES).toString('base64')}`
}
