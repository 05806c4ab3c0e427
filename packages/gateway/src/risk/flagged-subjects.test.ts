import { expect, it } from 'vitest'

import { createFlaggedSubjects } from './flagged-subjects.ts'
import type { WatchedPayment } from './watch-payment.ts'

const MINUTE_MS = 60_000

function paymentOf(transactionId: string, subjects: readonly string[], merchantId = 'm'): WatchedPayment {
  const rules = subjects.map((subject) => ({ subject, terminalId: null }))
  return { merchantId, transactionId, rules } as unknown as WatchedPayment
}

it('flags only a payment that matched a rule', () => {
  const flagged = createFlaggedSubjects({ now: () => 0 })
  flagged.addPayment(paymentOf('a', ['CARD/x']))
  expect(flagged.has(paymentOf('a', ['CARD/x']))).toBe(true)
  expect(flagged.has(paymentOf('b', ['CARD/x']))).toBe(false)
})

it('flags payments of the subjects of a matched rule at their merchant for a minute', () => {
  let nowMs = 0
  const flagged = createFlaggedSubjects({ now: () => nowMs })
  flagged.addSubjects(paymentOf('a', ['ADDRESS/here', 'CARD/x']), [{ subject: 'ADDRESS/here' }])
  expect(flagged.has(paymentOf('b', ['CARD/y', 'ADDRESS/here']))).toBe(true)
  expect(flagged.has(paymentOf('c', ['CARD/x']))).toBe(false)
  expect(flagged.has(paymentOf('d', ['ADDRESS/here'], 'another merchant'))).toBe(false)
  nowMs = MINUTE_MS - 1
  expect(flagged.has(paymentOf('e', ['ADDRESS/here']))).toBe(true)
  nowMs = MINUTE_MS
  expect(flagged.has(paymentOf('f', ['ADDRESS/here']))).toBe(false)
})
