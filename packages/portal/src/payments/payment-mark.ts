import type { Transaction } from '@sluice/types'
import type { TemplateResult } from 'lit'

import { MONEY_STATES } from '../texts/payment-texts.ts'
import { mark, statusMark } from '../wording/status-mark.ts'
import { MONEY_TONES } from '../wording/tones.ts'
import { moneyStateOf } from './money-state.ts'

/** Returns the state of the money of an approved payment, otherwise the status. */
export function paymentMark(payment: Transaction): TemplateResult {
  const state = moneyStateOf(payment)
  return state === null
    ? statusMark(payment.status, payment.transaction_type)
    : mark(MONEY_TONES[state], MONEY_STATES[state])
}
