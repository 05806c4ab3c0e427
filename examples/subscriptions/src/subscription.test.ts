import { describe, expect, it } from 'vitest'
import { addMonths, afterApproval, afterDecline, referenceOf, type Subscription } from './subscription.ts'

const START = new Date('2027-01-31T09:00:00Z')
const NEW: Subscription = {
  id: 'sub-1',
  paymentMethodId: 'pm',
  amountMinor: 1_200,
  currency: 'EUR',
  state: 'ACTIVE',
  period: 1,
  declines: 0,
  dueAt: START,
}

describe('a subscription', () => {
  it.each([
    [1, '2027-02-28T09:00:00.000Z'],
    [2, '2027-03-31T09:00:00.000Z'],
    [13, '2028-02-29T09:00:00.000Z'],
  ])('is due on the last day of a shorter month: %i later', (months, due) => {
    expect(addMonths(START, months).toISOString()).toBe(due)
  })

  it('is due a month after its start once it is paid, however late the payment was', () => {
    const late = { ...NEW, state: 'PAST_DUE', declines: 2 } as const
    expect(afterApproval(late, START)).toMatchObject({
      state: 'ACTIVE',
      period: 2,
      declines: 0,
      dueAt: new Date('2027-02-28T09:00:00Z'),
    })
  })

  it('is tried again after 3, 5 and 7 days, each time under another reference, and then ends', () => {
    const days: number[] = []
    const references: string[] = []
    let subscription = NEW
    let now = START
    while (subscription.dueAt) {
      references.push(referenceOf(subscription))
      subscription = afterDecline(subscription, '1004', now)
      if (subscription.dueAt) days.push((subscription.dueAt.getTime() - now.getTime()) / 86_400_000)
      now = subscription.dueAt ?? now
    }
    expect(days).toEqual([3, 5, 7])
    expect(references).toEqual(['sub-1-1-1', 'sub-1-1-2', 'sub-1-1-3', 'sub-1-1-4'])
    expect(subscription).toMatchObject({ state: 'CANCELED', dueAt: null })
  })

  it.each(['2001', '2005', '2006', '2010', '3001', '4200', '2013', ''])(
    'ends at once where a retry cannot help: %s',
    (code) => {
      expect(afterDecline(NEW, code, START)).toMatchObject({ state: 'CANCELED', dueAt: null })
    },
  )
})
