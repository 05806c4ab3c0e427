import type { ErrorItem } from '@sluice/types'

import type { OpeningRefusal } from './commit-ports.ts'
import type { Envelope } from './envelope.ts'
import type { DeclinedAtOnce } from './execution-records.ts'

/** The result for a stored order, or for one whose reference, session or sealed fields were already used. */
export type Started =
  | { readonly kind: 'envelope'; readonly envelope: Envelope }
  | { readonly kind: 'refused'; readonly refusal: OpeningRefusal }

/** The result of a payment. */
export type Authorized =
  | Started
  /** 422: a field cannot be opened. Nothing was stored. */
  | { readonly kind: 'unreadable'; readonly errors: readonly ErrorItem[] }
  /** 422: no saved card that this order may use has this id. Nothing was stored. */
  | { readonly kind: 'unknown_card' }
  /** 403: the client may not charge this card while the cardholder is away. Nothing was stored. */
  | { readonly kind: 'role_missing' }
  /** 503: the request cannot be checked at the moment. Nothing was stored. */
  | { readonly kind: 'unavailable' }

/** Returns the answer to an order that goes no further. */
export function answerOfOpening(opened: DeclinedAtOnce | OpeningRefusal): Started {
  return opened.kind === 'declined'
    ? { kind: 'envelope', envelope: { kind: 'result', transaction: opened.transaction } }
    : { kind: 'refused', refusal: opened }
}
