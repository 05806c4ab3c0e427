import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'
import { encodeSigningKey, encodeWebhookSecret, signMessage } from '@sluice/platform/crypto/standard-webhook'

import { explainSignature } from './explain-signature.ts'
import { gatherKnowledge } from './gather-knowledge.ts'
import type { SigningRecords } from './signing-records.ts'

const NOW_MS = Date.UTC(2026, 0, 31, 10, 15)
const BODY = '{"event":"x"}'

function makeSigningKey() {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const [seed, publicKey] = [Buffer.from(d ?? '', 'base64url'), Buffer.from(x ?? '', 'base64url')]
  return {
    secret: encodeSigningKey(Buffer.concat([seed, publicKey])),
    publicKey: `whpk_${publicKey.toString('base64')}`,
  }
}

const asymmetric = makeSigningKey()
const others = makeSigningKey()
const symmetric = encodeWebhookSecret(Buffer.alloc(32, 'a'))

const records: SigningRecords = {
  listSecrets: async () => [
    { subscriptionId: 'mine', secret: new Secret(symmetric), untilMs: null },
    { subscriptionId: 'mine', secret: new Secret(asymmetric.secret), untilMs: null },
    { subscriptionId: 'other', secret: new Secret(others.secret), untilMs: null },
  ],
  findSent: async () => BODY,
}

async function explain(options: {
  readonly secrets?: readonly string[]
  readonly signingKey?: string
  readonly receiverSecret?: string
  readonly timestamp?: string
}) {
  const { secrets = [], signingKey, receiverSecret = null, timestamp } = options
  const signed = signMessage(BODY, { id: 'msg_1', nowMs: NOW_MS, secrets, ...(signingKey && { signingKey }) })
  const headers = new Map<string, string>(Object.entries(signed))
  if (timestamp !== undefined) headers.set('webhook-timestamp', timestamp)
  const message = { headers, body: Buffer.from(BODY) }
  const inquiry = { ...message, merchantId: 'm', subscriptionId: 'mine', receiverSecret }
  const knowledge = await gatherKnowledge(inquiry, { records, clock: { now: () => NOW_MS } })
  return explainSignature(message, knowledge).cause
}

describe('v1a signatures, by the sender’s keys', () => {
  it('includes the sender, without any v1', async () => {
    expect(await explain({ signingKey: asymmetric.secret })).toBeNull()
    expect(await explain({ signingKey: others.secret })).toBe('secret_of_another_subscription')
    expect(await explain({ signingKey: makeSigningKey().secret })).toBe('signature_mismatch')
  })

  it('includes the owner of the public key of a receiver', async () => {
    const verify = (receiverSecret: string) =>
      explain({ secrets: [symmetric], signingKey: asymmetric.secret, receiverSecret })
    expect(await verify(symmetric)).toBeNull()
    expect(await verify(asymmetric.publicKey)).toBeNull()
    expect(await verify(others.publicKey)).toBe('secret_of_another_subscription')
    expect(await verify(makeSigningKey().publicKey)).toBe('secret_unknown')
    expect(await verify(asymmetric.secret)).toBe('secret_malformed')
    expect(await verify(` ${symmetric}`)).toBe('secret_malformed')
  })

  it('is not requested for an invalid time', async () => {
    expect(await explain({ signingKey: asymmetric.secret, timestamp: 'now' })).toBe('header_malformed')
  })
})
