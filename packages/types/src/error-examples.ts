import type * as z from 'zod'

import {
  badRequest,
  conflict,
  forbidden,
  internalServerError,
  methodNotAllowed,
  notFound,
  operatorForbidden,
  orderValidationFailure,
  payloadTooLarge,
  serviceUnavailable,
  tooManyRequests,
  unauthorized,
  unprocessable,
  unprocessableOrder,
  unsupportedMediaType,
} from './schemas/errors.ts'
import { oauthError } from './schemas/identity.ts'
import { statusNotFound } from './schemas/status.ts'

type Examples = Readonly<Record<string, unknown>>

const MISSING = { property: 'amount', message: 'is required', params: ['amount'] }
const TAKEN = { property: 'reference', message: 'already exists', params: ['reference'] }

const refusal = (method: string) => ({
  member: { errors: [MISSING], method, status: 422 },
  unknown_record: {
    status: 'INVALID',
    errors: [{ property: 'customer.id', message: 'Customer with id 42 not found' }],
    processing_code: '2000',
  },
})

/** Examples of each error, by its schema. Some repeat the request's method. */
const EXAMPLES: ReadonlyMap<z.ZodType, (method: string) => Examples> = new Map<
  z.ZodType,
  (method: string) => Examples
>([
  [
    badRequest,
    (method) => ({
      malformed: {
        errors: [{ property: 'body', message: 'Malformed JSON', params: ['body'] }],
        method,
        status: 400,
      },
    }),
  ],
  [unauthorized, () => ({ token: { error: 'Unauthorized' } })],
  [forbidden, () => ({ role: { error: 'Forbidden' } })],
  [operatorForbidden, () => ({ area: { error: 'Forbidden', area: 'decisions' } })],
  [notFound, () => ({ unknown: { error: 'Not Found' } })],
  [statusNotFound, () => ({ unknown: { found: false, transaction: null } })],
  [methodNotAllowed, () => ({ method: { error: 'Method Not Allowed' } })],
  [
    conflict,
    () => ({
      running: {
        error: 'Conflict',
        message: 'A request with this Idempotency-Key is still being processed',
      },
      session: { error: 'Conflict', status: 'PENDING' },
    }),
  ],
  [payloadTooLarge, () => ({ body: { error: 'Payload Too Large' } })],
  [unsupportedMediaType, () => ({ type: { error: 'Unsupported Media Type' } })],
  [unprocessable, refusal],
  [
    unprocessableOrder,
    (method) => ({
      ...refusal(method),
      reference_taken: {
        errors: [TAKEN],
        existing: {
          kind: 'TRANSACTION',
          id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11',
          status: 'APPROVED',
          amount: 24_900,
          currency: 'SEK',
          created_at: '2026-11-21T10:04:07.120Z',
        },
        method,
        status: 422,
      },
    }),
  ],
  [orderValidationFailure, (method) => ({ member: { errors: [MISSING], method, status: 422 } })],
  [tooManyRequests, () => ({ rate: { error: 'Too Many Requests' } })],
  [
    internalServerError,
    () => ({
      fault: { error: 'Internal Server Error', request_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b13' },
    }),
  ],
  [serviceUnavailable, () => ({ away: { error: 'Service Unavailable' } })],
  [
    oauthError,
    () => ({
      client: { error: 'invalid_client', error_description: 'Invalid client or Invalid client credentials' },
    }),
  ],
])

/** Returns examples of an error body; undefined if the schema does not describe an error. */
export function errorExamples(schema: z.ZodType, method: string): Examples | undefined {
  return EXAMPLES.get(schema)?.(method)
}
