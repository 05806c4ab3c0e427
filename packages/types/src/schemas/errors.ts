import * as z from 'zod'
import { SESSION_STATUSES } from '../vocabulary/index.ts'

export const errorItem = z
  .object({
    property: z.string().meta({ description: 'Dotted path of the member.', examples: ['customer.email'] }),
    message: z.string().meta({ examples: ['is required'] }),
    params: z.array(z.string()).meta({
      description: 'The property, then what the message speaks of: limits, allowed values, what was given.',
    }),
  })
  .meta({ id: 'ErrorItem' })

export const badRequest = z
  .object({ errors: z.array(errorItem), method: z.string(), status: z.literal(400) })
  .meta({ id: 'BadRequest', description: 'The body is not JSON, or the notification URL cannot be used.' })

export type BadRequest = z.output<typeof badRequest>

export const validationFailure = z
  .object({ errors: z.array(errorItem), method: z.string(), status: z.literal(422) })
  .meta({
    id: 'ValidationFailure',
    description: 'All problems of the request together, in the order of its members.',
  })

export type ValidationFailure = z.output<typeof validationFailure>

export const invalidRequest = z
  .object({
    status: z.literal('INVALID'),
    errors: z.array(z.object({ property: z.string(), message: z.string() })),
    processing_code: z.string(),
  })
  .meta({
    id: 'InvalidRequest',
    description:
      'Something the request names does not exist or is not offered: customer, saved card, tokenization, terminal. Nothing was stored.',
  })

export type InvalidRequest = z.output<typeof invalidRequest>

/** Told apart by `status`: a number for the one, `INVALID` for the other. */
export const unprocessable = z.union([validationFailure, invalidRequest]).meta({ id: 'Unprocessable' })

export type Unprocessable = z.output<typeof unprocessable>

export const unauthorized = z.object({ error: z.literal('Unauthorized') }).meta({ id: 'Unauthorized' })

export type Unauthorized = z.output<typeof unauthorized>

export const forbidden = z.object({ error: z.literal('Forbidden') }).meta({
  id: 'Forbidden',
  description: 'The token lacks the role. A 403 without a body comes from the edge of the service.',
})

export type Forbidden = z.output<typeof forbidden>

export const notFound = z.object({ error: z.literal('Not Found') }).meta({ id: 'NotFound' })

export type NotFound = z.output<typeof notFound>

export const methodNotAllowed = z
  .object({ error: z.literal('Method Not Allowed') })
  .meta({ id: 'MethodNotAllowed' })

export type MethodNotAllowed = z.output<typeof methodNotAllowed>

export const conflict = z
  .object({
    error: z.literal('Conflict'),
    message: z.string().optional(),
    status: z
      .enum(SESSION_STATUSES)
      .optional()
      .meta({ description: 'Of the session that is busy or finished.' }),
  })
  .meta({
    id: 'Conflict',
    description:
      'A request with the same `Idempotency-Key` is still being processed, the session is busy or finished, or the webhook subscription is disabled.',
  })

export type Conflict = z.output<typeof conflict>

export const payloadTooLarge = z
  .object({ error: z.literal('Payload Too Large') })
  .meta({ id: 'PayloadTooLarge' })

export type PayloadTooLarge = z.output<typeof payloadTooLarge>

export const unsupportedMediaType = z
  .object({ error: z.literal('Unsupported Media Type') })
  .meta({ id: 'UnsupportedMediaType' })

export type UnsupportedMediaType = z.output<typeof unsupportedMediaType>

export const tooManyRequests = z
  .object({ error: z.literal('Too Many Requests') })
  .meta({ id: 'TooManyRequests', description: '`Retry-After` says how many seconds to wait.' })

export type TooManyRequests = z.output<typeof tooManyRequests>

export const internalServerError = z
  .object({ error: z.literal('Internal Server Error'), request_id: z.string() })
  .meta({ id: 'InternalServerError' })

export type InternalServerError = z.output<typeof internalServerError>

export const serviceUnavailable = z
  .object({ error: z.literal('Service Unavailable') })
  .meta({ id: 'ServiceUnavailable' })

export type ServiceUnavailable = z.output<typeof serviceUnavailable>
