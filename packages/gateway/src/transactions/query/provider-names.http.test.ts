import type { Transaction, TransactionList } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../../test/both-gateways.ts'
import type { MerchantAtGateway } from '../../../test/merchant-at-gateway.ts'

/** A reference of a simulated provider. These providers refuse a call with the reference of another one. */
const REFERENCE = /^sim_[0-9a-f]{24}$/

const referenceOf = ({ processing_result: result }: Transaction): string => {
  expect(result.provider_reference).toMatch(REFERENCE)
  return result.provider_reference ?? ''
}

async function find(
  merchant: MerchantAtGateway,
  filters: Record<string, string>,
): Promise<readonly string[]> {
  const query = new URLSearchParams(filters)
  const { body } = await merchant.send<TransactionList>('GET', `/api/transactions?${query}`)
  return body.data.map(({ id }) => id)
}

describeAtBothGateways('the provider’s reference of a payment', (current) => {
  it('is returned, shown and searchable for its own merchant only', async () => {
    const { gateway } = current()
    const merchant = await otherMerchant(gateway)
    const { result } = await merchant.authorize({ flow: 'NO_3DS' })
    if (!result) throw new Error('no result')
    const reference = referenceOf(result)
    const { text } = await merchant.send('GET', `/api/transactions/${result.id}/timeline`)
    expect(text).toContain(`"provider_reference":"${reference}"`)
    expect(await find(merchant, { provider_reference: reference })).toEqual([result.id])
    expect(await find(merchant, { provider_reference: reference, currency: 'EUR' })).toEqual([result.id])
    expect(await find(merchant, { provider_reference: reference, currency: 'SEK' })).toEqual([])
    expect(await find(merchant, { provider_reference: 'sim_' })).toEqual([])
    const another = await otherMerchant(gateway)
    expect(await find(another, { provider_reference: reference })).toEqual([])
  })

  it('is sent with captures and refunds, each of which gets its own reference', async () => {
    const merchant = await otherMerchant(current().gateway)
    const { result } = await merchant.authorize({ flow: 'NO_3DS', body: { transaction_type: 'AUTHORIZE' } })
    if (!result) throw new Error('no result')
    const { terminal_id, currency, reference, amount } = result
    const request = { terminal_id, currency, reference, amount }
    const manage = (transaction_type: string) =>
      merchant.post<Transaction>('/api/transactions/manage', { ...request, transaction_type })
    const made = [result, await manage('CAPTURE'), await manage('REFUND')]
    expect(made.map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED', 'APPROVED'])
    expect(new Set(made.map(referenceOf)).size).toBe(3)
  })
})
