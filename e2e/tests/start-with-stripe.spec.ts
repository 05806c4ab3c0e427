import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sluice/server-sdk'
import { expect } from '@playwright/test'
import { test } from '../fixtures/test.ts'
import { ShopPage } from '../models/shop-page.ts'

// The demo shop with the connector to Stripe and its stand-in, as a newcomer starts it: nothing leaves this machine.

interface Started {
  readonly process: ChildProcess
  readonly text: string
  readonly data: string
}

let started: Started

test.beforeAll(async () => {
  started = await start()
})
test.afterAll(async () => {
  const ended = new Promise((resolve) => started.process.once('close', resolve))
  started.process.kill('SIGINT')
  await ended
  const log = readFileSync(join(started.data, 'logs/stripe.log'), 'utf8')
  rmSync(started.data, { recursive: true })
  const { checked, breaches, crashes } = JSON.parse(log.trim().split('\n').at(-1) ?? '{}') as Report
  expect({ breaches, crashes }).toEqual({ breaches: [], crashes: [] })
  expect(checked.requests).toBeGreaterThan(5)
})

interface Report {
  readonly checked: { readonly requests: number }
  readonly breaches: readonly unknown[]
  readonly crashes: readonly unknown[]
}

test('the demo shop pays through Stripe, leads to the bank’s page, gives money back, and hears of a decline', async ({
  page,
}) => {
  const shop = new ShopPage(page, read(/^ {2}Shop +(\S+)$/m))
  await shop.checkOut()
  await shop.pay('4242 4242 4242 4242')
  await expect(shop.heading).toHaveText('Thank you')

  await shop.checkOut()
  await shop.pay('4000 0000 0000 3220')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(shop.heading).toHaveText('Thank you')
  const id = (await shop.receiptCell('Transaction id').textContent()) ?? ''

  const client = createClient({
    baseUrl: new URL(read(/token +(\S+)\/realms/m)).origin,
    authUrl: read(/token +(\S+)\/realms/m),
    realm: read(/realms\/([^/]+)\//m),
    clientId: read(/client_id +(\S+)$/m),
    clientSecret: read(/client_secret +(\S+)$/m),
  })
  const { transaction } = await client.transactions.status(id)
  if (transaction === null) throw new Error('no such transaction')
  const refund = await client.transactions.refund(transaction, { amount: 500 })
  expect(refund.status).toBe('APPROVED')

  await shop.checkOut()
  await shop.pay('4000 0000 0000 9995')
  await expect(page.getByText(/declined|insufficient|not enough/i).first()).toBeVisible()
})

function start(): Promise<Started> {
  const data = mkdtempSync(join(tmpdir(), 'sluice-start-stripe-'))
  const env = { ...process.env, SLUICE_DATA: data, SLUICE_PORT: '0', SHOP_PORT: '0' }
  const child = spawn(process.execPath, ['tools/start.mjs', '--provider', 'stripe'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.includes('Ctrl-C stops everything.')) resolve({ process: child, text, data })
      })
    }
    child.once('error', reject)
    child.once('close', () => reject(new Error(text)))
  })
}

function read(pattern: RegExp): string {
  const value = pattern.exec(started.text)?.[1]
  if (!value) throw new Error(`npm start did not print ${pattern}:\n${started.text}`)
  return value
}
