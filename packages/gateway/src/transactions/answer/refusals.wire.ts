import type { ErrorItem, InvalidRequest } from '@sluice/types'
import type { ProcessingCode } from '@sluice/types/vocabulary'
import {
  insufficientScope,
  RequestRefusal,
  unavailableRefusal,
  validationRefusal,
} from '@sluice/platform/http/request-refusal'

import { alreadyUsed, refusedToken } from '../../payment-methods/index.ts'
import type { Envelope } from '../execution/envelope.ts'
import type { OpeningRefusal } from '../execution/commit-ports.ts'
import type { Authorized } from '../execution/started.ts'

/** 422 with `status: INVALID`: what the request names does not exist or is not offered. Nothing was stored. */
export function invalidRefusal(
  property: string,
  message: string,
  processingCode: ProcessingCode,
): RequestRefusal {
  const body: InvalidRequest = {
    status: 'INVALID',
    errors: [{ property, message }],
    processing_code: processingCode,
  }
  return new RequestRefusal(422, body)
}

export function customerNotFound(property: string, customerId: string): RequestRefusal {
  return invalidRefusal(property, `Customer with id ${customerId} not found`, '2000')
}

export function tokenizationNotSupported(): RequestRefusal {
  return invalidRefusal('tokenization', 'one of requested features not supported=[TOKENIZATION]', '2019')
}

function paymentMethodNotFound(): RequestRefusal {
  return invalidRefusal('payment_method.data.payment_method_id', 'Payment method not found', '2003')
}

/** Who tries seven cards in one checkout is testing cards; a minute tells a script what a person never sees. */
const EXHAUSTED_RETRY_SECONDS = 60

/** As long as the wallet is left alone after it did not answer. */
const UNAVAILABLE_RETRY_SECONDS = 10

/** 429: the session was submitted as often as one may be. */
export function submissionsExhausted(): RequestRefusal {
  return new RequestRefusal(
    429,
    { error: 'Too Many Requests' },
    { 'retry-after': String(EXHAUSTED_RETRY_SECONDS) },
  )
}

export const REFERENCE_TAKEN: ErrorItem = {
  property: 'reference',
  message: 'already exists',
  params: ['reference'],
}

/** Gives the envelope, or throws the answer for what kept it from coming to be. */
export function envelopeOf(authorized: Authorized): Envelope {
  switch (authorized.kind) {
    case 'envelope':
      return authorized.envelope
    case 'unreadable':
      throw validationRefusal(authorized.errors)
    case 'unknown_card':
      throw paymentMethodNotFound()
    case 'role_missing':
      throw insufficientScope()
    case 'unavailable':
      throw unavailableRefusal(UNAVAILABLE_RETRY_SECONDS)
    case 'refused':
      throw refusalOf(authorized.refusal)
  }
}

function refusalOf(refusal: OpeningRefusal): RequestRefusal {
  switch (refusal.kind) {
    case 'reference_taken':
      return validationRefusal([REFERENCE_TAKEN])
    case 'sealed_field_used':
      return validationRefusal([alreadyUsed(refusal.field)])
    case 'wallet_token_used':
      return validationRefusal([refusedToken('used')])
    case 'session_busy':
      return new RequestRefusal(409, { error: 'Conflict', status: refusal.status })
    case 'session_exhausted':
      return submissionsExhausted()
  }
}
