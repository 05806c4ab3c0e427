/** The checkout at a gateway in this process, with its simulated wallets. */
import { createTestGateway, SAMPLE_BROWSER, type TestGateway } from '@sluice/server-sdk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSimulatedWallets } from '../src/simulated-wallets.ts'
import { createWalletCheckout } from '../src/wallet-checkout.ts'

const CARD = '4111111111111111'

let gateway: TestGateway
let wallets: ReturnType<typeof createSimulatedWallets>
let checkout: ReturnType<typeof createWalletCheckout>
beforeAll(async () => {
  gateway = await createTestGateway()
  wallets = createSimulatedWallets(gateway)
  checkout = createWalletCheckout({
    client: gateway.client(),
    terminalId: gateway.credentials.terminal_id,
    deviceWallet: await wallets.deviceWallet(),
  })
})
afterAll(() => gateway.close())

let orders = 0
const nextOrder = () =>
  ({ reference: `order-${(orders += 1)}`, amountMinor: 1_850, currency: 'EUR' }) as const

it.each([
  ['of the device', { number: CARD, kind: 'CRYPTOGRAM_3DS' }, 'approved'],
  ['on file, of which the bank asks', { number: '4000002760003184', kind: 'PAN_ONLY' }, 'fingerprint'],
  ['without money', { number: '4000000000009995', kind: 'CRYPTOGRAM_3DS' }, 'declined'],
] as const)('accepts a card of the web wallet %s', async (_, card, kind) => {
  const token = await wallets.webToken(card)
  expect((await checkout.payByWebWallet(nextOrder(), token, SAMPLE_BROWSER)).kind).toBe(kind)
})

it('lets a token of the web wallet pay one order', async () => {
  const token = await wallets.webToken({ number: CARD, kind: 'CRYPTOGRAM_3DS' })
  const pay = () => checkout.payByWebWallet(nextOrder(), token, SAMPLE_BROWSER)
  expect((await pay()).kind).toBe('approved')
  await expect(pay()).rejects.toThrow('Wallet token cannot be verified')
})

it('accepts a card of the device wallet, each confirmation once', async () => {
  const token = await wallets.deviceToken(CARD, nextOrder())
  const pay = () => checkout.payByDeviceWallet(nextOrder(), token, SAMPLE_BROWSER)
  expect(await pay()).toMatchObject({
    kind: 'approved',
    transaction: { payment_method: { type: 'network-token', masked: '411111******1111' } },
  })
  await expect(pay()).rejects.toMatchObject({ code: 'ALREADY_USED' })
})

it('accepts no other amount than was confirmed on the device', async () => {
  const token = await wallets.deviceToken(CARD, { ...nextOrder(), amountMinor: 100 })
  const payment = checkout.payByDeviceWallet(nextOrder(), token, SAMPLE_BROWSER)
  await expect(payment).rejects.toMatchObject({ code: 'AMOUNT_MISMATCH' })
})
