import { expect, it } from 'vitest'

import { makePartlyRefunded, makePayment } from '../testing/make-payment.ts'
import { listSums } from './list-sums.ts'

it('adds up volume and net by currency, the most frequent first', () => {
  const inSek = makePayment({ currency: 'SEK' })
  expect(listSums([inSek, makePayment(), makePartlyRefunded()])).toEqual([
    { currency: 'EUR', volume: 25_980, net: 24_980 },
    { currency: 'SEK', volume: 12_990, net: 12_990 },
  ])
})

it('counts money once: captures and refunds are in the sums of their payment', () => {
  const followUps = ['CAPTURE', 'REFUND'].map((type) => makePayment({ transaction_type: type }))
  expect(listSums([makePayment(), ...followUps])).toEqual([{ currency: 'EUR', volume: 12_990, net: 12_990 }])
})

it('has no sums without captured money', () => {
  expect(listSums([makePayment({ status: 'DECLINED' }), makePayment({ data: null })])).toEqual([])
})
