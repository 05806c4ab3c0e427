import {
  type AlternativeSimulatedFlow,
  LOCAL_SCHEME_TYPE,
  PAYMENT_METHODS,
  type ProcessingCode,
} from '@sluice/types/vocabulary'

import type { OrderRequest } from '../provider.ts'
import { readOrderSimulation } from '../scenarios/read-metadata.ts'
import { findBlikCode, findPayoutOutcome, findVpa } from './test-values.ts'

/** How long an order that settles automatically stays open. */
const SETTLE_AFTER_MS = 3_000

/** How long an app takes to confirm without a button, which leaves time to press one. */
export const APP_CONFIRMS_AFTER_MS = 5_000

export type AnswerKind = 'display' | 'form' | 'redirect' | 'instructions' | 'outcome'

/** The provider's decision about a new order. */
export interface OrderDecision {
  readonly answer: AnswerKind
  /** The processing code; 1002 while the order is open. */
  readonly processingCode: ProcessingCode
  /** The code that the order gets when it is confirmed, or automatically; null if a page decides. */
  readonly plannedCode: ProcessingCode | null
  /** The delay after which the order gets that code automatically; null for never. */
  readonly settleAfterMs: number | null
  /** Whether the shopper was asked in an app, by a code or an address, so that the page only waits. */
  readonly isAsked: boolean
  /** Whether the page ends the order as soon as it is opened. */
  readonly endsItself: boolean
}

/**
 * Decides by the simulated flow, else by the content of the request: a BLIK code, a UPI address, or an account
 * number.
 */
export function decideOrder(request: OrderRequest): OrderDecision {
  const flow = readOrderSimulation(request.metadata).flow ?? 'REDIRECT'
  if (flow !== 'REDIRECT') return decideByFlow(flow, request)
  if (request.direction === 'WITHDRAWAL') return decidePayout(request)
  if (request.type === LOCAL_SCHEME_TYPE && request.blikCode) return decideBlik(request.blikCode.reveal())
  if (request.type === PAYMENT_METHODS.UPI && request.vpa !== null) return decideVpa(request.vpa)
  return { ...OPEN, answer: pageAnswerOf(request) }
}

const OPEN: OrderDecision = {
  answer: 'outcome',
  processingCode: '1002',
  plannedCode: null,
  settleAfterMs: null,
  isAsked: false,
  endsItself: false,
}

/** Refuses an order for an account that the provider has not issued. */
export const UNKNOWN_ACCOUNT: OrderDecision = { ...OPEN, processingCode: '2011' }

/** The provider's immediate decision, and the one that follows after {@link SETTLE_AFTER_MS}. */
const FLOW_STEPS: Readonly<
  Record<
    Exclude<AlternativeSimulatedFlow, 'REDIRECT'>,
    Pick<OrderDecision, 'processingCode' | 'plannedCode' | 'endsItself'>
  >
> = {
  APPROVED: { processingCode: '0000', plannedCode: null, endsItself: false },
  DECLINED: { processingCode: '1000', plannedCode: null, endsItself: false },
  PENDING: { processingCode: '1002', plannedCode: null, endsItself: false },
  PENDING_APPROVED: { processingCode: '1002', plannedCode: '0000', endsItself: false },
  PENDING_DECLINED: { processingCode: '1002', plannedCode: '1000', endsItself: false },
  CANCELED: { processingCode: '1002', plannedCode: '1003', endsItself: true },
  EXPIRED: { processingCode: '1002', plannedCode: '1005', endsItself: true },
}

function decideByFlow(
  flow: Exclude<AlternativeSimulatedFlow, 'REDIRECT'>,
  request: OrderRequest,
): OrderDecision {
  const course = FLOW_STEPS[flow]
  return {
    ...OPEN,
    ...course,
    // A page that ends itself must be opened first, and a payout opens none.
    answer: course.endsItself && request.direction === 'DEPOSIT' ? pageAnswerOf(request) : 'outcome',
    settleAfterMs: course.plannedCode === null ? null : SETTLE_AFTER_MS,
  }
}

function decidePayout({ beneficiary }: OrderRequest): OrderDecision {
  const { at, later } = findPayoutOutcome(beneficiary?.accountNumber.reveal() ?? '')
  return {
    ...OPEN,
    processingCode: at,
    plannedCode: later,
    settleAfterMs: later === null ? null : SETTLE_AFTER_MS,
  }
}

function decideBlik(code: string): OrderDecision {
  const plannedCode = findBlikCode(code)
  if (plannedCode === null) return { ...OPEN, processingCode: '2002' }
  return { ...OPEN, answer: 'redirect', plannedCode, settleAfterMs: APP_CONFIRMS_AFTER_MS, isAsked: true }
}

function decideVpa(vpa: string): OrderDecision {
  const found = findVpa(vpa)
  const plannedCode = found === '1002' ? null : found
  const settleAfterMs = plannedCode === null ? null : APP_CONFIRMS_AFTER_MS
  return { ...OPEN, answer: 'redirect', plannedCode, settleAfterMs, isAsked: true }
}

/** The orders that are not answered with a redirect. */
const ANSWERS: Readonly<Record<string, AnswerKind>> = {
  [PAYMENT_METHODS.BANK_TRANSFER]: 'instructions',
  [PAYMENT_METHODS.QR_CODE]: 'display',
  [PAYMENT_METHODS.UPI]: 'display',
  'provider-redirect-psc': 'form',
  'provider-redirect-wlt': 'form',
}

function pageAnswerOf({ type }: OrderRequest): AnswerKind {
  return ANSWERS[type] ?? 'redirect'
}
