import type {
  AuthorizationAnswerMessage,
  ContinuationMessage,
  OrderAnswerMessage,
  OutcomeMessage,
} from '@sluice/provider-protocol'

import {
  answer,
  type HttpResult,
  type JsonObject,
  objectOf,
  refuse,
  type CallEnd,
  textOf,
  unknown,
} from '../kit/index.ts'
import { isAwaitedInApp, readCardAction, readOrderAction } from './actions.ts'
import { CARD_ERRORS, RESULT_CODES } from './codes.ts'
import {
  approvedOutcome,
  declinedOutcome,
  extraOf,
  pendingOutcome,
  readAmount,
  readAuthentication,
  toShortText,
} from './outcome.ts'
import { readAnswer, refuseFor } from './read-answer.ts'
import { type PaymentState, writeState } from './state.ts'

/** The payment that an answer must belong to. */
export interface QueriedPayment {
  readonly key: string
  readonly merchantAccount: string
  readonly kind: PaymentState['kind']
  /** The currency in which a decline is reported, because its response has no amount. */
  readonly currency: string
  /** The shopper's result, in a continuation. */
  readonly brought?: ContinuationMessage['brought']['kind']
}

/** The protocol's states of payments that wait for their shopper. */
const AWAITING_STATE_MAX_BYTES = 8_192

/** Reads the answer to a card payment, or to its shopper's result. */
export function readCardAnswer(
  result: HttpResult,
  asked: QueriedPayment,
): CallEnd<AuthorizationAnswerMessage> {
  const read = readAnswer(result)
  switch (read.kind) {
    case 'ended':
      return read.step
    case 'error':
      return readCardError(read, asked)
    case 'body':
      if (mayConcernAnother(read.body, asked)) return unknown('The response does not identify the payment')
      return meaningOf(read.body) === 'shopper'
        ? requestShopperStep(read.body, asked)
        : readOutcome(read.body, asked)
  }
}

/**
 * Returns whether the answer may be about another payment, whose result the shopper brought. Adyen names no payment
 * where it requires a challenge after a fingerprint, but that fingerprint was sent with the stored data of this
 * payment.
 */
function mayConcernAnother(body: JsonObject, { brought }: QueriedPayment): boolean {
  if (brought === undefined || textOf(body, 'merchantReference') !== null) return false
  const meaning = meaningOf(body)
  return meaning === 'shopper' ? brought === 'RETURN' : meaning === 'declined' || meaning === 'canceled'
}

/** Reads the answer to an order. */
export function readOrderAnswer(result: HttpResult, asked: QueriedPayment): CallEnd<OrderAnswerMessage> {
  const read = readAnswer(result)
  if (read.kind === 'ended') return read.step
  if (read.kind === 'error') return refuseFor(read)
  const action = objectOf(read.body, 'action')
  if (meaningOf(read.body) !== 'shopper' && (action === null || isAwaitedInApp(action))) {
    const step = readOutcome(read.body, asked)
    return step.kind === 'answer' ? answer({ result: 'OUTCOME', outcome: step.answer }) : step
  }
  const said = readOrderAction(action, namesOf(read.body, asked))
  return said === null ? unknown(`Unexpected action ${String(action?.['type'])}`) : answer(said)
}

/** The card itself is at fault: no other provider will accept it, so it is a decline. */
function readCardError(
  error: { readonly code: string; readonly message: string },
  asked: QueriedPayment,
): CallEnd<OutcomeMessage> {
  const known = CARD_ERRORS[error.code]
  if (known === undefined) return refuseFor(error)
  const declined = declinedOutcome(
    { idempotency_key: asked.key, account_id: asked.merchantAccount },
    asked.currency,
    { word: 'Error', code: null, reason: null },
  )
  return answer({
    ...declined,
    processing_code: known.code,
    response_code: error.code,
    response_message: toShortText(error.message, 255),
    retryable: false,
  })
}

function meaningOf(body: JsonObject) {
  return RESULT_CODES[textOf(body, 'resultCode') ?? '']
}

/** Adyen's answer names the payment by our reference, but not the merchant account. */
function namesOf(body: JsonObject, asked: QueriedPayment, change: Partial<PaymentState> = {}) {
  const psp = textOf(body, 'pspReference')
  const { merchantAccount, currency, kind } = asked
  return {
    idempotency_key: textOf(body, 'merchantReference') ?? asked.key,
    account_id: merchantAccount,
    state: writeState({ merchantAccount, currency, kind, awaited: null, isDeclined: false, ...change }),
    ...(psp && { refs: [psp] }),
  }
}

function readOutcome(body: JsonObject, asked: QueriedPayment): CallEnd<OutcomeMessage> {
  const word = textOf(body, 'resultCode') ?? ''
  const extra = extraOf(body)
  switch (meaningOf(body)) {
    case 'approved': {
      const amount = readAmount(objectOf(body, 'amount'))
      // Without amount and reference, the response does not show what was approved; the signed event does.
      if (amount === null || textOf(body, 'merchantReference') === null)
        return answer(pendingOutcome(namesOf(body, asked), asked.currency, word))
      const authentication = readAuthentication(objectOf(body, 'threeDS2Result'), extra)
      const approved = approvedOutcome(namesOf(body, asked), amount, word, extra)
      return answer({ ...approved, ...(authentication && { authentication }) })
    }
    case 'declined':
    case 'canceled': {
      const names = namesOf(body, asked, { isDeclined: true })
      const currency = readAmount(objectOf(body, 'amount'))?.currency ?? asked.currency
      const refusal = { word, code: textOf(body, 'refusalReasonCode'), reason: textOf(body, 'refusalReason') }
      return answer(declinedOutcome(names, currency, refusal, extra))
    }
    case 'pending':
      return answer(pendingOutcome(namesOf(body, asked), asked.currency, word))
    default:
      return unknown(`Unexpected result code ${word || 'none'}`)
  }
}

function requestShopperStep(body: JsonObject, asked: QueriedPayment): CallEnd<AuthorizationAnswerMessage> {
  const action = readCardAction(objectOf(body, 'action'))
  if (action === null) return unknown('Adyen requests an unexpected step of the shopper')
  const names = namesOf(body, asked, { awaited: action.awaited })
  // Adyen allows payment data of any length. A payment whose data cannot be stored cannot continue, so no money
  // moves.
  if (isTooLarge(names.state)) return refuse('The payment data of Adyen is longer than the gateway stores')
  return answer({ result: 'AUTHENTICATE', ...names, step: action.step })
}

function isTooLarge(state: string): boolean {
  return Buffer.byteLength(state) > AWAITING_STATE_MAX_BYTES
}
