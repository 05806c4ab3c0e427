import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { type EndpointName, endpointPath, ENDPOINTS } from './endpoints.ts'
import { OPERATOR_AREAS } from './vocabulary/index.ts'

const rows = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]

// The error statuses that every caller can receive, by authentication.
const FAILURES = {
  bearer: [400, 401, 403, 405, 429, 500, 503],
  'bearer-or-client-key': [400, 401, 403, 405, 429, 500, 503],
  'client-key': [400, 403, 404, 405, 429, 500, 503],
  'client-credentials': [400, 401, 403, 405, 413, 415, 429, 500, 503],
  'provider-signature': [400, 401, 403, 404, 405, 429, 500, 503],
  operator: [400, 401, 403, 404, 405, 500, 503],
  simulator: [400, 401, 403, 404, 405, 500, 503],
  none: [403, 405, 500, 503],
}

describe('the endpoint table', () => {
  it('has one row per method and path', () => {
    const addresses = rows.map(([, { method, server, path }]) => `${method} ${server} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('marks what is not served yet', () => {
    expect(rows.filter(([, { built }]) => !built).map(([name]) => name)).toEqual([])
  })

  it.each(rows)('%s describes every parameter of its path', (_, { path, params }) => {
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter)
    expect(inPath).toEqual(Object.keys(params?.shape ?? {}))
  })

  it.each(rows)('%s documents its statuses', (_, row) => {
    expect(row.responses).toHaveProperty(String(row.success))
    expect(Object.keys(row.responses).map(Number)).toEqual(expect.arrayContaining(FAILURES[row.auth]))
    // An id in the path may be of nothing.
    if (row.params) expect(row.responses).toHaveProperty('404')
    if (row.body && row.bodyType !== 'form') {
      expect(Object.keys(row.responses).map(Number)).toEqual(expect.arrayContaining([413, 422]))
      expect(415 in row.responses).toBe(row.bodyType === 'json')
    }
  })

  it.each(rows)('%s names its requirements and its purpose', (_, row) => {
    expect(row.body === undefined).toBe(row.bodyType === undefined)
    expect(row.role === null).toBe(row.auth !== 'bearer')
    expect(row.area !== undefined).toBe(row.auth === 'operator' || row.auth === 'simulator')
    expect(row.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(row.description).toMatch(/\.$/)
  })

  it('has an endpoint for every area that a token of an operator’s program can be given', () => {
    const declared = new Set(rows.flatMap(([, { area }]) => area ?? []))
    expect([...declared].sort()).toEqual([...OPERATOR_AREAS].sort())
  })

  it('accepts an idempotency key for every change by merchants and browsers', () => {
    const acts = rows.filter(
      ([, { method, auth }]) => method === 'POST' && ['bearer', 'client-key'].includes(auth),
    )
    expect(acts.length).toBeGreaterThan(10)
    for (const [name, { headers, responses }] of acts) {
      const takesKeys = headers !== undefined && 'idempotency-key' in headers.shape
      expect([name, takesKeys, 409 in responses, 422 in responses]).toEqual([name, true, true, true])
    }
  })

  it('refuses members that are not documented in every JSON body but those of providers', () => {
    for (const [name, { body, bodyType, auth }] of rows) {
      if (bodyType !== 'json' || !body || auth === 'provider-signature') continue
      for (const form of body instanceof z.ZodDiscriminatedUnion ? body.options : [body]) {
        const { error } = z.safeParse(form, { surprise: 1 })
        const codes = error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
        expect(codes, name).toContain('surprise')
      }
    }
  })
})

describe('endpointPath', () => {
  it('fills and percent-encodes', () => {
    expect(endpointPath('createSession')).toBe('/api/sessions')
    expect(endpointPath('getStatus', { id: 'a/b?c' })).toBe('/api/transactions/a%2Fb%3Fc/status')
    expect(endpointPath('requestClientAuthentication', { session_id: 's', id: 't' })).toBe(
      '/api/client/sessions/s/three-ds/t/request-authentication',
    )
  })

  it.each(['', '.', '..'])('refuses %j, which would lead elsewhere', (id) => {
    expect(() => endpointPath('getStatus', { id })).toThrow(TypeError)
  })
})

describe('named schemas', () => {
  it('can all be written as JSON Schema', () => {
    for (const [name, { body, responses }] of rows) {
      for (const schema of [body, ...Object.values(responses)]) {
        if (schema) expect(() => z.toJSONSchema(schema, { io: 'input' }), name).not.toThrow()
      }
    }
  })
})
