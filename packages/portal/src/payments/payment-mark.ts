import type { Transaction } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import { MONEY_STATES } from '../texts/payment-texts.ts'
import { statusMark } from '../wording/status-mark.ts'
import { type MoneyState, moneyStateOf } from './money-state.ts'

const TONES: Readonly<Record<MoneyState, string>> = {
  DISPUTED: 'bad',
  RETURNED: 'bad',
  CAPTURE_FAILED: 'bad',
  REFUNDED: 'ended',
  PARTLY_REFUNDED: 'ended',
  VOIDED: 'ended',
  CAPTURED: 'good',
  PARTLY_CAPTURED: 'good',
}

/** Returns the state of the money of an approved payment, otherwise the status. */
export function paymentMark(payment: Transaction): TemplateResult {
  const state = moneyStateOf(payment)
  return state === null
    ? statusMark(payment.status)
    : html`<span class="mark ${TONES[state]}">${MONEY_STATES[state]}</span>`
}
