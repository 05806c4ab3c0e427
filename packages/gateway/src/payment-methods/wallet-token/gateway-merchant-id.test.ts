import { expect, it } from 'vitest'

import { gatewayMerchantIdOf } from './gateway-merchant-id.ts'

it('a merchant’s id at the wallet is the same in every release, because tokens contain it', () => {
  expect(gatewayMerchantIdOf('merchant-1')).toBe('kXvJS4VmfCgZErZJErUR0d')
  expect(gatewayMerchantIdOf('merchant-2')).toBe('7AAlyoTlBuxpDmtAvQ0u9J')
})
