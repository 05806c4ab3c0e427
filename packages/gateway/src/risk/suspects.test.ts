import { expect, it } from 'vitest'

import { createSuspects } from './suspects.ts'
import type { WatchedPayment } from './watch-payment.ts'

const MINUTE_MS = 60_000

function paymentOf(transactionId: string, subjects: readonly string[], merchantId = 'm'): WatchedPayment {
  const rules = subjects.map((subject) => ({ subject, terminalId: null }))
  return { merchantId, transactionId, rules } as unknown as WatchedPayment
}

it('suspects a payment that broke a rule, and no other', () => {
  const suspects = createSuspects({ now: () => 0 })
  suspects.addPayment(paymentOf('a', ['CARD/x']))
  expect(suspects.has(paymentOf('a', ['CARD/x']))).toBe(true)
  expect(suspects.has(paymentOf('b', ['CARD/x']))).toBe(false)
})

it('suspects payments of the subjects of a broken rule, at their merchant, for a minute', () => {
  let nowMs = 0
  const suspects = createSuspects({ now: () => nowMs })
  suspects.addSubjects(paymentOf('a', ['ADDRESS/here', 'CARD/x']), [{ subject: 'ADDRESS/here' }])
  expect(suspects.has(paymentOf('b', ['CARD/y', 'ADDRESS/here']))).toBe(true)
  expect(suspects.has(paymentOf('c', ['CARD/x']))).toBe(false)
  expect(suspects.has(paymentOf('d', ['ADDRESS/here'], 'another merchant'))).toBe(false)
  nowMs = MINUTE_MS - 1
  expect(suspects.has(paymentOf('e', ['ADDRESS/here']))).toBe(true)
  nowMs = MINUTE_MS
  expect(suspects.has(paymentOf('f', ['ADDRESS/here']))).toBe(false)
})
