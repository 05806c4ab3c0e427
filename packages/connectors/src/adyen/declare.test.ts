import { LIMITS } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { DECLARATIONS } from './declare.ts'

/** The declarations that Adyen's documentation promises. The gateway makes, repeats and refuses calls by it. */
describe('the declarations of Adyen', () => {
  const { operations, calls, amounts } = DECLARATIONS.declarations

  it('is one capture, of a part at most, several refunds, and no void of a rest', () => {
    expect(operations).toMatchObject({
      capture: { several: false, partly: true },
      refund: { several: true, partly: true, of_captures: true },
      void: ['authorization', 'taken'],
    })
  })

  it('are the numbers of installments that Adyen documents, as far as the gateway supports them', () => {
    const { BRL, JPY, MXN, ...others } = operations.installments ?? {}
    expect([MXN, others]).toEqual([[3, 6, 9, 12, 18], {}])
    expect([BRL?.at(0), BRL?.at(-1), JPY]).toEqual([2, LIMITS.INSTALLMENTS_MAX, BRL])
  })

  it.each(['authorization', 'order', 'capture', 'refund', 'void'] as const)(
    'is that only events report a %s, and that its key is valid for seven days',
    (kind) => {
      expect(calls[kind]).toMatchObject({
        idempotency: { window: '7d', replays_errors: true },
        lookup: 'events-only',
        fence: 'none',
        asynchronous: true,
      })
    },
  )

  it('is that payments are undone by our own reference, and what follows them is not', () => {
    const undo = Object.entries(calls).map(([kind, { undo = 'none' }]) => [kind, undo])
    expect(Object.fromEntries(undo)).toEqual({
      authorization: 'by-our-key',
      order: 'by-our-key',
      capture: 'none',
      refund: 'none',
      void: 'none',
      increment: 'none',
      extend: 'none',
    })
  })

  it('are the amounts that do not fit', () => {
    expect(Object.keys(amounts ?? {}).toSorted()).toEqual(['CLP', 'CVE', 'IDR', 'ISK'])
    expect(amounts).toMatchObject({ CVE: { multiple_of: 100 }, IDR: { multiple_of: 100 } })
  })

  it('is that there are no payouts, and that only cards can be authorized', () => {
    expect(calls).not.toHaveProperty('payout')
    const holding = DECLARATIONS.methods.filter(({ holds }) => holds).map(({ type }) => type)
    expect(holding).toEqual(['card', 'saved_card', 'network-token', 'gwallet-pay', 'awallet-pay'])
  })
})
