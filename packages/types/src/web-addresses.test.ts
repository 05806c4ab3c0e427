import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { withMember } from '../test/requests.ts'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { validateRequest } from './error-items.ts'

interface JsonSchema {
  readonly format?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

/** The dotted path of every member of a body that its schema calls an address. */
function addressesOf(body: z.ZodType): string[] {
  const root = z.toJSONSchema(body, { io: 'input' }) as JsonSchema
  const walk = (schema: JsonSchema, path: readonly string[]): string[] => {
    const { format, properties = {} } = root.$defs?.[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
    if (format === 'uri') return [path.join('.')]
    return Object.entries(properties).flatMap(([name, member]) => walk(member, [...path, name]))
  }
  return walk(root, [])
}

const ADDRESSES = Object.entries<Endpoint>(ENDPOINTS).flatMap(([endpoint, { body }]) =>
  body === undefined ? [] : addressesOf(body).map((path) => [endpoint, path, body] as const),
)

it('finds the addresses of the contract', () => {
  expect(ADDRESSES.map(([endpoint, path]) => `${endpoint} ${path}`)).toEqual([
    'createSession return_url',
    'createHostedPaymentPage return_url',
    'createPaymentLink return_url',
    'authorize return_url',
    'createPayment return_url',
    'createPayment error_url',
    'createPayment cancel_url',
    'createPayout return_url',
    'addWebhookSubscription url',
    'updateWebhookSubscription url',
    'createSandbox webhook_url',
    'createWebhookSubscription url',
  ])
})

describe.each(ADDRESSES)('%s: %s', (_endpoint, path, body) => {
  const problemsOf = (address: string) => {
    const validation = validateRequest(body, withMember({}, path, address))
    return validation.ok ? [] : validation.errors.filter(({ property }) => property === path)
  }

  it.each([
    '',
    'no address',
    'shop.example/return',
    '//shop.example/return',
    '/return',
    'https:shop.example',
    'https://',
    'https:///return',
    'https://[::1',
    'https://shop.example:65536/',
    'https://user:secret@shop.example/',
    'https://shop.example/a b',
    'https://shop.example\\@evil.example',
    'https://shop.example/\n',
    'https://shop.example/\u202egnp',
    'https://shop"example/',
    'https://{shop}.example/',
    'https://sh|op.example/',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('refuses %j', (address) => {
    expect(problemsOf(address)).toMatchObject([{ message: 'has an invalid format', params: [path] }])
  })

  it.each([
    'https://shop.example',
    'https://SHOP.example:443/a|b',
    'https://shop.example/{order}/^1?items=[a]|`b`#"top"',
    'https://shop.example/narudžba/1?ime=Åsa',
    'https://bücher.example/tack/😀',
    'https://my_shop.example/',
    'https://[2001:db8::1]:8443/',
  ])('accepts %j', (address) => {
    expect(problemsOf(address)).toEqual([])
  })
})
