import type { CustomerList, TransactionList } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from './both-gateways.ts'

describeAtBothGateways('an inactive merchant', (current) => {
  it('gets 2017 for everything that moves money, and can still read its data', async () => {
    const { gateway, execute } = current()
    const merchant = await otherMerchant(gateway)
    const paid = await merchant.authorize({ flow: 'NO_3DS', body: { transaction_type: 'PURCHASE' } })
    expect(paid.result?.status).toBe('APPROVED')
    const open = () => merchant.send('POST', '/api/sessions', merchant.sessionRequest())
    await execute(`update merchants set status = 'INACTIVE' where id = '${merchant.ready.merchant_id}'`)
    // The merchant is cached for some seconds.
    await expect
      .poll(async () => (await open()).body, { timeout: 60_000 })
      .toMatchObject({
        status: 'INVALID',
        processing_code: '2017',
      })

    const again = await merchant.authorize({ flow: 'NO_3DS', body: { transaction_type: 'PURCHASE' } })
    expect(again.result).toMatchObject({ status: 'INVALID', processing_code: '2017' })
    const refund = await merchant.send('POST', '/api/transactions/manage', {
      terminal_id: paid.result?.terminal_id,
      transaction_type: 'REFUND',
      reference: paid.result?.reference,
      amount: 100,
      currency: paid.result?.currency,
    })
    expect(refund.body).toMatchObject({ status: 'INVALID', processing_code: '2017' })

    const { data } = await merchant.get<TransactionList>('/api/transactions')
    expect(data.map(({ reference }) => reference)).toContain(paid.result?.reference)
    expect((await merchant.get<CustomerList>('/api/customers')).data).toEqual([])
  })
})
