import { validate } from '@readme/openapi-parser'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { type EndpointName, ENDPOINTS } from './endpoints.ts'
import { buildOpenApi } from './openapi.ts'
import { OPENAPI_EXAMPLES } from './openapi-examples.ts'

const OPTIONS = {
  baseUrl: 'https://pay.example',
  authUrl: 'https://id.example',
  realm: 'sluice',
  version: '1.0.0',
}
const openApi = buildOpenApi(OPTIONS)

// The validator resolves references in place, so it gets a copy.
const judge = (document: object) => validate(structuredClone(document) as Parameters<typeof validate>[0])

const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    ...(operation as { operationId: EndpointName }),
  })),
)

describe('buildOpenApi', () => {
  it('obeys the rules of OpenAPI 3.1', async () => {
    expect(await judge(openApi)).toMatchObject({ valid: true, warnings: [] })
  })

  it('is checked by a validator that can fail', async () => {
    const broken = { ...openApi, paths: { '/x/{id}': { get: { responses: 5 } } } }
    expect(await judge(broken)).toMatchObject({ valid: false })
  })

  it('has exactly the served endpoints', () => {
    const built = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
      .filter(([, row]) => row.built)
      .map(([name, { method, path }]) => ({ operationId: name, method: method.toLowerCase(), path }))
    expect(operations.map(({ operationId, method, path }) => ({ operationId, method, path }))).toEqual(built)
  })

  it('omits the tools of the test environment where they do not exist', () => {
    const { paths } = buildOpenApi({ ...OPTIONS, hasSimulators: false })
    expect(Object.keys(paths).filter((path) => path.startsWith('/simulators/'))).toEqual([])
    expect(openApi.paths).toHaveProperty('/simulators/clock')
  })

  it('documents every status of a row', () => {
    for (const { operationId, ...operation } of operations) {
      const { responses } = operation as unknown as { responses: object }
      expect(Object.keys(responses), operationId).toEqual(Object.keys(ENDPOINTS[operationId].responses))
    }
  })

  it('refers to named schemas instead of repeating them', () => {
    const { result } = (openApi.components.schemas.Envelope as { properties: { result: object } }).properties
    expect(JSON.stringify(result)).toContain('"#/components/schemas/Transaction"')
    expect(openApi.components.schemas.SessionRequest).toMatchObject({
      additionalProperties: false,
      properties: {
        amount: { $ref: '#/components/schemas/CheckoutAmount' },
        currency: { $ref: '#/components/schemas/Currency' },
        reference: { minLength: 1, maxLength: 40 },
      },
    })
  })

  it('has no dangling reference', () => {
    for (const [, name = ''] of JSON.stringify(openApi).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(openApi.components.schemas).toHaveProperty(name)
    }
  })

  it('sends identity calls to the realm', () => {
    expect(openApi.paths['/protocol/openid-connect/token']).toMatchObject({
      post: { servers: [{ url: 'https://id.example/realms/sluice' }] },
    })
  })
})

describe('every body', () => {
  const bodies = operations.flatMap(({ operationId, ...operation }) => {
    const { requestBody, responses } = operation as unknown as {
      readonly requestBody?: { readonly content: Contents }
      readonly responses: Readonly<Record<string, { readonly content?: Contents }>>
    }
    const row: Endpoint = ENDPOINTS[operationId]
    return [
      ...(requestBody && row.body
        ? [{ title: `${operationId} request`, content: requestBody.content, schema: row.body }]
        : []),
      ...Object.entries(responses).flatMap(([status, { content }]) => {
        const schema = row.responses[Number(status)]
        // Streams, and sets of keys from another standard, are not the gateway's own JSON.
        return content?.['application/json'] && schema
          ? [{ title: `${operationId} ${status}`, content, schema }]
          : []
      }),
    ]
  })

  it.each(bodies)('$title: has examples that match its schema', ({ content, schema }) => {
    const examples = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples))
    expect(examples).not.toEqual([])
    for (const { value } of examples) expect(schema.safeParse(value)).toMatchObject({ success: true })
  })

  it('has a title that generators use as the name of its type', () => {
    for (const schema of Object.values(openApi.components.schemas)) expect(schema).toHaveProperty('title')
    expect(openApi.components.schemas.UnprocessableOrder).toMatchObject({
      anyOf: [
        { $ref: '#/components/schemas/OrderValidationFailure' },
        { $ref: '#/components/schemas/InvalidRequest' },
      ],
    })
  })

  it('a card payment’s body comes first among the variants of authorize', () => {
    expect(openApi.components.schemas.AuthorizeRequest).toMatchObject({
      oneOf: [{ title: 'AuthorizeCardRequest' }, {}, {}],
    })
  })
})

type Contents = Readonly<
  Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
>

describe('examples', () => {
  const examples = Object.entries(OPENAPI_EXAMPLES).flatMap(([name, { request = {}, answers = {} }]) => {
    const row: Endpoint = ENDPOINTS[name as EndpointName]
    const answer = row.responses[row.success]
    return [
      ...Object.entries(request).map(([title, value]) => ({ name, title, value, schema: row.body })),
      ...Object.entries(answers).map(([title, value]) => ({ name, title, value, schema: answer })),
    ]
  })

  it.each(examples)('$name, $title: matches its schema', ({ value, schema }) => {
    expect(schema?.safeParse(value)).toMatchObject({ success: true })
  })
})
