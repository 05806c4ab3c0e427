import { describe, expect, it } from 'vitest'

import { createCountPayments } from './count-payments.ts'
import type { PaymentCounts } from './payment-counts.store.ts'

const MERCHANTS = ['first', 'huge', 'last']

/** The job over three merchants, and whom it has counted. */
function openJob(failing: Partial<PaymentCounts>) {
  const counted: string[] = []
  const count = createCountPayments({
    paymentCounts: {
      async countNext(merchantId) {
        counted.push(merchantId)
        return false
      },
      recount: async () => 0,
      ...failing,
    },
    listMerchantIds: async () => MERCHANTS,
    now: () => 0,
  })
  return { counted, count }
}

const fail = () => Promise.reject(new Error('canceling statement due to statement timeout'))

describe('the job that counts payments', () => {
  it('counts the merchants behind one whose payments cannot be counted, in its next round', async () => {
    const counted: string[] = []
    const { count } = openJob({
      async countNext(merchantId) {
        if (merchantId === 'huge') return fail()
        counted.push(merchantId)
        return false
      },
    })
    await expect(count()).rejects.toThrow('statement timeout')
    await count()
    expect(counted).toEqual(['last', 'first'])
  })

  it('counts all merchants although no hour can be counted again', async () => {
    const { counted, count } = openJob({ recount: fail })
    await expect(count()).rejects.toThrow('statement timeout')
    expect(counted.toSorted()).toEqual(MERCHANTS)
  })
})
