import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import vectors from '../../test/vectors/webhooks.json' with { type: 'json' }
import { approved, OTHER_SECRET, SECRET } from '../../test/webhook-events.ts'
import { isGatewayError } from '../errors/is-gateway-error.ts'
import { signForTests } from './sign-for-tests.ts'
import { verifyWebhook } from './verify-webhook.ts'
import type { WebhookEvent } from './webhook-event.ts'

const signed = await signForTests({ payload: approved, secret: SECRET })
const { body, headers } = signed

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'verified',
    (error: unknown) => (isGatewayError(error) && error.code === 'webhook_unverified' ? error.cause : error),
  )

describe('webhooks: signature vectors', () => {
  it.each(vectors.vectors)('$name', async (vector) => {
    const { id, timestamp, expect: wanted = 'accept' } = vector
    const verifying = verifyWebhook(
      vector.body,
      {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': vector.header ?? vector.signature ?? '',
      },
      vector.secret ?? vector.public_key ?? '',
      { now: () => (vector.now ?? timestamp) * 1000 },
    )
    if (wanted.startsWith('accept')) expect(await verifying).toEqual(JSON.parse(vector.body))
    else await expect(verifying).rejects.toThrow()
  })

  it('v1a: signs as the vector says', async () => {
    const vector = vectors.vectors.find(({ name }) => name === 'v1a-upstream')
    const made = await signForTests({
      payload: vector?.body,
      secret: vector?.secret_key ?? '',
      id: vector?.id ?? '',
      timestamp: vector?.timestamp ?? 0,
    })
    expect(made.headers['webhook-signature']).toBe(vector?.signature)
  })
})

describe('verifyWebhook', () => {
  it.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a Buffer inside a larger one', Buffer.from(`xx${body}`).subarray(2)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('takes the body as %s', async (_, rawBody) => {
    expect(await verifyWebhook(rawBody, headers, SECRET)).toEqual(approved)
  })

  it.each([
    ['Headers', new Headers(headers)],
    ['pairs', Object.entries(headers)],
    ['a Map', new Map(Object.entries(headers))],
    [
      'an object in any case',
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    ['lists', Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
    ['more than is needed', { ...headers, host: 'shop.example', cookie: undefined }],
  ])('takes the headers as %s', async (_, given) => {
    expect(await verifyWebhook(body, given, SECRET)).toEqual(approved)
  })

  it('takes one of several secrets, and one of several signatures, in two headers or one', async () => {
    expect(await verifyWebhook(body, headers, [OTHER_SECRET, SECRET])).toEqual(approved)
    const both = await signForTests({ payload: approved, secret: [OTHER_SECRET, SECRET] })
    const list = both.headers['webhook-signature']
    expect(list.split(' ')).toHaveLength(2)
    for (const signature of [`v2,AAAA ${list}`, list.split(' '), list.replace(' ', ', ')]) {
      const given = { ...both.headers, 'webhook-signature': signature }
      expect(await verifyWebhook(both.body, given, SECRET)).toEqual(approved)
    }
  })

  it('accepts 300 s of age and of a clock ahead, and not a second more', async () => {
    const message = await signForTests({ payload: approved, secret: SECRET, timestamp: 1_800_000_000 })
    const at = (seconds: number, toleranceSeconds?: number) =>
      failureOf(
        verifyWebhook(message.body, message.headers, SECRET, {
          now: () => seconds * 1000,
          toleranceSeconds,
        }),
      )
    expect(await at(1_800_000_300)).toBe('verified')
    expect(await at(1_800_000_301)).toBe('timestamp_too_old')
    expect(await at(1_799_999_700)).toBe('verified')
    expect(await at(1_799_999_699)).toBe('timestamp_too_new')
    expect(await at(1_800_000_301, 301)).toBe('verified')
  })

  it.each([NaN, -1])('refuses a tolerance of %d: an age is never more than NaN', async (toleranceSeconds) => {
    const message = await signForTests({ payload: approved, secret: SECRET, timestamp: 1 })
    await expect(
      verifyWebhook(message.body, message.headers, SECRET, { toleranceSeconds }),
    ).rejects.toMatchObject({ code: 'configuration_invalid', option: 'toleranceSeconds' })
  })

  it.each<[string, Parameters<typeof verifyWebhook>]>([
    ['body_parsed', [approved as unknown as string, headers, SECRET]],
    ['body_missing', ['', headers, SECRET]],
    ['body_missing', [undefined as unknown as string, headers, SECRET]],
    ['header_missing', [body, {}, SECRET]],
    ['header_missing', [body, undefined as unknown as Headers, SECRET]],
    ['header_missing', [body, { ...headers, 'webhook-id': '' }, SECRET]],
    ['header_malformed', [body, { ...headers, 'webhook-timestamp': '1e9' }, SECRET]],
    ['header_malformed', [body, { ...headers, 'webhook-timestamp': ['1', '2'] }, SECRET]],
    ['header_malformed', [body, { ...headers, 'webhook-id': 'msg.1' }, SECRET]],
    ['header_malformed', [body, { ...headers, 'webhook-signature': 'v1' }, SECRET]],
    ['secret_missing', [body, headers, []]],
    ['secret_missing', [body, headers, undefined as unknown as string]],
    ['secret_malformed', [body, headers, '']],
    ['secret_malformed', [body, headers, SECRET.slice(6)]],
    ['secret_malformed', [body, headers, `${SECRET} `]],
    ['secret_malformed', [body, headers, 'whsec_']],
    ['secret_malformed', [body, headers, 'whpk_AAAA']],
    ['secret_malformed', [body, headers, [SECRET, 'whsk_AAAA']]],
    ['version_unknown', [body, { ...headers, 'webhook-signature': 'v2,AAAA' }, SECRET]],
    ['version_unknown', [body, { ...headers, 'webhook-signature': 'v1,?' }, SECRET]],
    [
      'version_unknown',
      [body, { ...headers, 'webhook-signature': `v2${headers['webhook-signature'].slice(2)}` }, SECRET],
    ],
    [
      'version_unknown',
      [body, { ...headers, 'webhook-signature': `v1a${headers['webhook-signature'].slice(2)}` }, SECRET],
    ],
    ['signature_mismatch', [body, headers, OTHER_SECRET]],
    ['signature_mismatch', [`${body}\n`, headers, SECRET]],
    ['signature_mismatch', [body, { ...headers, 'webhook-id': 'msg_2' }, SECRET]],
    ['signature_mismatch', [body, { ...headers, 'webhook-signature': 'v1,' }, SECRET]],
  ])('%s', async (cause, args) => {
    expect(await failureOf(verifyWebhook(...args))).toBe(cause)
  })

  it('refuses what is signed but no event', async () => {
    for (const payload of ['no json', '[]', 'null', '"x"', { event: approved.event }, '\ud800']) {
      const message = await signForTests({ payload, secret: SECRET })
      expect(await failureOf(verifyWebhook(message.body, message.headers, SECRET))).toBe('not_an_event')
    }
  })

  it('keeps events and members that are younger than this package', async () => {
    const payload = { event: 'dispute-svc:dispute:opened', dispute: { id: 'd' } }
    const message = await signForTests({ payload, secret: SECRET })
    expect(await verifyWebhook(message.body, message.headers, SECRET)).toEqual(payload)
  })

  it('says what to do, and shows neither body nor signature nor secret', async () => {
    const error: unknown = await verifyWebhook(body, headers, OTHER_SECRET).catch((reason: unknown) => reason)
    const text = JSON.stringify(error) + String(error)
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: 'WebhookVerificationError',
      code: 'webhook_unverified',
      cause: 'signature_mismatch',
      fix: expect.stringContaining('explainWebhookFailure'),
    })
    for (const secret of [OTHER_SECRET.slice(6), headers['webhook-signature'], approved.payload.id])
      expect(text).not.toContain(secret)
  })

  it('accepts what was signed and nothing else, for every change', async () => {
    const change = fc.record({
      at: fc.nat(Buffer.byteLength(body) - 1),
      bit: fc.nat(7),
      part: fc.constantFrom('body', 'signature'),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, bit, part }) => {
        const bytes = Buffer.from(
          part === 'body' ? body : atob(headers['webhook-signature'].slice(3)),
          part === 'body' ? 'utf8' : 'latin1',
        )
        const position = at % bytes.length
        bytes[position] = (bytes[position] ?? 0) ^ (1 << bit)
        const attempt =
          part === 'body'
            ? verifyWebhook(bytes, headers, SECRET)
            : verifyWebhook(
                body,
                { ...headers, 'webhook-signature': `v1,${bytes.toString('base64')}` },
                SECRET,
              )
        expect(await failureOf(attempt)).toBe('signature_mismatch')
      }),
    )
  })

  it('ends in an event or a WebhookVerificationError, for all inputs', async () => {
    const anything = fc.anything() as fc.Arbitrary<never>
    await fc.assert(
      fc.asyncProperty(anything, anything, anything, async (rawBody, given, secrets) => {
        const attempts: Parameters<typeof verifyWebhook>[] = [
          [rawBody, given, secrets],
          [rawBody, headers, SECRET],
          [body, given, SECRET],
          [body, headers, secrets],
        ]
        for (const args of attempts) expect(await failureOf(verifyWebhook(...args))).toBeTypeOf('string')
      }),
    )
  })

  it('types: the name tells the event', () => {
    const read = (event: WebhookEvent) => {
      if (event.event === 'transaction-svc:transaction:refund:approved') {
        expectTypeOf(event.payload.amount).toEqualTypeOf<number>()
      } else if (event.event === 'tokenization-webhook:payment-method:tokenized') {
        expectTypeOf(event.data.card_last_4).toEqualTypeOf<string>()
      }
      const name: string = event.event
      if (name === 'dispute:opened') return 0
      // @ts-expect-error -- Only some events have a payload.
      return event.payload.amount
    }
    expect(read(approved)).toBe(1850)
  })
})
