import type { SeededRandom } from '../../packages/gateway/test/seeded-random.ts'
import { encodeText, FORM_TYPE, type FuzzRequest } from './fuzz-request.ts'
import { drawHostile, drawText } from './hostile-values.ts'

type Mutate = (request: FuzzRequest, random: SeededRandom) => FuzzRequest

type Members = Record<string, unknown>

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

const CONTENT_TYPES = [
  '',
  'application/json',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/problem+json',
  'text/plain',
  'text/xml',
  'multipart/form-data; boundary=x',
  FORM_TYPE,
  `application/json, ${FORM_TYPE}`,
  '\u00ff/\u00ff',
] as const

const AUTHORIZATIONS = [
  '',
  'Bearer',
  'Bearer ',
  'bearer x',
  'Bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Basic',
  'Basic !!!!',
  'Basic Og==',
  'Basic /////w==',
  'Digest username="x"',
  `Bearer ${'a'.repeat(7_000)}`,
] as const

/** Headers that some code reads, with values to try. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'api-version',
  'access-control-request-method',
  'content-encoding',
  'content-length-is',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'idempotency-key',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-fetch-dest',
  'traceparent',
  'tracestate',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
  'x-client-key',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-request-id',
  'x-sandbox-id',
] as const

const HEADER_VALUES = [
  '',
  '*',
  'null',
  'gzip',
  'br, gzip;q=0.5',
  '100-continue',
  '00-00000000000000000000000000000000-0000000000000000-00',
  '::1',
  '999.999.999.999, ,,',
  '127.0.0.1:1',
  'text/html',
  'https://shop.example',
  '2099-01-01',
  'q=0;q=1;;',
  '\u00e9\u00ff',
  '__proto__',
  'a'.repeat(300),
  'a'.repeat(9_000),
] as const

/** Names for members of bodies. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '\u0000',
  'amount',
  'id',
] as const

/** Percent signs in a path that decode to no text. */
const UNDECODABLE = ['%', '%z', '%zz', '%c0%ae', '%e0%a4', '%ff', 'a%'] as const

/** The mutations of a request, by names that describe a failing case. */
export const MUTATIONS = {
  'another method': (request, random) => ({ ...request, method: random.pick(METHODS) }),
  'a hostile parameter': (request, random) => ({ ...request, url: replaceSegment(request.url, random) }),
  'a hostile query': (request, random) => {
    const name = random.pick([
      'limit',
      'cursor',
      'email',
      'status',
      'created_from',
      'last4',
      drawText(random),
    ])
    const pair = `${encodeText(name)}=${encodeText(drawText(random))}`
    return {
      ...request,
      url: `${request.url}${request.url.includes('?') ? '&' : '?'}${random.whole(3) === 0 ? `${pair}&${pair}` : pair}`,
    }
  },
  'another content type': (request, random) => setHeader(request, 'content-type', random.pick(CONTENT_TYPES)),
  'other credentials': (request, random) => setHeader(request, 'authorization', random.pick(AUTHORIZATIONS)),
  'no credentials': (request) => {
    const { authorization: _, 'x-client-key': __, ...headers } = request.headers
    return { ...request, headers }
  },
  'a hostile header': (request, random) =>
    setHeader(request, random.pick(HEADERS), random.pick(HEADER_VALUES)),
  'a key for once': (request, random) =>
    setHeader(request, 'idempotency-key', random.pick(['key-1', 'key-2', 'key-3'])),
  'another value': (request, random) =>
    changeMembers(request, (holder, name) => (holder[name] = drawHostile(random)), random),
  'another member missing': (request, random) =>
    changeMembers(request, (holder, name) => delete holder[name], random),
  'another member more': (request, random) =>
    changeMembers(
      request,
      (holder) => {
        // Adds own members, including `__proto__`.
        const value = drawHostile(random)
        const name = random.pick(NAMES)
        Object.defineProperty(holder, name, { value, enumerable: true, configurable: true })
      },
      random,
    ),
  'a member twice': (request, random) =>
    changeText(request, (text) => text.replace('{', `{"${random.pick(['amount', 'type', 'reference'])}":1,`)),
  'a number written otherwise': (request, random) =>
    changeText(request, (text) =>
      text.replace(
        /:\s*\d+/,
        () => `:${random.pick(['1e2', '100.0', '-0', '1E400', '9'.repeat(400), '01', '0x1'])}`,
      ),
    ),
  'cut off': (request, random) =>
    request.body === null
      ? request
      : { ...request, body: request.body.subarray(0, random.whole(request.body.length + 1)) },
  'a byte changed': (request, random) => changeBytes(request, random),
  'something before or behind': (request, random) =>
    changeText(request, (text) => {
      const more = random.pick(['\ufeff', ' ', '\u0000', '{}', '//', ',', '[', text])
      return random.whole(2) === 0 ? more + text : text + more
    }),
  'a body of another kind': (request, random) => ({
    ...request,
    body: Buffer.from(
      random.pick([
        '',
        'null',
        '0',
        '"x"',
        '[]',
        '{}',
        '[[[[',
        '{"a":',
        'a=b&a=c',
        '%=%',
        '\u0000'.repeat(9),
      ]),
    ),
  }),
  'a body too large': (request, random) => ({
    ...request,
    body: Buffer.alloc(
      random.pick([65_535, 65_536, 65_537, 200_000]),
      random.pick(['{', '[', ' ', 'a', '"']),
    ),
  }),
} as const satisfies Readonly<Record<string, Mutate>>

export type MutationName = keyof typeof MUTATIONS

export const MUTATION_NAMES = Object.keys(MUTATIONS) as MutationName[]

function setHeader(request: FuzzRequest, name: string, value: string): FuzzRequest {
  return { ...request, headers: { ...request.headers, [name]: value } }
}

function replaceSegment(url: string, random: SeededRandom): string {
  const segments = url.split('/')
  const place = 1 + random.whole(Math.max(1, segments.length - 1))
  return segments.with(place < segments.length ? place : 0, drawSegment(random)).join('/')
}

function drawSegment(random: SeededRandom): string {
  switch (random.whole(8)) {
    case 0:
      return random.pick(UNDECODABLE)
    case 1:
      return drawText(random)
    default:
      return encodeText(drawText(random))
  }
}

function changeText(request: FuzzRequest, change: (text: string) => string): FuzzRequest {
  return request.body === null ? request : { ...request, body: Buffer.from(change(request.body.toString())) }
}

function changeBytes(request: FuzzRequest, random: SeededRandom): FuzzRequest {
  if (request.body === null || request.body.length === 0) return request
  const body = Buffer.from(request.body)
  for (let times = 1 + random.whole(3); times > 0; times -= 1)
    body[random.whole(body.length)] = random.whole(256)
  return { ...request, body }
}

/** Changes one of the objects of a JSON body, or one field of a form. Other bodies are unchanged. */
function changeMembers(
  request: FuzzRequest,
  change: (holder: Members, name: string) => unknown,
  random: SeededRandom,
): FuzzRequest {
  if (request.body === null) return request
  const text = request.body.toString()
  const isForm = request.headers['content-type'] === FORM_TYPE
  const value = isForm ? Object.fromEntries(new URLSearchParams(text)) : parse(text)
  const holders = listHolders(value)
  if (holders.length === 0) return request
  const holder = random.pick(holders)
  change(holder, random.pick([...Object.keys(holder), 'unknown']))
  return { ...request, body: Buffer.from(isForm ? writeForm(value as Members) : JSON.stringify(value)) }
}

function writeForm(fields: Members): string {
  return Object.entries(fields)
    .map(
      ([name, field]) =>
        `${encodeText(name)}=${encodeText(typeof field === 'string' ? field : JSON.stringify(field))}`,
    )
    .join('&')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function listHolders(value: unknown): Members[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap((member) => listHolders(member))
  return Array.isArray(value) ? below : [value as Members, ...below]
}
