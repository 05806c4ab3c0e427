import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { payInWallet } from '@sluice/server-sdk/testing/playwright'
import { type AWalletTokenInput, sealAWalletToken } from '@sluice/server-sdk/wallets'
import { test } from '../fixtures/test.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { pressToClose } from '../models/press-to-close.ts'

const MERCHANT_IDENTIFIER = 'merchant.example.harbour'
const MONEY = { currency: 'EUR', amount: 1_850 } as const

interface AWalletMerchant {
  readonly private_key: string
  readonly root: string
}

test('a shop takes the other wallet on its own page and opens the token on its server', async ({
  page,
  gateway,
  request,
}) => {
  const { base_url, terminal_id } = gateway.credentials
  const shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(checkout(gateway.origins.bank_url))
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`)
  const button = page.getByRole('button', { name: 'Pay' })

  const left = page.waitForEvent('popup')
  await button.click()
  await pressToClose((await left).getByRole('button', { name: 'Cancel' }))
  await expect(page.getByRole('status')).toHaveText('canceled')

  const opened = page.waitForEvent('popup')
  await button.click()
  const sheet = await opened
  await payInWallet(sheet)
  await expect(page.getByRole('status')).toHaveText('authorized')
  const token = await page.evaluate<AWalletTokenInput>('token')

  // The code below acts as the shop's server.
  const merchant = await request.get(`${base_url}/simulators/awallet-pay/merchants/${MERCHANT_IDENTIFIER}`)
  const { private_key: privateKey, root: roots } = (await merchant.json()) as AWalletMerchant
  const client = merchantClient(gateway.credentials)
  const key = { privateKey, merchantIdentifier: MERCHANT_IDENTIFIER }
  const { result } = await client.transactions.authorize({
    ...MONEY,
    terminal_id,
    reference: randomUUID(),
    transaction_type: 'PURCHASE',
    payment_method: await sealAWalletToken(client, token, [key], { ...MONEY, roots }),
    browser_info: {
      user_agent: 'Mozilla/5.0',
      accept_header: '*/*',
      java_enabled: false,
      color_depth: 24,
      screen_height: 800,
      screen_width: 1280,
      time_zone_offset: 0,
      language: 'en',
    },
  })
  expect(result).toMatchObject({ approved: true, payment_method: { type: 'network-token' } })
  shop.closeAllConnections()
  shop.close()
})

function checkout(walletUrl: string): string {
  return `<!doctype html>
    <html lang="en">
      <script src="${walletUrl}/simulators/awallet-pay/apple-pay-session.js"></script>
      <button type="button">Pay</button>
      <p role="status"></p>
      <script>
        let token
        const tell = (text) => (document.querySelector('p').textContent = text)
        document.querySelector('button').addEventListener('click', () => {
          const session = new ApplePaySession(3, {
            countryCode: 'BA',
            currencyCode: 'EUR',
            merchantCapabilities: ['supports3DS'],
            supportedNetworks: ['visa', 'masterCard'],
            total: { label: 'Harbour shop', amount: '18.50' },
          })
          session.onvalidatemerchant = () =>
            session.completeMerchantValidation({ merchantIdentifier: '${MERCHANT_IDENTIFIER}' })
          session.oncancel = () => tell('canceled')
          session.onpaymentauthorized = ({ payment }) => {
            token = payment.token
            session.completePayment({ status: ApplePaySession.STATUS_SUCCESS })
            tell('authorized')
          }
          session.begin()
        })
      </script>
    </html>`
}
