import { expect, it } from 'vitest'

import { checkRehearsal, type GoLiveCheck, type Rehearsal } from './go-live.ts'

const payment = (transactionType: string, status: string, authentication: string | null = null) => ({
  transactionType,
  status,
  authentication,
})

const WHOLE: Rehearsal = {
  isActive: true,
  terminals: [{ origins: ['https://shop.example'] }],
  wasWebhookTaken: true,
  payments: [
    payment('PURCHASE', 'APPROVED', 'Y'),
    payment('AUTHORIZE', 'DECLINED'),
    payment('REFUND', 'APPROVED'),
  ],
  hasOwner: true,
}

const missingIn = (rehearsal: Rehearsal) =>
  checkRehearsal(rehearsal)
    .filter(({ done }) => !done)
    .map(({ check }) => check)

it('finds nothing missing after a complete rehearsal', () => {
  expect(missingIn(WHOLE)).toEqual([])
})

it.each<[GoLiveCheck[], Partial<Rehearsal>]>([
  [['merchant_active'], { isActive: false }],
  [['terminal_ready', 'origins_registered'], { terminals: [] }],
  [['origins_registered'], { terminals: [...WHOLE.terminals, { origins: [] }] }],
  [['webhook_taken'], { wasWebhookTaken: false }],
  [['payment_approved', 'payment_authenticated'], { payments: WHOLE.payments.slice(1) }],
  [['payment_declined'], { payments: [payment('PURCHASE', 'APPROVED', 'Y'), payment('REFUND', 'APPROVED')] }],
  [
    ['payment_authenticated'],
    { payments: [payment('PURCHASE', 'APPROVED', 'A'), ...WHOLE.payments.slice(1)] },
  ],
  [['payment_refunded'], { payments: [...WHOLE.payments.slice(0, 2), payment('REFUND', 'DECLINED')] }],
  [['owner_active'], { hasOwner: false }],
])('finds that %j is missing', (missing, changes) => {
  expect(missingIn({ ...WHOLE, ...changes })).toEqual(missing)
})
