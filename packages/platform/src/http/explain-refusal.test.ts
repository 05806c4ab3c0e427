import { expect, it } from 'vitest'
import { explainRefusal } from './explain-refusal.ts'

const request = {
  status: 400,
  path: '/api/sessions',
  userAgent: 'curl',
  authorization: undefined,
  body: null,
}
const malformed = (text: string) => explainRefusal({ ...request, body: Buffer.from(text) })

it('names the place where a body is invalid JSON, and nothing of the body', () => {
  expect(malformed('{"amount": 1')).toMatch(/^the body is not valid JSON, from (the end|line 1 column \d+)$/)
  expect(malformed("{'card': 4242424242424242}")).toBe('the body is not valid JSON, from line 1 column 2')
  expect(malformed('{"card": 4242x}')).toMatch(/^the body is not valid JSON, from line 1 column \d+$/)
  expect(malformed('{}')).toBeNull()
  expect(explainRefusal(request)).toBeNull()
})

it('names a header that is missing, and where paths begin', () => {
  expect(explainRefusal({ ...request, status: 403, userAgent: ' ' })).toBe(
    'the request has no User-Agent header',
  )
  expect(explainRefusal({ ...request, status: 403 })).toBeNull()
  expect(explainRefusal({ ...request, status: 404, path: '/sessions' })).toContain('/api/')
  expect(explainRefusal({ ...request, status: 404 })).toBeNull()
  expect(explainRefusal({ ...request, status: 422 })).toBeNull()
})

it('reports what was sent instead of an access token', () => {
  const explain = (authorization?: string, path = request.path) =>
    explainRefusal({ ...request, status: 401, path, authorization })
  expect(explain()).toMatch(/^the Authorization header with an access token is missing/)
  expect(explain('Basic YTpi')).toContain('Bearer <access token>')
  expect(explain('Bearer ck_test_1')).toMatch(/^the token is a client key/)
  expect(explain('Bearer a-secret')).toMatch(/^the token is not an access token/)
  expect(explain('Bearer a.b.c')).toMatch(/^the access token belongs to another gateway or has expired/)
  expect(explain(undefined, '/portal/x')).toBeNull()
})

it('reports that a text looks like an attack, but not which one', () => {
  const explain = (text: string) => explainRefusal({ ...request, status: 403, body: Buffer.from(text) })
  expect(explain('{"description":"Mug <b>blue</b>"}')).toBe('a value in the body looks like HTML or SQL')
  expect(explain('{"description":"Mug"}')).toBeNull()
  expect(explain('{')).toBeNull()
})
