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
  ])('accepts the body as %s', async (_, rawBody) => {
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
  ])('accepts the headers as %s', async (_, given) => {
    expect(await verifyWebhook(body, given, SECRET)).toEqual(approved)
  })

  it('accepts one of several secrets, and one of several signatures, in two headers or one', async () => {
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
    ['secret_missing', [body, headers, '']],
    ['secret_missing', [body, headers, ['']]],
    ['secret_missing', [body, headers, undefined as unknown as string]],
    ['secret_malformed', [body, headers, [SECRET, '']]],
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

  it('refuses a signed body that is not an event', async () => {
    for (const payload of ['no json', '[]', 'null', '"x"', { event: approved.event }, '\ud800']) {
      const message = await signForTests({ payload, secret: SECRET })
      expect(await failureOf(verifyWebhook(message.body, message.headers, SECRET))).toBe('not_an_event')
    }
  })

  it('keeps events and members that are newer than this package', async () => {
    const payload = { event: 'dispute-svc:dispute:opened', dispute: { id: 'd' } }
    const message = await signForTests({ payload, secret: SECRET })
    expect(await verifyWebhook(message.body, message.headers, SECRET)).toEqual(payload)
  })

  it('contains the fix, and neither body nor signature nor secret', async () => {
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

  const without = (name: keyof typeof headers) => ({ ...headers, [name]: undefined })
  const withValue = (name: keyof typeof headers, value: string) => ({ ...headers, [name]: value })
  const foreign = `v1a${headers['webhook-signature'].slice(2)} v9,AAAA`

  it.each<[string, Parameters<typeof verifyWebhook>, string, string]>([
    [
      'no secret',
      [body, headers, []],
      'There is no secret to verify with.',
      'environment variable is not set',
    ],
    [
      'a private key',
      [body, headers, 'whsk_AAAA'],
      'Secret 1 is a private signing key.',
      'Receivers use the public one, whpk_….',
    ],
    [
      'a second secret of no known form',
      [body, headers, [SECRET, `"${SECRET}"`]],
      'Secret 2 has an unknown format.',
      'Pass it exactly as shown: whsec_ (or whpk_) and Base64',
    ],
    [
      'a prefix alone',
      [body, headers, 'whx_AAAA'],
      'Secret 1 has an unknown format.',
      'Pass it exactly as shown',
    ],
    [
      'more before a secret',
      [body, headers, `x${SECRET}`],
      'Secret 1 has an unknown format.',
      'without quotes',
    ],
    [
      'half a key',
      [body, headers, 'whpk_AAAA'],
      'Secret 1 is not Base64 after whpk_, or is incomplete.',
      'Copy it again, including its last character.',
    ],
    [
      'a line break in a secret',
      [body, headers, `${SECRET}\n`],
      'Secret 1 is not Base64 after whsec_, or is incomplete.',
      'Copy it again',
    ],
    ...(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).map(
      (name): [string, Parameters<typeof verifyWebhook>, string, string] => [
        `no ${name}`,
        [body, without(name), SECRET],
        `The header ${name} is missing.`,
        'it must forward those that begin with webhook-',
      ],
    ),
    [
      'an id with a dot',
      [body, withValue('webhook-id', 'a.b'), SECRET],
      'The header webhook-id is not one id without dots and spaces.',
      'Pass the headers as received, each once.',
    ],
    [
      'a date for a time',
      [body, withValue('webhook-timestamp', '2026-11-23'), SECRET],
      'The header webhook-timestamp is not whole seconds since 1970.',
      'each once',
    ],
    [
      'no list of signatures',
      [body, withValue('webhook-signature', 'v1'), SECRET],
      'The header webhook-signature is not a list of signatures like v1,….',
      'each once',
    ],
    [
      'signatures of other versions',
      [body, withValue('webhook-signature', foreign), SECRET],
      'The secrets verify v1, but the signatures of the message are v1a, v9.',
      'Use whsec_… for v1 and whpk_… for v1a signatures.',
    ],
    [
      'signatures of another version than either secret',
      [
        body,
        withValue('webhook-signature', 'v9,AAAA v9,BBBB'),
        [SECRET, `whpk_${Buffer.alloc(32).toString('base64')}`],
      ],
      'The secrets verify v1 and v1a, but the signatures of the message are v9.',
      'Use whsec_…',
    ],
    [
      'a signature that is no Base64',
      [body, withValue('webhook-signature', 'v1,?'), SECRET],
      'The secrets verify v1, but the signatures of the message are unreadable.',
      'Use whsec_…',
    ],
    [
      'a clock behind',
      [body, headers, SECRET, { now: () => Number(headers['webhook-timestamp']) * 1000 - 301_000 }],
      'The message is 301 s ahead; the limit is 300 s.',
      'Synchronize this machine’s clock: it is behind the clock of the payment gateway.',
    ],
    [
      'a message from a queue',
      [body, headers, SECRET, { now: () => Number(headers['webhook-timestamp']) * 1000 + 301_000 }],
      'The message is 301 s old; the limit is 300 s.',
      'Verify when the message arrives, not from a queue.',
    ],
  ])('names the fault and the fix: %s', async (_, args, message, fix) => {
    const error: unknown = await verifyWebhook(...args).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      message: expect.stringContaining(message),
      fix: expect.stringContaining(fix),
    })
  })

  it('allows no age at all when the tolerance is 0', async () => {
    const seconds = Number(headers['webhook-timestamp'])
    const at = (ms: number) =>
      failureOf(verifyWebhook(body, headers, SECRET, { now: () => ms, toleranceSeconds: 0 }))
    expect([await at(seconds * 1000 + 999), await at((seconds + 1) * 1000)]).toEqual([
      'verified',
      'timestamp_too_old',
    ])
    const wrong = verifyWebhook(body, headers, SECRET, { toleranceSeconds: -1 })
    await expect(wrong).rejects.toThrow('must be 0 or more')
  })

  it('accepts any headers object with a getter, and ignores values that are not text', async () => {
    const values = new Map(Object.entries(headers))
    const asked = { get: (name: string) => (values.has(name) ? ` ${values.get(name)} ` : null) }
    expect(await verifyWebhook(body, asked, SECRET)).toEqual(approved)
    expect(await failureOf(verifyWebhook(body, { get: () => null }, SECRET))).toBe('header_missing')
    const pairs = [...values, ['webhook-id', 7], ['webhook-id', undefined], 'no pair', [7, 'x']]
    expect(await verifyWebhook(body, pairs as [string, string][], SECRET)).toEqual(approved)
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

  it('types: the name determines the event', () => {
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
