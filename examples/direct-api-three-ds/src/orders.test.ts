import { describe, expect, it } from 'vitest'
import { attachFlow, createOrder, currentAttempt, startNextAttempt } from './orders.ts'

const first = attachFlow(createOrder('id', 'LH-1'), 'LH-1', 'flow-1')

describe('the next try', () => {
  it('has a unique reference', () => {
    const next = startNextAttempt(first, currentAttempt(first), 'declined')
    expect(currentAttempt(next)).toEqual({ reference: 'LH-1-2', flowId: null })
  })

  it.each(['pending', 'unknown', 'approved', 'open', 'notFound'] as const)('is not made after %s', (end) => {
    expect(startNextAttempt(first, currentAttempt(first), end)).toBe(first)
  })

  it('is shared by two windows that ask for it at once: the other may be paying it', () => {
    const paying = attachFlow(startNextAttempt(first, currentAttempt(first), 'declined'), 'LH-1-2', 'flow-2')
    expect(startNextAttempt(paying, currentAttempt(first), 'declined')).toBe(paying)
    // A late answer about the first try does not take the place of the second.
    expect(currentAttempt(attachFlow(paying, 'LH-1', 'flow-1'))).toEqual({
      reference: 'LH-1-2',
      flowId: 'flow-2',
    })
  })
})
