import type { ErrorItem, ExistingOrder as WireExistingOrder, InvalidRequest } from '@sluice/types'
import type { ProcessingCode, SessionStatus } from '@sluice/types/vocabulary'
import {
  insufficientScope,
  RequestRefusal,
  unavailableRefusal,
  validationRefusal,
} from '@sluice/platform/http/request-refusal'

import { alreadyUsed, refusedToken } from '../../payment-methods/index.ts'
import type { ExistingOrder, FindExisting, ReferenceKey } from '../../references/index.ts'
import type { Envelope } from '../execution/envelope.ts'
import type { OpeningRefusal } from '../execution/commit-ports.ts'
import type { Authorized } from '../execution/started.ts'

/**
 * Answers 422 with `status: INVALID`: the request names something that does not exist or is not offered. Nothing was
 * stored.
 */
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

/** Seven cards in one checkout are card testing. A minute's wait slows a script, and no person ever sees it. */
const EXHAUSTED_RETRY_SECONDS = 60

/** Equals the pause after the wallet did not respond. */
const UNAVAILABLE_RETRY_SECONDS = 10

/** Returns the 429 response for a session that has reached the limit of submissions. */
export function submissionsExhausted(): RequestRefusal {
  return new RequestRefusal(
    429,
    { error: 'Too Many Requests' },
    { 'retry-after': String(EXHAUSTED_RETRY_SECONDS) },
  )
}

const REFERENCE_TAKEN: ErrorItem = { property: 'reference', message: 'already exists', params: ['reference'] }

const REFERENCE_OF_OTHER_ORDER: ErrorItem = {
  ...REFERENCE_TAKEN,
  message: 'already used with a different amount or currency',
}

/**
 * Returns the 422 response for a reference that is already used. Only a merchant's server is told which transaction uses
 * it.
 */
export function referenceTaken(existing: ExistingOrder | null): RequestRefusal {
  return validationRefusal([REFERENCE_TAKEN], describeExisting(existing))
}

/** Returns the 422 response for a reference of a payment or payout with another amount or currency. */
export function referenceOfOtherOrder(existing: ExistingOrder | null): RequestRefusal {
  return validationRefusal([REFERENCE_OF_OTHER_ORDER], describeExisting(existing))
}

function describeExisting(existing: ExistingOrder | null): { readonly existing?: WireExistingOrder } {
  if (existing === null) return {}
  const { kind, id, status, amountMinor, currency, createdAtMs } = existing
  const created_at = new Date(createdAtMs).toISOString()
  return { existing: { kind, id, status, amount: amountMinor, currency, created_at } }
}

/** Returns the 409 response for a session that cannot be paid as the page shows it. */
export function sessionConflict(status: SessionStatus, revision?: number): RequestRefusal {
  return new RequestRefusal(409, { error: 'Conflict', status, ...(revision !== undefined && { revision }) })
}

/** Returns the 409 response for a payment link whose remaining uses are all held by pending payments. One may become free. */
function linkInUse(): RequestRefusal {
  const message = 'all remaining uses of the payment link are held by payments that have not ended'
  return new RequestRefusal(409, { error: 'Conflict', message, status: 'CREATED', payment_link: 'IN_USE' })
}

/** Returns the 422 response for a merchant without a client key, with which the addresses of pages begin. */
export function noClientKey(): RequestRefusal {
  const message = 'the merchant has no active client key, which the address of its pages begins with'
  return invalidRefusal('terminal_id', message, '2018')
}

/** Returns the envelope, or throws the error response for the reason why there is none. */
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

/**
 * Works like {@link envelopeOf} for a merchant's server, which also receives the transaction that has the reference of
 * its order.
 */
export async function envelopeForMerchant(
  { findExisting }: { readonly findExisting: FindExisting },
  order: ReferenceKey,
  authorized: Authorized,
): Promise<Envelope> {
  if (authorized.kind === 'refused' && authorized.refusal.kind === 'reference_taken')
    throw referenceTaken(await findExisting(order))
  return envelopeOf(authorized)
}

function refusalOf(refusal: OpeningRefusal): RequestRefusal {
  switch (refusal.kind) {
    case 'reference_taken':
      return referenceTaken(null)
    case 'sealed_field_used':
      return validationRefusal([alreadyUsed(refusal.field)])
    case 'wallet_token_used':
      return validationRefusal([refusedToken('used')])
    case 'session_busy':
      return sessionConflict(refusal.status)
    case 'session_changed':
      return sessionConflict('CREATED', refusal.revision)
    case 'session_exhausted':
      return submissionsExhausted()
    case 'link_not_free':
      return linkInUse()
  }
}
