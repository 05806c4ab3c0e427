import { describe, expect, it } from 'vitest'

import type { PaymentsClient } from './gwallet-api.ts'
import type { GwalletConfig } from './gwallet-config.ts'
import { openGwallet } from './gwallet.ts'

const CONFIG = { allowed_auth_methods: [], allowed_card_networks: [], merchant_name: null, merchant_id: null }
const SESSION = { amount: 100, currency: 'EUR', country: null } as unknown as Parameters<
  ReturnType<typeof open>['pay']
>[0]

describe('openGwallet', () => {
  it.each([
    ['says that it is', async () => ({ result: true }), true],
    ['says that it is not', async () => ({ result: false }), false],
    ['breaks', () => Promise.reject(new Error('x')), false],
  ])('is shown only when the wallet %s ready', async (_case, isReadyToPay, isReady) => {
    await expect(open({ isReadyToPay }).isReady).resolves.toBe(isReady)
  })

  it('is not shown without its script, and pays nothing', async () => {
    const gwallet = open(null)
    await expect(gwallet.isReady).resolves.toBe(false)
    await expect(gwallet.pay(SESSION)).resolves.toEqual({ kind: 'failed', failure: 'wallet_failed' })
  })

  it.each([
    [{ statusCode: 'CANCELED' }, { kind: 'canceled' }],
    [{ statusCode: 'POPUP_BLOCKED' }, { kind: 'failed', failure: 'popup_blocked' }],
    [{ statusCode: 'DEVELOPER_ERROR' }, { kind: 'failed', failure: 'wallet_failed' }],
    [{}, { kind: 'failed', failure: 'wallet_failed' }],
  ])('reports %j as %j', async (thrown, outcome) => {
    const gwallet = open({
      isReadyToPay: async () => ({ result: true }),
      loadPaymentData: () => Promise.reject(Object.assign(new Error('of the wallet'), thrown)),
    })
    await expect(gwallet.pay(SESSION)).resolves.toEqual(outcome)
  })
})

function open(client: Partial<PaymentsClient> | null) {
  return openGwallet(CONFIG as unknown as GwalletConfig, Promise.resolve(client as PaymentsClient | null))
}
