import { PaymentFailedError, type PaymentResponse } from '@sluice/vue'
import { describe, expect, it, vi } from 'vitest'
import { type Following, pay } from './follow-payment.ts'
import type { Outcome } from './orders.ts'

const response = (members: Partial<PaymentResponse>) =>
  Promise.resolve({ approved: false, correctable: false, ...members } as PaymentResponse)
const failure = (code: PaymentFailedError['code']) =>
  Promise.reject(new PaymentFailedError({ code, message: code }))

/** A server that answers in this order, and what the shopper saw. */
function at(...answers: readonly (Outcome | Error)[]) {
  const left = [...answers]
  const following = {
    ask: vi.fn<Following['ask']>(() => {
      const answer = left.shift() ?? new Error('asked too often')
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }),
    onPending: vi.fn<Following['onPending']>(),
    wait: () => Promise.resolve(),
  }
  return following
}

describe('a payment', () => {
  it.each([
    [
      'an approval that the server does not confirm yet',
      () => response({ approved: true, status: 'APPROVED' }),
    ],
    ['a payment that a provider decides later', () => response({ status: 'PENDING' })],
    ['an answer that is lost', () => failure('outcome_unknown')],
    ['a form that was taken away', () => failure('frame_removed')],
  ])('is followed, and needs no other session, after %s', async (_, submit) => {
    const server = at('pending', new Error('no connection'), 'paid')
    expect(await pay(submit, server)).toEqual({ kind: 'paid' })
    expect(server.onPending).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['declined', 'next'],
    ['canceled', 'next'],
    ['expired', 'next'],
    ['open', 'stay'],
    ['mismatch', 'stop'],
  ] as const)('a payment that the server calls %s leads to: %s', async (outcome, kind) => {
    expect(await pay(() => response({ status: 'DECLINED' }), at(outcome))).toMatchObject({ kind })
  })

  it.each([
    ['a field is empty', () => failure('validation_failed'), 'validation_failed'],
    ['the network is down', () => failure('network_error'), 'network_error'],
    ['the bank wants other data', () => response({ correctable: true }), 'Check the marked field.'],
    ['data are refused', () => response({ status: 'INVALID' }), 'Check the marked field.'],
  ])('stays in its session when %s', async (_, submit, message) => {
    const server = at()
    expect(await pay(submit, server)).toEqual({ kind: 'stay', message })
    expect(server.ask).not.toHaveBeenCalled()
  })
})
