import fc from 'fast-check'
import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { validAuthorize, validBlik, validSession, withMember } from '../test/requests.ts'
import type { ErrorItem } from './contract.ts'
import { toErrorItems, validateRequest } from './error-items.ts'
import { RawNumber } from './raw-number.ts'
import { authorizeRequest } from './schemas/authorize.ts'
import { sessionRequest } from './schemas/session.ts'
import { textMetadata } from './schemas/common.ts'

function errorsOf(schema: z.ZodType, input: unknown): readonly ErrorItem[] {
  const outcome = validateRequest(schema, input)
  return outcome.ok ? [] : outcome.errors
}

const sessionErrors = (path: string, value: unknown) =>
  errorsOf(sessionRequest, withMember(validSession, path, value))

describe('messages', () => {
  it.each([
    ['reference', undefined, 'is required', []],
    ['reference', null, 'is required', []],
    ['reference', 'x'.repeat(41), 'length must be at most 40', ['40', '41']],
    ['reference', '', 'length must be at least 1', ['1', '0']],
    ['terminal_id', 'T001', 'length must be at least 5', ['5', '4']],
    ['reference', 5, 'has an invalid format', []],
    ['reference', 'a\u0000b', 'has an invalid format', []],
    ['reference', 'a\ud800b', 'has an invalid format', []],
    ['description', 'a\u0007b', 'has an invalid format', []],
    ['customer.first_name', '\udfff', 'has an invalid format', []],
    ['metadata.note', 'a\u0000b', 'has an invalid format', []],
    ['metadata.note', 'a\ud800b', 'has an invalid format', []],
    ['customer.email', 'not-an-address', 'has an invalid format', []],
    ['customer.phone', '+46 1', 'is not a possible phone number', []],
    ['country', 'se', 'has an invalid format', []],
    ['return_url', 'ftp://shop.example', 'has an invalid format', []],
    [
      'transaction_type',
      'REFUND',
      'must be one of AUTHORIZE, PURCHASE, VERIFY',
      ['AUTHORIZE,PURCHASE,VERIFY', 'REFUND'],
    ],
    ['amount', '100', 'must be an integer in minor units', ['100']],
    ['amount', new RawNumber('100.0'), 'must be an integer in minor units', ['100.0']],
    ['amount', new RawNumber('1e2'), 'must be an integer in minor units', ['1e2']],
    ['amount', 0.5, 'must be an integer in minor units', ['0.5']],
    ['amount', true, 'must be an integer in minor units', ['true']],
    ['amount', {}, 'must be an integer in minor units', ['object']],
    ['amount', 0, 'must be between 1 and 999999999999', ['1', '999999999999', '0']],
    ['amount', 1e12, 'must be between 1 and 999999999999', ['1', '999999999999', '1000000000000']],
    [
      'amount',
      new RawNumber('9007199254740993'),
      'must be between 1 and 999999999999',
      ['1', '999999999999', '9007199254740993'],
    ],
    ['currency', 'EUX', 'is not a supported currency', ['EUX']],
    ['currency', 'eur', 'is not a supported currency', ['eur']],
    ['surprise', 1, 'is not a documented field', []],
    ['customer.surprise', 1, 'is not a documented field', []],
    ['metadata.nested', {}, 'has an invalid format', []],
    ['metadata.long', 'x'.repeat(501), 'length must be at most 500', ['500', '501']],
    [`metadata.${'k'.repeat(41)}`, 1, 'length must be at most 40', ['40', '41']],
  ])('%s = %j', (property, value, message, params) => {
    expect(sessionErrors(property, value)).toEqual([{ property, message, params: [property, ...params] }])
  })

  it('requires zloty for the local scheme', () => {
    expect(errorsOf(authorizeRequest, { ...validBlik, currency: 'EUR' })).toEqual([
      { property: 'currency', message: 'must be PLN', params: ['currency', 'EUR'] },
    ])
  })

  it('keeps merchants’ numbers unchanged, whatever they are called', () => {
    const basket = { amount: new RawNumber('10.50'), items: [{ amount: new RawNumber('1e2') }] }
    const request = { ...validAuthorize, metadata: { amount: basket.amount }, options: { basket } }
    expect(validateRequest(authorizeRequest, request)).toMatchObject({
      ok: true,
      value: { metadata: { amount: 10.5 }, options: { basket: { amount: 10.5, items: [{ amount: 100 }] } } },
    })
  })

  it('counts the keys of metadata', () => {
    const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, index]))
    expect(sessionErrors('metadata', metadata)).toEqual([
      { property: 'metadata', message: 'length must be at most 50', params: ['metadata', '50', '51'] },
    ])
  })

  it('takes only strings as metadata of follow-up operations', () => {
    expect(errorsOf(z.object({ metadata: textMetadata }), { metadata: { key: 1 } })).toEqual([
      { property: 'metadata.key', message: 'has an invalid format', params: ['metadata.key'] },
    ])
  })

  it('reports a method that it does not recognize, and an unknown redirect', () => {
    const errors = (type: unknown) =>
      errorsOf(authorizeRequest, withMember(validAuthorize, 'payment_method.type', type))
    expect(errors('cheque')[0]?.message).toMatch(
      /^must be one of card, saved_card, network-token, gwallet-pay, /,
    )
    expect(errors('provider-redirect-xyz')).toContainEqual({
      property: 'payment_method.type',
      message: 'is not supported',
      params: ['payment_method.type'],
    })
    expect(errors(undefined)[0]).toEqual({
      property: 'payment_method.type',
      message: 'is required',
      params: ['payment_method.type'],
    })
  })

  it.each([[undefined], [null], [[]], ['text'], [5], [new RawNumber('1.0')]])(
    'refuses %j as a body',
    (body) => {
      expect(errorsOf(sessionRequest, body)).toEqual([
        { property: 'body', message: 'must be a JSON object', params: ['body'] },
      ])
    },
  )

  it('does not send long values back', () => {
    expect(sessionErrors('currency', 'x'.repeat(60_000))[0]?.params[1]).toHaveLength(101)
  })
})

describe('validateRequest', () => {
  it('reports everything together, in the order of the schema', () => {
    const request = {
      surprise: 1,
      metadata: { nested: {} },
      customer: { email: 'jane', surprise: 1, id: '' },
      amount: '1',
      terminal_id: 'T1',
    }
    expect(errorsOf(sessionRequest, request).map(({ property }) => property)).toEqual([
      'terminal_id',
      'reference',
      'description',
      'currency',
      'amount',
      'transaction_type',
      'return_url',
      'customer.id',
      'customer.email',
      'customer.surprise',
      'metadata.nested',
      'surprise',
    ])
  })

  it('reports rules across members together with the others', () => {
    const request = { ...withMember(validAuthorize, 'browser_info', undefined), amount: 0, surprise: 1 }
    expect(errorsOf(authorizeRequest, request).map(({ property }) => property)).toEqual([
      'amount',
      'browser_info',
      'surprise',
    ])
  })

  it('reports members of every method in the order of that method', () => {
    const request = {
      ...validBlik,
      return_url: null,
      payment_method: { type: 'partner-blik', data: { blik_code: '1' } },
    }
    expect(errorsOf(authorizeRequest, request).map(({ property }) => property)).toEqual([
      'payment_method.data.email',
      'payment_method.data.first_name',
      'payment_method.data.last_name',
      'payment_method.data.blik_code',
      'return_url',
    ])
  })

  it('reads a number’s value where its spelling does not matter', () => {
    const request = withMember(validAuthorize, 'browser_info.color_depth', new RawNumber('24.0'))
    const outcome = validateRequest(authorizeRequest, {
      ...request,
      metadata: { rate: new RawNumber('1.5') },
    })
    expect(outcome).toMatchObject({
      ok: true,
      value: { metadata: { rate: 1.5 }, browser_info: { color_depth: 24 } },
    })
  })

  it('refuses numbers it cannot represent', () => {
    expect(sessionErrors('metadata.big', new RawNumber('9007199254740993'))).toHaveLength(1)
    expect(sessionErrors('metadata.huge', new RawNumber('1e999'))).toHaveLength(1)
    for (const member of ['options', 'customer', 'payment_method.data']) {
      const request = withMember(validAuthorize, member, new RawNumber('9007199254740993'))
      expect(errorsOf(authorizeRequest, request), member).toEqual([
        { property: member, message: 'has an invalid format', params: [member] },
      ])
    }
  })

  it('treats a member called __proto__ like any unknown one', () => {
    const request: unknown = JSON.parse(`{"__proto__": {"reference": "x"}, "amount": 1}`)
    const properties = errorsOf(sessionRequest, request).map(({ property }) => property)
    expect(properties).toContain('reference')
    expect(properties).toContain('__proto__')
  })

  it('survives bodies nested as deep as 64 KiB allow', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    expect(sessionErrors('surprise', JSON.parse(deep))).toHaveLength(1)
    expect(sessionErrors('metadata.deep', JSON.parse(deep))).toHaveLength(1)
  })
})

describe('every JSON value', () => {
  it('becomes a request or a list of items that name their property', () => {
    const anyRequest = fc.oneof(
      fc.jsonValue(),
      fc.record(Object.fromEntries(Object.keys(validAuthorize).map((member) => [member, fc.jsonValue()])), {
        requiredKeys: [],
      }),
    )
    fc.assert(
      fc.property(anyRequest, (request) => {
        const errors = errorsOf(authorizeRequest, request)
        expect(errors.length).toBeGreaterThan(0)
        for (const { property, message, params } of errors) {
          expect(params[0]).toBe(property)
          expect(message).toMatch(/^(is|has|must|length) /)
        }
      }),
    )
  })
})

describe('toErrorItems', () => {
  it('explains errors that were not parsed by validateRequest', () => {
    const schema = z.strictObject({ name: z.string() })
    const input = { other: 1 }
    const { error } = schema.safeParse(input)
    if (!error) throw new Error('the input breaks two rules')
    expect(toErrorItems(error, input).map(({ property, message }) => `${property} ${message}`)).toEqual([
      'name is required',
      'other is not a documented field',
    ])
  })

  it('does not send a long name back', () => {
    const schema = z.strictObject({})
    const input = { ['x'.repeat(60_000)]: 1 }
    const { error } = schema.safeParse(input)
    if (!error) throw new Error('the input breaks a rule')
    expect(toErrorItems(error, input)[0]?.property).toBe(`${'x'.repeat(100)}…`)
  })
})
