import { expect, it } from 'vitest'

import { gatewayMerchantIdOf } from './gateway-merchant-id.ts'

it('a merchant is called the same by the wallet in every release: tokens name it', () => {
  expect(gatewayMerchantIdOf('merchant-1')).toBe('kXvJS4VmfCgZErZJErUR0d')
  expect(gatewayMerchantIdOf('merchant-2')).toBe('7AAlyoTlBuxpDmtAvQ0u9J')
})
