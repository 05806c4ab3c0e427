import * as z from 'zod'
import { OPERATOR_AREAS, SESSION_STATUSES, TRANSACTION_STATUSES } from '../vocabulary/index.ts'

/** One member that breaks a rule. */
export const errorItem = z
  .object({
    property: z.string().meta({ description: 'Dotted path of the member.', examples: ['customer.email'] }),
    message: z.string().meta({ examples: ['is required'] }),
    params: z.array(z.string()).meta({
      description: 'The property, then the values in the message: limits, allowed values, the given value.',
    }),
  })
  .meta({
    id: 'ErrorItem',
    clause: 'errors-and-limits#validation-messages',
    description: 'One problem of a request.',
  })

/** 400: the body cannot be read. */
export const badRequest = z
  .object({ errors: z.array(errorItem), method: z.string(), status: z.literal(400) })
  .meta({
    id: 'BadRequest',
    clause: 'errors-and-limits#http-errors',
    description: 'The body is not JSON, or the notification URL cannot be used.',
  })

/** 422: the members that break a rule. */
export const validationFailure = z
  .object({ errors: z.array(errorItem), method: z.string(), status: z.literal(422) })
  .meta({
    id: 'ValidationFailure',
    clause: 'errors-and-limits#http-errors',
    description: 'All problems of the request together, in the order of its members.',
  })

/** The holder of a reference. */
export const existingOrder = z
  .object({
    kind: z.enum(['SESSION', 'TRANSACTION']),
    id: z.string().nullable().meta({
      description:
        'Id of the transaction. Null for a session, whose id is not stored: repeat the request that created it with its Idempotency-Key to get the id again.',
    }),
    status: z.enum(TRANSACTION_STATUSES).meta({ description: 'Its current status.' }),
    amount: z.int().meta({ format: 'int64', description: 'Minor units.' }),
    currency: z.string(),
    created_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({
    id: 'ExistingOrder',
    clause: 'errors-and-limits#validation-messages',
    description: 'The session or transaction that has the reference already.',
  })

/** 422 of a request that begins an order: the members that break a rule, and what has its reference already. */
export const orderValidationFailure = validationFailure
  .extend({ existing: existingOrder.optional().meta({ description: 'Present if the reference is taken.' }) })
  .meta({
    id: 'OrderValidationFailure',
    clause: 'errors-and-limits#http-errors',
    description:
      'All problems of the request together, in the order of its members; for a reference that is taken, also the object that has it.',
  })

/** 422 of a payment: the members that break a rule, with a processing code. */
export const invalidRequest = z
  .object({
    status: z.literal('INVALID'),
    errors: z.array(z.object({ property: z.string(), message: z.string() })),
    processing_code: z.string(),
  })
  .meta({
    id: 'InvalidRequest',
    clause: 'errors-and-limits#http-errors',
    description:
      'Something the request names does not exist or is not offered: customer, saved card, tokenization, terminal. Nothing was stored.',
  })

/** `status` distinguishes them: one has a number, the other `INVALID`. */
export const unprocessable = z.union([validationFailure, invalidRequest]).meta({
  id: 'Unprocessable',
  clause: 'errors-and-limits#http-errors',
  description: 'A request that was understood and refused; `status` is a number or `INVALID`.',
})

/** Like {@link unprocessable}, for requests that begin an order. */
export const unprocessableOrder = z.union([orderValidationFailure, invalidRequest]).meta({
  id: 'UnprocessableOrder',
  clause: 'errors-and-limits#http-errors',
  description: 'An order that was understood and refused; `status` is a number or `INVALID`.',
})

/** 401: the credentials are missing, wrong or expired. */
export const unauthorized = z.object({ error: z.literal('Unauthorized') }).meta({
  id: 'Unauthorized',
  clause: 'errors-and-limits#http-errors',
  description: 'The credentials are missing or not valid.',
})

/** 403: the caller lacks a role, or its address is not allowed. */
export const forbidden = z.object({ error: z.literal('Forbidden') }).meta({
  id: 'Forbidden',
  clause: 'errors-and-limits#http-errors',
  description: 'The token lacks the role. A 403 without a body comes from the edge of the service.',
})

/** 403 at an endpoint of the operator: the token is good for other areas. */
export const operatorForbidden = forbidden
  .extend({
    area: z.enum(OPERATOR_AREAS).optional().meta({ description: 'The area that the token lacks.' }),
  })
  .meta({
    id: 'OperatorForbidden',
    clause: 'errors-and-limits#http-errors',
    description:
      'The token of an operator’s program lacks the area, or the person the role. A 403 without a body comes from the edge of the service.',
  })

/** 404: there is no such record or route. */
export const notFound = z.object({ error: z.literal('Not Found') }).meta({
  id: 'NotFound',
  clause: 'errors-and-limits#http-errors',
  description: 'Does not exist, or belongs to another merchant.',
})

/** 405: the path has other methods. */
export const methodNotAllowed = z.object({ error: z.literal('Method Not Allowed') }).meta({
  id: 'MethodNotAllowed',
  clause: 'errors-and-limits#http-errors',
  description: 'The path exists, the method does not.',
})

/** 409: the request conflicts with the stored state, or is already running. */
export const conflict = z
  .object({
    error: z.literal('Conflict'),
    message: z.string().optional(),
    status: z
      .enum(SESSION_STATUSES)
      .optional()
      .meta({ description: 'The status of the session that is busy, finished or changed.' }),
    payment_link: z.literal('IN_USE').optional().meta({
      description:
        'Payments that have not ended hold all remaining uses of the session’s payment link. One may become free.',
    }),
    revision: z.int().min(1).optional().meta({
      description: 'The current revision of a session that changed after the page showed it.',
    }),
  })
  .meta({
    id: 'Conflict',
    clause: 'errors-and-limits#http-errors',
    description:
      'A request with the same `Idempotency-Key` is still being processed, the session is busy, finished or changed, or the webhook subscription is disabled.',
  })

/** 413: the body is too large. */
export const payloadTooLarge = z.object({ error: z.literal('Payload Too Large') }).meta({
  id: 'PayloadTooLarge',
  clause: 'errors-and-limits#http-errors',
  description: 'The body exceeds 64 KiB.',
})

/** 415: the body has another content type than the endpoint takes. */
export const unsupportedMediaType = z.object({ error: z.literal('Unsupported Media Type') }).meta({
  id: 'UnsupportedMediaType',
  clause: 'errors-and-limits#http-errors',
  description: 'The body has another content type than the endpoint reads.',
})

/** 429: the caller has used up its rate. */
export const tooManyRequests = z.object({ error: z.literal('Too Many Requests') }).meta({
  id: 'TooManyRequests',
  clause: 'errors-and-limits#rate-limits',
  description: '`Retry-After` contains the number of seconds to wait.',
})

/** 500: an error of the gateway; the outcome is unknown. */
export const internalServerError = z
  .object({ error: z.literal('Internal Server Error'), request_id: z.string() })
  .meta({
    id: 'InternalServerError',
    clause: 'errors-and-limits#http-errors',
    description: 'Something broke here; quote the request id.',
  })

/** 503: the gateway cannot answer now; nothing was done. */
export const serviceUnavailable = z.object({ error: z.literal('Service Unavailable') }).meta({
  id: 'ServiceUnavailable',
  clause: 'errors-and-limits#http-errors',
  description: 'Not able to answer right now.',
})
