import { expect, it } from 'vitest'

import type { ConfiguredMerchant } from '../merchants/index.ts'
import { holdBack } from './hold-back.ts'

const account = (providerId: string) => ({ providerId, accountId: `${providerId}-eur` })
const terminal = (...providers: readonly string[]) => ({
  id: 'T1',
  routing: providers.map(account),
  threeDsServer: null,
  alternativeAccounts: new Map(),
})
const wanted = { terminals: [terminal('new', 'old')] } as unknown as ConfiguredMerchant
const lagging = [{ name: 'host-3', reaches: new Set(['old/old-eur']) }]
const providersOf = ({ merchant }: ReturnType<typeof holdBack>) =>
  merchant.terminals[0]?.routing.map(({ providerId }) => providerId)

it('holds a new route back until every gateway can serve it', () => {
  const held = holdBack(wanted, [terminal('old')], lagging)
  expect(providersOf(held)).toEqual(['old'])
  expect(held.heldBack).toEqual([{ terminalId: 'T1', route: 'new/new-eur', processes: ['host-3'] }])
  expect(providersOf(holdBack(wanted, [terminal('old')], []))).toEqual(['new', 'old'])
})

it('does not remove a used route because one gateway lags behind', () => {
  const held = holdBack(wanted, [terminal('new', 'old')], lagging)
  expect(providersOf(held)).toEqual(['new', 'old'])
  expect(held.heldBack).toEqual([])
})
