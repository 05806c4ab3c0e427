import type { OutcomeMessage } from '@sluice/provider-protocol'

import {
  answer,
  type CallMessages,
  type HttpRequest,
  type HttpResult,
  type ProviderCall,
  type ProviderCallAnswer,
  refuse,
  send,
  type Step,
  type StepContext,
  unknown,
} from '../kit/index.ts'
import { authorizeCard } from './card-request.ts'
import { continuePayment } from './details.ts'
import { readModificationAnswer } from './modification-answer.ts'
import { createOrder, findOrderProblem } from './order-request.ts'
import { type QueriedPayment, readCardAnswer, readOrderAnswer } from './payment-answer.ts'
import { cancel, cancelByReference, capture, refund, release, reverse, updateAmount } from './requests.ts'
import { type PaymentState, readState } from './state.ts'

type AnyStep = Step<ProviderCallAnswer>

/** Decides the next step of a call. Every call needs one request at most. */
export function step(call: ProviderCall, context: StepContext): AnyStep {
  switch (call.name) {
    case 'authorize':
      return authorize(call.message, context)
    case 'continue':
      return continueStep(call.message, context)
    case 'order':
      return order(call.message, context)
    case 'operate':
      return operate(call.message, context)
    case 'undo':
      return undo(call.message, context)
    case 'cancel':
      return cancelAwaited(call.message, context)
    case 'prepare':
      return refuse('Adyen does not support preparations')
    case 'find':
      return unknown('Adyen does not support status queries: its webhooks report every outcome')
    case 'fence':
      return unknown('Adyen does not support fences')
  }
}

function authorize(message: CallMessages['authorize'], context: StepContext): AnyStep {
  const { transaction_type: kind } = message
  if (kind === 'VERIFY') return refuse('This connector does not verify cards')
  return once(
    context,
    () => authorizeCard(message, context),
    (result) =>
      readCardAnswer(result, {
        key: message.idempotency_key,
        merchantAccount: message.account_id,
        kind,
        currency: message.currency,
      }),
  )
}

function continueStep(message: CallMessages['continue'], context: StepContext): AnyStep {
  const state = readState(context.state ?? message.state)
  const awaited = state?.awaited ?? null
  if (state === null || awaited === null) return unknown('No step of the shopper is pending')
  const request = continuePayment(message, awaited, context)
  if (request === null) return answer({ result: 'NOT_VALID', idempotency_key: message.key })
  const asked: QueriedPayment = {
    key: message.key,
    merchantAccount: state.merchantAccount,
    kind: state.kind,
    currency: message.currency,
    brought: message.brought.kind,
  }
  return once(
    context,
    () => request,
    (result) => readCardAnswer(result, asked),
  )
}

function order(message: CallMessages['order'], context: StepContext): AnyStep {
  const problem = findOrderProblem(message)
  if (problem !== null) return refuse(problem)
  return once(
    context,
    () => createOrder(message, context),
    (result) =>
      readOrderAnswer(result, {
        key: message.idempotency_key,
        merchantAccount: message.account_id,
        kind: 'ORDER',
        currency: message.currency,
      }),
  )
}

function operate(message: CallMessages['operate'], context: StepContext): AnyStep {
  const {
    operation,
    original,
    parent,
    currency,
    amount,
    authorized_amount: authorizedAmount = amount,
  } = message
  const pspReference = original.provider_reference
  if (pspReference === null) return refuse('Adyen has not named the payment yet')
  const call = {
    key: message.idempotency_key,
    merchantAccount: message.account_id,
    pspReference,
    amount,
    currency,
  }
  const isOfCapture = parent.key !== original.key
  const request = (): HttpRequest => {
    switch (operation) {
      case 'CAPTURE':
        return capture({ ...call, modification: 'capt' }, context)
      case 'REFUND':
        return refund({ ...call, modification: 'refd' }, context)
      case 'VOID':
        if (isOfCapture) return refund({ ...call, modification: 'void' }, context)
        return kindOf(original.state, context) === 'AUTHORIZE'
          ? release({ ...call, modification: 'rels' }, context)
          : reverse({ ...call, modification: 'void' }, context)
      case 'INCREMENT':
        return updateAmount({ ...call, modification: 'incr', authorizedAmount }, context)
      case 'EXTEND':
        return updateAmount({ ...call, modification: 'extd', authorizedAmount }, context)
    }
  }
  return once(context, request, (result) => readModificationAnswer(result, { currency }))
}

function kindOf(state: string | null, context: StepContext): PaymentState['kind'] | undefined {
  return readState(state ?? context.state)?.kind
}

/**
 * Returns everything that a call moved. A payment whose answer was lost is cancelled by the gateway's own
 * reference.
 */
function undo(message: CallMessages['undo'], context: StepContext): AnyStep {
  const { original, currency } = message
  const call = {
    modification: 'undo' as const,
    key: message.idempotency_key,
    merchantAccount: message.account_id,
  }
  const pspReference = original.provider_reference
  const request = () =>
    pspReference === null
      ? cancelByReference({ ...call, paymentKey: original.key }, context)
      : reverse({ ...call, pspReference }, context)
  return once(context, request, (result) => readModificationAnswer(result, { currency }))
}

/**
 * Abandons a payment that waits for a person. Only our own request authorizes a card payment, so one whose shopper
 * never returned is simply not continued; an order may still be confirmed elsewhere, so Adyen cancels it.
 */
function cancelAwaited(message: CallMessages['cancel'], context: StepContext): AnyStep {
  const state = readState(context.state ?? message.state)
  const merchantAccount = state?.merchantAccount ?? context.account
  if (merchantAccount === null || state === null) return unknown('The payment is unknown')
  const { awaited, isDeclined, currency } = state
  if (awaited !== null || isDeclined) return answer(canceledOutcome(message.key, merchantAccount, currency))
  const call = { modification: 'canc' as const, key: message.idempotency_key, merchantAccount }
  const pspReference = message.provider_reference
  const request = () =>
    pspReference === null
      ? cancelByReference({ ...call, paymentKey: message.key }, context)
      : cancel({ ...call, pspReference }, context)
  return once(context, request, (result) =>
    readModificationAnswer(result, { currency, outcomeKey: message.key }),
  )
}

function canceledOutcome(key: string, merchantAccount: string, currency: string): OutcomeMessage {
  return {
    idempotency_key: key,
    account_id: merchantAccount,
    approved_amount: 0,
    currency,
    processing_code: '1003',
    response_code: 'NOT_CONTINUED',
    response_message: 'Not authorized, and the shopper did not continue',
    approval_code: null,
    reference_number: null,
    systan: null,
    retryable: false,
  }
}

/** Sends the one request of a call, then reads its answer. An amount that Adyen's units cannot express is refused. */
function once<Answer>(
  { transcript }: StepContext,
  request: () => HttpRequest,
  read: (result: HttpResult) => Step<Answer>,
): Step<Answer> {
  const [exchange] = transcript
  if (exchange) return read(exchange.result)
  try {
    return send(request())
  } catch (error) {
    if (error instanceof RangeError) return refuse(error.message)
    throw error
  }
}
