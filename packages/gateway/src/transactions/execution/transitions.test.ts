import { FINAL_STATUSES, isFinalStatus, TRANSACTION_STATUSES } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { assertTransition, mayFollow, TRANSITIONS } from './transitions.ts'

const anyStatus = fc.constantFrom(...TRANSACTION_STATUSES)

describe('transactions: transitions', () => {
  it('lets nothing follow a final status', () => {
    for (const status of FINAL_STATUSES) expect(TRANSITIONS[status]).toEqual([])
  })

  it('reaches every final status from PENDING', () => {
    expect([...TRANSITIONS.PENDING].sort()).toEqual([...FINAL_STATUSES].sort())
  })

  it('ends every walk through the table after at most two moves', () => {
    fc.assert(
      fc.property(fc.array(anyStatus, { minLength: 1, maxLength: 12 }), (wishes) => {
        let status = 'CREATED' as (typeof TRANSACTION_STATUSES)[number]
        let moves = 0
        for (const wish of wishes) {
          if (!mayFollow(status, wish)) continue
          status = wish
          moves += 1
        }
        expect(moves).toBeLessThanOrEqual(2)
        if (moves === 2) expect(isFinalStatus(status)).toBe(true)
      }),
    )
  })

  it('names the transition it refuses', () => {
    expect(() => assertTransition('DECLINED', 'APPROVED')).toThrow('Forbidden transition DECLINED → APPROVED')
    expect(() => assertTransition('PENDING', 'CREATED')).toThrow('PENDING does not lead there')
  })
})
