import { describe, expect, it } from 'vitest'
import { AuthenticationError } from '../errors/authentication-error.ts'
import { ConflictError } from '../errors/conflict-error.ts'
import { ContractError } from '../errors/contract-error.ts'
import { InvalidNotificationUrlError } from '../errors/invalid-notification-url-error.ts'
import { NotFoundError } from '../errors/not-found-error.ts'
import { PermissionError } from '../errors/permission-error.ts'
import { RateLimitError } from '../errors/rate-limit-error.ts'
import { RequestRejectedError } from '../errors/request-rejected-error.ts'
import { ServerError } from '../errors/server-error.ts'
import { ServiceUnavailableError } from '../errors/service-unavailable-error.ts'
import { ValidationError } from '../errors/validation-error.ts'
import type { Answer } from './exchange.ts'
import { readError } from './read-error.ts'

const call = { method: 'POST', path: '/api/sessions', reference: 'order-1001', idempotencyKey: 'key-1' }
const urlProperty = 'options.three_ds.notification_url'

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    headers: new Headers(headers),
  }
}

describe('http-errors: every body of the contract becomes its class', () => {
  it.each([
    {
      name: '400 for the notification URL',
      given: answer(400, {
        errors: [{ property: urlProperty, message: 'must start with https://', params: [urlProperty] }],
        method: 'POST',
        status: 400,
      }),
      type: InvalidNotificationUrlError,
      members: { code: 'notification_url_invalid', rule: 'must start with https://', outcomeUnknown: false },
    },
    {
      name: '400 for a body that is not JSON',
      given: answer(400, {
        errors: [{ property: 'body', message: 'Malformed JSON' }],
        method: 'POST',
        status: 400,
      }),
      type: ValidationError,
      members: {
        code: 'validation_failed',
        foundBy: 'gateway',
        errors: [{ property: 'body', message: 'Malformed JSON', params: [] }],
      },
    },
    {
      name: '401',
      given: answer(401, { error: 'Unauthorized' }),
      type: AuthenticationError,
      members: { code: 'authentication_failed', refusedBy: 'gateway' },
    },
    {
      name: '403 with a body',
      given: answer(403, { error: 'Forbidden' }),
      type: PermissionError,
      members: { code: 'permission_denied', blockedAtEdge: false },
    },
    {
      name: '403 without a body',
      given: answer(403, ''),
      type: PermissionError,
      members: { code: 'permission_denied', blockedAtEdge: true },
    },
    {
      name: '404',
      given: answer(404, { error: 'Not Found' }),
      type: NotFoundError,
      members: { code: 'not_found' },
    },
    {
      name: '405',
      given: answer(405, { error: 'Method Not Allowed' }),
      type: RequestRejectedError,
      members: { code: 'request_rejected', status: 405 },
    },
    {
      name: '409 for a key in use',
      given: answer(409, { error: 'Conflict', message: 'still being processed' }, { 'retry-after': '2' }),
      type: ConflictError,
      members: {
        code: 'conflict',
        reason: 'still being processed',
        retryAfterSeconds: 2,
        sessionStatus: undefined,
        // The request that is running is this one.
        outcomeUnknown: true,
      },
    },
    {
      name: '409 for a busy session',
      given: answer(409, { error: 'Conflict', status: 'PENDING' }),
      type: ConflictError,
      members: { code: 'conflict', sessionStatus: 'PENDING', reason: undefined, outcomeUnknown: false },
    },
    {
      name: '413',
      given: answer(413, { error: 'Payload Too Large' }),
      type: RequestRejectedError,
      members: { code: 'request_rejected', status: 413 },
    },
    {
      name: '415',
      given: answer(415, { error: 'Unsupported Media Type' }),
      type: RequestRejectedError,
      members: { code: 'request_rejected', status: 415 },
    },
    {
      name: '422, the ordinary shape',
      given: answer(422, {
        errors: [{ property: 'reference', message: 'already exists', params: ['reference'] }],
        method: 'POST',
        status: 422,
      }),
      type: ValidationError,
      members: {
        code: 'validation_failed',
        errors: [{ property: 'reference', message: 'already exists', params: ['reference'] }],
        processingCode: undefined,
      },
    },
    {
      name: '422, status INVALID',
      given: answer(422, {
        status: 'INVALID',
        errors: [{ property: 'customer.id', message: 'Customer with id 7 not found' }],
        processing_code: '2000',
      }),
      type: ValidationError,
      members: {
        code: 'validation_failed',
        errors: [{ property: 'customer.id', message: 'Customer with id 7 not found', params: [] }],
        processingCode: '2000',
      },
    },
    {
      name: '429',
      given: answer(429, { error: 'Too Many Requests' }, { 'retry-after': '60' }),
      type: RateLimitError,
      members: { code: 'rate_limited', retryAfterSeconds: 60, outcomeUnknown: false },
    },
    {
      name: '500',
      given: answer(500, { error: 'Internal Server Error', request_id: 'r' }, { 'x-request-id': 'r-1' }),
      type: ServerError,
      members: { code: 'server_failed', requestId: 'r-1', outcomeUnknown: true },
    },
    {
      name: '503',
      given: answer(503, { error: 'Service Unavailable' }),
      type: ServiceUnavailableError,
      members: { code: 'service_unavailable', outcomeUnknown: true },
    },
    {
      name: "a proxy's 502",
      given: answer(502, '<html>Bad gateway</html>'),
      type: ServerError,
      members: { code: 'server_failed', status: 502, outcomeUnknown: true },
    },
    {
      name: 'a redirect',
      given: answer(302, '', { location: 'https://elsewhere.example' }),
      type: ContractError,
      members: { code: 'contract_violated', outcomeUnknown: true },
    },
  ])('$name', ({ given, type, members }) => {
    const error = readError(given, { call, acts: true })
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ status: given.status, call, ...members })
    expect(error.name).toBe(type.name)
  })

  it('reports that nothing happened when a read breaks', () => {
    const get = { method: 'GET', path: '/api/sessions/{session_id}' }
    expect(readError(answer(500, ''), { call: get, acts: false })).toMatchObject({ outcomeUnknown: false })
  })

  it('distinguishes a gateway without the record from an address without a gateway', () => {
    const text = (body: unknown) => String(readError(answer(404, body), { call, acts: true }))
    expect(text({ error: 'Not Found' })).not.toContain('No gateway answers there')
    expect(text('<html>nginx</html>')).toContain('No gateway responds there: check baseUrl.')
  })

  it('survives malformed bodies', () => {
    for (const body of ['', '[]', 'null', '{"errors":7}', '{"errors":[null,{"property":1}]}', '<html>']) {
      expect(readError(answer(422, body), { call, acts: true })).toMatchObject({
        code: 'validation_failed',
        errors: [],
      })
    }
  })

  it('names the members at fault, and counts the rest', () => {
    const errors = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((property) => ({
      property,
      message: 'is required',
    }))
    expect(readError(answer(422, { errors }), { call, acts: true }).message).toBe(
      'POST /api/sessions was rejected: a is required; b is required; c is required; d is required; e is required; 2 more. Correct the request and send it again.',
    )
  })
})
