import type { FailureCode } from '@sluice/texts/card-form'
import type { PaymentAnswer } from '../protocol/messages.ts'
import type { ApiAnswer } from './client-api.ts'

/** The end of a payment, as the merchant's page sees it: an answer (a decline is one), or a failure. */
export type Ending = { readonly kind: 'answer'; readonly answer: PaymentAnswer } | Failure

export interface Failure {
  readonly kind: 'failure'
  readonly code: FailureCode
  /** The API's name of the rejected member. */
  readonly field: string | null
}

export function failure(code: FailureCode, field: string | null = null): Failure {
  return { kind: 'failure', code, field }
}

/** Returns the meaning of an unsuccessful call for the shopper. */
export function failureOf(answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>): Failure {
  if (answer.kind === 'offline') return failure('network_error')
  if (answer.status === 401 || answer.status === 404) return failure('session_not_found')
  if (answer.status === 429) return failure('too_many_requests')
  if (answer.status >= 500) return failure('service_unavailable')
  return failure('request_refused', firstErrorItem(answer.body)?.property ?? null)
}

interface ErrorItem {
  readonly property: string
  readonly message: string
}

/** Returns the first of `errors[]` in a 422 body. */
export function firstErrorItem(body: unknown): ErrorItem | null {
  const { errors } = (body ?? {}) as { readonly errors?: readonly Partial<ErrorItem>[] }
  const [item] = Array.isArray(errors) ? errors : []
  return typeof item?.property === 'string' && typeof item.message === 'string'
    ? { property: item.property, message: item.message }
    : null
}
