import type { ProcessingCode } from '@sluice/types/vocabulary'

import { APP_CONFIRMS_AFTER_MS } from './decide-order.ts'
import { type CallbackDesk, deliverCallbacks } from './deliver-callbacks.ts'
import { effectiveAt } from './effective-at.ts'
import { codeAt, OPEN_CODE, type SimulatedOrder } from './order.ts'
import { findBlikCode } from './test-values.ts'

/** The actions that a shopper can take on the pages. */
export const BUTTONS = ['approve', 'decline', 'cancel', 'stay', 'confirm', 'reject', 'code'] as const

export type Button = (typeof BUTTONS)[number]

export interface Press {
  readonly button: Button
  readonly code: string
}

export type Complaint = 'code_format' | 'code_unknown'

/** `leave`: the browser goes to the shop; `stay`: to the page in its new state. */
export type PressResult =
  | { readonly kind: 'leave'; readonly order: SimulatedOrder; readonly url: string | null }
  | { readonly kind: 'stay'; readonly order: SimulatedOrder; readonly complaint: Complaint | null }

/** The provider gives up after this many wrong codes. */
const MAX_WRONG_CODES = 3

const CODE_BY_BUTTON: Readonly<Partial<Record<Button, ProcessingCode>>> = {
  approve: '0000',
  decline: '1000',
  cancel: '1003',
  // A refusal in the bank's app is the shopper's own decision, not a decline of the bank.
  reject: '1003',
}

/** Executes the action of a button, unless the order is over. */
export async function pressButton(
  order: SimulatedOrder,
  press: Press,
  desk: CallbackDesk,
): Promise<PressResult> {
  const { ledger, clock } = desk
  const nowMs = clock.now()
  if (codeAt(order, nowMs) !== OPEN_CODE) return stay(order)

  switch (press.button) {
    case 'code':
      return enterCode(order, press.code.replaceAll(/\s/g, ''), desk)
    case 'stay': {
      const waiting = await ledger.progress(order, { settleAtMs: null })
      return { kind: 'leave', order: waiting, url: waiting.returnUrl }
    }
    default:
      return decide(order, CODE_BY_BUTTON[press.button] ?? order.plannedCode ?? '0000', desk)
  }
}

async function enterCode(order: SimulatedOrder, code: string, desk: CallbackDesk): Promise<PressResult> {
  if (!/^[0-9]{6}$/.test(code)) return stay(order, 'code_format')
  const plannedCode = findBlikCode(code)
  if (plannedCode !== null) {
    const settleAtMs = effectiveAt(order, desk.clock.now() + APP_CONFIRMS_AFTER_MS)
    return stay(await desk.ledger.progress(order, { plannedCode, settleAtMs, isAsked: true }))
  }
  const wrongCodes = order.wrongCodes + 1
  if (wrongCodes >= MAX_WRONG_CODES) return decide(order, '2002', desk)
  return stay(await desk.ledger.progress(order, { wrongCodes }), 'code_unknown')
}

/**
 * Settles the order and reports it before the browser is back at the shop. A late report leaves the order open
 * until then.
 */
export async function decide(
  order: SimulatedOrder,
  code: ProcessingCode,
  desk: CallbackDesk,
): Promise<PressResult> {
  const nowMs = desk.clock.now()
  const settleAtMs = effectiveAt(order, nowMs)
  if (settleAtMs > nowMs) {
    const waiting = await desk.ledger.progress(order, { plannedCode: code, settleAtMs })
    return { kind: 'leave', order: waiting, url: waiting.returnUrl }
  }
  const settled = await desk.ledger.settle(order, code, nowMs)
  await deliverCallbacks(desk, settled)
  return { kind: 'leave', order: settled, url: settled.returnUrl }
}

function stay(order: SimulatedOrder, complaint: Complaint | null = null): PressResult {
  return { kind: 'stay', order, complaint }
}
