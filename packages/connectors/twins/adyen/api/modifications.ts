import type { TwinAnswer } from '../http/idempotency.ts'
import { findByReference, type TwinEvent, type TwinPayment, type World } from '../world/world.ts'
import { TwinError } from './twin-error.ts'

/** A request about a payment. */
export interface ModificationRequest {
  readonly merchantAccount: string
  readonly reference?: string
  readonly paymentReference?: string
  readonly amount?: { readonly currency: string; readonly value: number }
}

type Result = Pick<TwinEvent, 'eventCode' | 'isSuccess'> &
  Partial<Pick<TwinEvent, 'reason' | 'extra' | 'amount'>>

/** The effect of each modification. All are answered `received`; an event reports the result. */
const MODIFY: Readonly<Record<string, (payment: TwinPayment, value: number) => Result>> = {
  captures: capture,
  refunds: refund,
  cancels: (payment) => ({ eventCode: 'CANCELLATION', ...release(payment) }),
  reversals: reverse,
  amountUpdates: adjust,
}

/** Handles `POST /payments/{paymentPspReference}/…`. */
export function modify(world: World, kind: string, psp: string, request: ModificationRequest): TwinAnswer {
  const payment = world.payments.get(psp)
  if (payment === undefined || payment.merchantAccount !== request.merchantAccount)
    throw new TwinError(422, '167', 'Original pspReference required for this operation')
  const { amount } = request
  if (amount && amount.currency !== payment.currency)
    throw new TwinError(422, '138', 'Unsupported currency specified')
  const own = world.newPsp()
  const result = MODIFY[kind]?.(payment, amount?.value ?? 0)
  if (result) report(world, payment, own, request.reference ?? payment.reference, result)
  return received({ ...request, pspReference: own, paymentPspReference: psp })
}

/** Handles `POST /cancels`: the technical cancel, which says `received` even about payments that never arrived. */
export function cancelByReference(world: World, request: ModificationRequest): TwinAnswer {
  const { paymentReference = '', merchantAccount, reference } = request
  const own = world.newPsp()
  const payment = findByReference(world, merchantAccount, paymentReference)
  const result: Result = payment
    ? { eventCode: 'TECHNICAL_CANCEL', ...release(payment) }
    : { eventCode: 'TECHNICAL_CANCEL', isSuccess: false, reason: 'Transaction not found' }
  report(world, payment ?? unknownPayment(request), own, reference ?? paymentReference, result)
  return received({ ...request, pspReference: own })
}

function received(members: object): TwinAnswer {
  return { status: 201, body: { ...members, status: 'received' } }
}

function report(world: World, payment: TwinPayment, psp: string, reference: string, result: Result) {
  world.emit({ payment, psp, reference, ...result })
}

function capture(payment: TwinPayment, value: number): Result {
  const event = { eventCode: 'CAPTURE', amount: value }
  const isOpen = payment.status === 'authorised' && payment.captured === 0 && payment.isManualCapture
  if (!isOpen || value > payment.authorised)
    return { ...event, isSuccess: false, reason: 'Insufficient balance on payment' }
  payment.captured = value
  return { ...event, isSuccess: true }
}

/** Sets the held amount to another one. The same amount extends the hold. */
function adjust(payment: TwinPayment, value: number): Result {
  const event = { eventCode: 'AUTHORISATION_ADJUSTMENT', amount: value }
  const isOpen = payment.status === 'authorised' && payment.captured === 0 && payment.isManualCapture
  if (!isOpen || !payment.isPreAuthorised)
    return { ...event, isSuccess: false, reason: 'Adjustment not allowed' }
  payment.authorised = value
  return { ...event, isSuccess: true }
}

function refund(payment: TwinPayment, value: number): Result {
  const event = { eventCode: 'REFUND', amount: value }
  if (value > payment.captured - payment.refunded)
    return { ...event, isSuccess: false, reason: 'Insufficient balance on payment' }
  payment.refunded += value
  return { ...event, isSuccess: true }
}

function release(payment: TwinPayment): Pick<Result, 'isSuccess' | 'reason'> {
  const isPayable = payment.status === 'awaiting' && payment.step === null
  if (
    isPayable ||
    (payment.status === 'authorised' && (payment.isManualCapture ? payment.captured === 0 : true))
  ) {
    // A purchase is captured some time after its authorisation. Until then, it can be cancelled.
    payment.status = 'cancelled'
    payment.captured = 0
    return { isSuccess: true }
  }
  return { isSuccess: false, reason: 'Transaction is not in a state that can be cancelled' }
}

function reverse(payment: TwinPayment): Result {
  const isCancel = payment.captured === 0
  const extra = { 'modification.action': isCancel ? 'cancel' : 'refund' }
  if (isCancel) return { eventCode: 'CANCEL_OR_REFUND', ...release(payment), extra }
  const rest = payment.captured - payment.refunded
  payment.refunded = payment.captured
  return { eventCode: 'CANCEL_OR_REFUND', isSuccess: rest > 0, extra }
}

/** Makes the payment for an event about a reference that Adyen never received. */
function unknownPayment({ merchantAccount, paymentReference = '' }: ModificationRequest): TwinPayment {
  return {
    psp: '',
    reference: paymentReference,
    merchantAccount,
    currency: 'EUR',
    amount: 0,
    variant: 'unknown',
    returnUrl: '',
    isManualCapture: false,
    isPreAuthorised: false,
    isPartAllowed: false,
    expiresAtMs: null,
    status: 'closed',
    authorised: 0,
    captured: 0,
    refunded: 0,
    step: null,
    behaviour: { threeDs: 'none', refusal: null },
  }
}
