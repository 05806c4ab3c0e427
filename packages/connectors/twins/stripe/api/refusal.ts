import type Stripe from 'stripe'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** The `error` of an answer. */
export interface ErrorBody {
  type: ErrorType
  message: string
  code?: string
  param?: string
  decline_code?: string
  network_decline_code?: string
  network_advice_code?: string
  advice_code?: string
  charge?: string
  doc_url?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  setup_intent?: Stripe.SetupIntent
}

/**
 * A response other than success. Stripe does not store rejected parameters under the idempotency key, but
 * everything later.
 */
export class Refusal extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly isKept: boolean

  constructor(status: number, body: ErrorBody, { isKept = true } = {}) {
    super(body.message)
    this.status = status
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : body
    this.isKept = isKept
  }
}

/** Returns the refusal of an invalid parameter, found before anything is executed. */
export function badParameter(param: string, message: string, code?: string): Refusal {
  return new Refusal(
    400,
    { type: 'invalid_request_error', message, param, ...(code && { code }) },
    { isKept: false },
  )
}

/** Returns the refusal of a well-formed request that cannot be executed now. */
export function cannot(message: string, code?: string, more: Partial<ErrorBody> = {}): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...(code && { code }), ...more })
}

export function noSuch(kind: string, id: string, param = 'id'): Refusal {
  return new Refusal(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}
