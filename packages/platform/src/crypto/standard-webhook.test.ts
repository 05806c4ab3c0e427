import { createHmac, createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'

import { encodeWebhookSecret, isSignedMessage, isSigningKey, signMessage } from './standard-webhook.ts'

/** Published with the Standard Webhooks libraries. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const SECONDS = 1_614_265_330
const BODY = '{"test": 2432232314}'
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const OTHER = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc='

const NOW_MS = SECONDS * 1000
const headers = (signature: string) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(SECONDS),
  'webhook-signature': signature,
})
const check = (signature: string, nowMs = NOW_MS, secrets = [SECRET]) =>
  isSignedMessage(BODY, headers(signature), { nowMs, secrets })

describe('signMessage', () => {
  it('signs as the published vectors do', () => {
    expect(signMessage(BODY, { id: ID, nowMs: NOW_MS + 999, secrets: [SECRET] })).toEqual(headers(SIGNATURE))
  })

  it('signs with every secret while they are being rotated', () => {
    const other = encodeWebhookSecret(Buffer.alloc(32, 1))
    const signed = signMessage(BODY, { id: ID, nowMs: NOW_MS, secrets: [other, SECRET] })
    expect(signed['webhook-signature'].split(' ')).toHaveLength(2)
    for (const secret of [other, SECRET]) {
      expect(isSignedMessage(BODY, { ...signed }, { nowMs: NOW_MS, secrets: [secret] })).toBe(true)
    }
  })

  it('refuses an invalid secret', () => {
    expect(() => signMessage(BODY, { id: ID, nowMs: NOW_MS, secrets: ['secret'] })).toThrow(TypeError)
  })
})

describe('isSignedMessage', () => {
  it('accepts any match and skips unknown versions', () => {
    expect(check(SIGNATURE)).toBe(true)
    expect(check(`${OTHER} ${OTHER.replace('v1', 'v2')} ${SIGNATURE}`)).toBe(true)
    expect(check(SIGNATURE, NOW_MS, [encodeWebhookSecret(Buffer.alloc(24)), SECRET])).toBe(true)
  })

  it.each([
    ['another signature', OTHER],
    ['another version of the right one', SIGNATURE.replace('v1', 'v2')],
    ['part of the right one', SIGNATURE.slice(0, -8)],
    ['none', ''],
  ])('refuses %s', (_, signature) => {
    expect(check(signature)).toBe(false)
  })

  it('allows five minutes of difference either way', () => {
    for (const seconds of [-300, 300]) expect(check(SIGNATURE, NOW_MS + seconds * 1000)).toBe(true)
    for (const seconds of [-301, 301]) expect(check(SIGNATURE, NOW_MS + seconds * 1000)).toBe(false)
  })

  it('refuses another body, id or time, and missing headers', () => {
    const options = { nowMs: NOW_MS, secrets: [SECRET] }
    const given = headers(SIGNATURE)
    expect(isSignedMessage(`${BODY} `, given, options)).toBe(false)
    expect(isSignedMessage(BODY, { ...given, 'webhook-id': 'msg_2' }, options)).toBe(false)
    expect(isSignedMessage(BODY, { ...given, 'webhook-timestamp': `${SECONDS + 1}` }, options)).toBe(false)
    expect(isSignedMessage(BODY, { ...given, 'webhook-timestamp': 'now' }, options)).toBe(false)
    for (const name of Object.keys(given)) {
      expect(isSignedMessage(BODY, { ...given, [name]: undefined }, options)).toBe(false)
    }
    expect(check(SIGNATURE, NOW_MS, [])).toBe(false)
  })
})

interface Vector {
  readonly name: string
  readonly secret?: string
  readonly secret_key?: string
  readonly id: string
  readonly timestamp: number
  readonly body: string
  /** Input of a signature to create. */
  readonly signature?: string
  /** Input of a signature to verify. */
  readonly header?: string
  readonly now?: number
  readonly expect?: string
}

const { vectors } = JSON.parse(
  readFileSync(new URL('../../../gateway/test/vectors/webhooks.json', import.meta.url), 'utf8'),
) as { readonly vectors: readonly Vector[] }

describe('published vectors', () => {
  it.each(vectors.filter(({ signature }) => signature !== undefined))('$name is signed so', (vector) => {
    const { id, timestamp, body, secret, secret_key: signingKey } = vector
    const signed = signMessage(body, {
      id,
      nowMs: timestamp * 1000,
      secrets: secret === undefined ? [] : [secret],
      ...(signingKey !== undefined && { signingKey }),
    })
    expect(signed['webhook-signature']).toBe(vector.signature)
  })

  it.each(vectors.filter(({ header }) => header !== undefined))('$name is accepted or rejected', (vector) => {
    const { id, timestamp, body, secret = '', header = '', now = timestamp } = vector
    const signed = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': header,
    }
    const isSigned = isSignedMessage(body, signed, { nowMs: now * 1000, secrets: [secret] })
    expect(isSigned).toBe(vector.expect?.startsWith('accept'))
  })

  it('are complete', () => {
    expect(vectors).toHaveLength(7)
  })
})

describe('other libraries', () => {
  it.each([
    ['standardwebhooks', StandardWebhook],
    ['svix', SvixWebhook],
  ])('%s verifies our signatures, also during a rotation and with an unknown one', (_, Webhook) => {
    const secrets = [1, 2].map((byte) => encodeWebhookSecret(Buffer.alloc(32, byte)))
    const signingKey = vectors.find(({ name }) => name === 'v1a-upstream')?.secret_key ?? ''
    const signed = signMessage(BODY, { id: ID, nowMs: Date.now(), secrets, signingKey })
    expect(signed['webhook-signature'].split(' ').map((one) => one.split(',')[0])).toEqual([
      'v1',
      'v1',
      'v1a',
    ])
    for (const secret of secrets) {
      expect(() => new Webhook(secret).verify(BODY, { ...signed })).not.toThrow()
      expect(() => new Webhook(secret).verify(`${BODY} `, { ...signed })).toThrow()
    }
    // And we take theirs.
    const [secret = ''] = secrets
    const now = new Date()
    const theirs = new Webhook(secret).sign(ID, now, BODY)
    const headers = {
      'webhook-id': ID,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': theirs,
    }
    expect(isSignedMessage(BODY, headers, { nowMs: now.getTime(), secrets: [secret] })).toBe(true)
  })

  it('derive the public key from the seed of a signing key', () => {
    const published = vectors.find(({ name }) => name === 'v1a-upstream')?.secret_key ?? ''
    expect(isSigningKey(published)).toBe(true)
    expect(isSigningKey(`whsk_${Buffer.alloc(64, 1).toString('base64')}`)).toBe(false)
    for (const signingKey of ['whsk_', 'whsec_AAAA', 'whsk_AAAA', '']) {
      expect(() => signMessage(BODY, { id: ID, nowMs: NOW_MS, secrets: [], signingKey })).toThrow(TypeError)
      expect(isSigningKey(signingKey)).toBe(false)
    }
  })
})

describe('isSignedMessage', () => {
  const sign = (id: string) => signMessage(BODY, { id, nowMs: NOW_MS, secrets: [SECRET] })
  const isSigned = (changes: Readonly<Record<string, string | string[] | undefined>>, signed = sign(ID)) =>
    isSignedMessage(BODY, { ...signed, ...changes }, { nowMs: NOW_MS, secrets: [SECRET] })

  it('accepts what was signed, and no id that could shift the border to the time', () => {
    expect(isSigned({})).toBe(true)
    expect(isSigned({}, sign('msg.1'))).toBe(false)
    expect(isSigned({}, sign(''))).toBe(false)
    const moved = { 'webhook-id': 'msg', 'webhook-timestamp': `1.${SECONDS}` }
    expect(isSigned(moved, sign('msg.1'))).toBe(false)
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('requires %s, once', (name) => {
    expect(isSigned({ [name]: undefined })).toBe(false)
    expect(isSigned({ [name]: ['1', '2'] })).toBe(false)
    // Signed as the text that a list becomes.
    expect(isSigned({ [name]: [String(sign(ID)[name as 'webhook-id'])] })).toBe(false)
  })

  it.each([`+${SECONDS}`, ` ${SECONDS}`, `${SECONDS}.0`, `${SECONDS} `, `0x${SECONDS.toString(16)}`])(
    'rejects the time %j, although it is signed and means the same',
    (timestamp) => {
      const key = createSecretKey(Buffer.from(SECRET.slice('whsec_'.length), 'base64'))
      const mac = createHmac('sha256', key).update(`${ID}.${timestamp}.${BODY}`).digest('base64')
      const given = { 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` }
      expect(isSigned(given)).toBe(false)
    },
  )
})
