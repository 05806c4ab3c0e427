import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { WEBHOOK_FAILURE_CAUSES } from '@sluice/types/vocabulary'
import { isSignedMessage, signMessage } from '@sluice/platform/crypto/standard-webhook'

import { explainSignature, type SecretOwner, type SenderKnowledge } from './explain-signature.ts'

const NOW_MS = Date.UTC(2026, 0, 31, 10, 15)
const SENT = JSON.stringify({ event: 'x', payload: { amount: 1850, name: 'Ö/Ö' } })
const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`

const OWNERS: readonly (readonly [string, SecretOwner])[] = [
  [secretOf('c'), { kind: 'current' }],
  [secretOf('p'), { kind: 'previous', untilMs: NOW_MS + 1000 }],
  [secretOf('r'), { kind: 'previous', untilMs: NOW_MS - 1000 }],
  [secretOf('o'), { kind: 'other', subscriptionId: 'other-1' }],
]

interface Input {
  readonly secret?: string
  readonly signed?: string
  readonly body?: string
  readonly ageSeconds?: number
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly knowledge?: Partial<SenderKnowledge>
}

/** A message signed by us, with what happened to it on the way. */
function explain(input: Input = {}) {
  const signed = input.signed ?? SENT
  const signedAtMs = NOW_MS - (input.ageSeconds ?? 0) * 1000
  const original = signMessage(signed, {
    id: 'msg_1',
    nowMs: signedAtMs,
    secrets: [input.secret ?? secretOf('c')],
  })
  const given = Object.entries({ ...original, ...input.headers })
  const headers = new Map(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  const nowMs = Number(headers.get('webhook-timestamp')) * 1000
  return explainSignature(
    { headers, body: new TextEncoder().encode(input.body ?? signed) },
    {
      nowMs: NOW_MS,
      sent: SENT,
      receiverSecret: 'not given',
      signerOf: (body) =>
        OWNERS.find(([secret]) =>
          isSignedMessage(body, Object.fromEntries(headers), { nowMs, secrets: [secret] }),
        )?.[1] ?? null,
      ...input.knowledge,
    },
  )
}

const owner = (letter: string) => OWNERS.find(([secret]) => secret === secretOf(letter))?.[1] ?? null

describe('the explanation of a message', () => {
  it.each<[string, Input]>([
    ['as it was sent', {}],
    ['signed with the previous secret, within its day', { secret: secretOf('p') }],
    ['that was never sent, but signed with a secret of the merchant', { knowledge: { sent: null } }],
    ['as old as may be', { ageSeconds: 300 }],
    ['whose receiver has the right secret', { knowledge: { receiverSecret: owner('c') } }],
    ['whose receiver still has the previous secret', { knowledge: { receiverSecret: owner('p') } }],
  ])('%s: it verifies', (_, input) => {
    expect(explain(input).cause).toBeNull()
  })

  it.each<[string, Input, string, RegExp]>([
    [
      'a header is missing',
      { headers: { 'webhook-timestamp': undefined } },
      'header_missing',
      /webhook-timestamp\.$/,
    ],
    [
      'two are missing',
      { headers: { 'webhook-id': undefined, 'webhook-signature': undefined } },
      'header_missing',
      /no webhook-id and no webhook-signature/,
    ],
    [
      'the time is in milliseconds',
      { headers: { 'webhook-timestamp': String(NOW_MS) } },
      'header_malformed',
      /milliseconds/,
    ],
    ['the time is a date', { headers: { 'webhook-timestamp': 'today' } }, 'header_malformed', /“today”/],
    ['ids were joined', { headers: { 'webhook-id': 'msg_1, msg_1' } }, 'header_malformed', /not a single id/],
    [
      'the signature is hexadecimal',
      { headers: { 'webhook-signature': 'sha256=ab12' } },
      'header_malformed',
      /a comma and Base64/,
    ],
    ['the version is new', { headers: { 'webhook-signature': 'v9,AAAA' } }, 'version_unknown', /“v9”/],
    ['the body was read before', { body: '' }, 'body_missing', /empty/],
    ['the body is an object', { body: '[object Object]' }, 'body_parsed', /an object/],
    [
      'the body was serialized again',
      { body: JSON.stringify(JSON.parse(SENT), null, 2) },
      'body_reserialized',
      /white space/,
    ],
    ['the body was changed', { body: SENT.replace('1850', '1') }, 'body_changed', /payload\.amount\.$/],
    ['the body was cut off', { body: SENT.slice(0, 10) }, 'body_changed', /no longer JSON/],
    ['another message’s id', { headers: { 'webhook-id': 'msg_2' } }, 'signature_mismatch', /No secret/],
    ['a stranger signed', { secret: secretOf('s'), knowledge: { sent: null } }, 'message_unknown', /“msg_1”/],
    ['another subscription', { secret: secretOf('o') }, 'secret_of_another_subscription', /other-1/],
    ['a retired secret', { secret: secretOf('r') }, 'secret_rotated', /2026-01-31T10:14:59/],
    [
      'the receiver has another subscription’s secret',
      { knowledge: { receiverSecret: owner('o') } },
      'secret_of_another_subscription',
      /receiver verifies with .* other-1/,
    ],
    [
      'the receiver has a retired secret',
      { knowledge: { receiverSecret: owner('r') } },
      'secret_rotated',
      /receiver/,
    ],
    [
      'the receiver’s secret is none',
      { knowledge: { receiverSecret: 'malformed' } },
      'secret_malformed',
      /whsec_/,
    ],
    [
      'the receiver’s secret is a stranger’s',
      { knowledge: { receiverSecret: null } },
      'secret_unknown',
      /none of your/,
    ],
    ['it is old', { ageSeconds: 301 }, 'timestamp_too_old', /301 s old/],
    ['it is from tomorrow', { ageSeconds: -86_400 }, 'timestamp_too_new', /86400 s ahead/],
  ])('%s', (_, input, cause, message) => {
    const explanation = explain(input)
    expect(explanation.cause).toBe(cause)
    expect(explanation.message).toMatch(message)
    expect(explanation.fix).toMatch(/^[A-Z].{20,}\.$/)
  })

  it('never quotes more than a line of what strangers wrote', () => {
    const { message } = explain({ headers: { 'webhook-timestamp': 'x'.repeat(10_000) } })
    expect(message.length).toBeLessThan(200)
  })

  it('is true for every change of one byte of the body', () => {
    const bytes = [...Buffer.from(SENT, 'utf8')]
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0x20, max: 0x7e }), (place, byte) => {
        const body = Buffer.from(bytes.map((old, index) => (index === place ? byte : old))).toString('utf8')
        const { cause } = explain({ body })
        if (body === SENT) expect(cause).toBeNull()
        else expect(['body_changed', 'body_reserialized']).toContain(cause)
      }),
    )
  })

  it('survives any headers and any body', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, text, fc.uint8Array(), (id, timestamp, signature, body) => {
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': signature,
        }
        const explanation = explain({ headers, body: new TextDecoder().decode(body) })
        expect(WEBHOOK_FAILURE_CAUSES).toContain(explanation.cause)
      }),
    )
  })
})
