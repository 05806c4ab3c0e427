/** One command: starts a gateway with simulated wallets, and pays three orders with them. */
import { SAMPLE_BROWSER, startGateway } from '@sluice/server-sdk/testing'
import { createSimulatedWallets } from './simulated-wallets.ts'
import { createWalletCheckout, type Order } from './wallet-checkout.ts'

const gateway = await startGateway()
const wallets = createSimulatedWallets(gateway)
const checkout = createWalletCheckout({
  client: gateway.client(),
  terminalId: gateway.credentials.terminal_id,
  deviceWallet: await wallets.deviceWallet(),
})
const order = (reference: string): Order => ({ reference, amountMinor: 1_850, currency: 'EUR' })

const ofTheDevice = await wallets.webToken({ number: '4111111111111111', kind: 'CRYPTOGRAM_3DS' })
const first = await checkout.payByWebWallet(order('order-1'), ofTheDevice, SAMPLE_BROWSER)
console.log(`Web wallet, a card of the device: ${first.kind}`)

const onFile = await wallets.webToken({ number: '4242424242424242', kind: 'PAN_ONLY' })
const second = await checkout.payByWebWallet(order('order-2'), onFile, SAMPLE_BROWSER)
console.log(`Web wallet, a card on file: ${second.kind}; 3-D Secure goes on as for a card that is typed in`)

const confirmed = await wallets.deviceToken('4111111111111111', order('order-3'))
const third = await checkout.payByDeviceWallet(order('order-3'), confirmed, SAMPLE_BROWSER)
console.log(`Device wallet: ${third.kind}`)
await gateway.stop()
