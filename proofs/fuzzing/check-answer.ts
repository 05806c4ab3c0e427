import * as z from 'zod'

import {
  badRequest,
  type EndpointName,
  ENDPOINTS,
  forbidden,
  methodNotAllowed,
  notFound,
  oauthError,
  payloadTooLarge,
  tooManyRequests,
  unauthorized,
  unsupportedMediaType,
} from '@sluice/types'
import { verifyAnswer } from '@sluice/platform/http/verify-answer'

import type { FuzzRequest } from './fuzz-request.ts'

export interface FuzzAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

const errorOf = (error: string) => z.object({ error: z.literal(error), message: z.string().optional() })

/** The responses of the edge before an endpoint is known. */
const OF_THE_EDGE: Readonly<Record<number, z.ZodType>> = {
  400: badRequest,
  401: unauthorized,
  403: forbidden,
  404: notFound,
  405: methodNotAllowed,
  413: payloadTooLarge,
  414: errorOf('URI Too Long'),
  415: unsupportedMediaType,
  421: errorOf('Misdirected Request'),
  429: tooManyRequests,
}

/**
 * Returns the fault of an answer, or null.
 *
 * @param secrets - texts that no answer may hold.
 */
export function checkAnswer(
  request: FuzzRequest,
  { status, headers, text }: FuzzAnswer,
  secrets: readonly string[],
): string | null {
  if (status >= 500) return `answered ${status} ${text}`
  // Node sends the 431 itself.
  if (status !== 431 && headers['x-request-id'] === undefined) return `a ${status} without x-request-id`
  if (status === 405 && headers['allow'] === undefined) return 'a 405 without Allow'
  const secret = secrets.find((each) => text.includes(each))
  if (secret !== undefined) return `the answer holds ${secret}`
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return null
  const type = String(headers['content-type'] ?? '')
  if (text === '') return null
  if (type.startsWith('text/html'))
    return text.startsWith('<!doctype html>') ? null : 'a page without a beginning'
  if (!type.startsWith('application/json')) return null
  return verify(request, status, parse(text))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function verify(request: FuzzRequest, status: number, body: unknown): string | null {
  if (body === undefined) return 'an answer that calls itself JSON and is none'
  const problems = [...endpointsOf(request)].map((name) => complain(() => verifyAnswer(name, status, body)))
  if (problems.includes(null)) return null
  if (OF_THE_EDGE[status]?.safeParse(body).success) return null
  // RFC 6750 §3: pages of the identity provider outside the table respond like its endpoints.
  if (request.url.startsWith('/realms/') && oauthError.safeParse(body).success) return null
  // Documents that belong to no endpoint of the table.
  if (problems.length === 0 && status < 300) return null
  return problems.find((problem) => problem !== null) ?? `answered ${status}, as no schema says`
}

function complain(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Lists the endpoints that may have received a request: of its method, with as many segments and the same fixed
 * ones.
 */
function* endpointsOf({ method, url }: FuzzRequest): Generator<EndpointName> {
  const segments = (url.split('?', 1)[0] ?? '').split('/')
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const row = ENDPOINTS[name]
    const template = row.path.split('/')
    const own = row.server === 'auth' ? segments.slice(-(template.length - 1)) : segments.slice(1)
    if (row.method !== method || own.length !== template.length - 1) continue
    if (template.slice(1).every((part, place) => part.startsWith('{') || part === own[place])) yield name
  }
}
