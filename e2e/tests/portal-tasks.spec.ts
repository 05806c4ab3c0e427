import { type Browser, type BrowserContext, devices, expect, type Page } from '@playwright/test'

import type { Gateway } from '../fixtures/gateway.ts'
import { openPortal, openSandbox, pay, useTestTool } from '../fixtures/portal.ts'
import { startReceiver } from '../fixtures/receiver.ts'
import { payAs, sellOn } from '../fixtures/selling-shop.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { fingerHands, type Hands, keyboardHands } from '../models/hands.ts'
import { createProgram, readShown } from '../models/portal-credentials.ts'

// What people come to the portal for, by the keyboard alone and on a phone; by mouse the other specs do the same.

interface Worker extends Hands {
  readonly page: Page
}

interface Way {
  readonly name: string
  readonly open: (browser: Browser) => Promise<{ readonly context: BrowserContext; readonly worker: Worker }>
}

const WAYS: readonly Way[] = [
  {
    name: 'by the keyboard alone',
    async open(browser) {
      const context = await browser.newContext()
      const page = await context.newPage()
      return { context, worker: { page, ...keyboardHands(page) } }
    },
  },
  {
    name: 'on a phone',
    async open(browser) {
      const context = await browser.newContext(devices['iPhone SE'])
      return { context, worker: { page: await context.newPage(), ...fingerHands() } }
    },
  },
]

type Task = (worker: Worker, gateway: Gateway) => Promise<void>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const dialogOf = (page: Page) => page.getByRole('dialog')

const TASKS: Readonly<Record<string, Task>> = {
  async 'a declined payment is found by the e-mail of its customer, and the page says why'(worker, gateway) {
    const { page, press, write } = worker
    const email = `${crypto.randomUUID()}@shopper.example`
    const { reference } = await pay(gateway, { code: '1004', customer: { email } })
    await write(page.getByRole('searchbox'), email)
    await press(page.getByRole('search').getByRole('button', { name: 'Search', exact: true }))
    await expect(page.getByRole('row')).toHaveCount(2)
    await press(link(page, reference))
    await expect(page.getByRole('region', { name: 'Why: Declined, insufficient funds' })).toContainText(
      'Offer another card or method.',
    )
  },

  async 'a payment is refunded in part'(worker, gateway) {
    const { page, press, write } = worker
    const { reference } = await pay(gateway)
    await write(page.getByRole('searchbox'), reference)
    await press(page.getByRole('search').getByRole('button', { name: 'Search', exact: true }))
    await press(link(page, reference))
    await press(button(page, 'Refund…'))
    await write(dialogOf(page).getByLabel('Amount in EUR'), '5.00')
    await press(dialogOf(page).getByRole('button', { name: 'Refund EUR 5.00' }))
    await expect(page.getByRole('status')).toHaveText('Refund: Approved.')
    await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Refunded\s*EUR −5\.00/)
  },

  async 'a webhook is sent again into its receiver'(worker, gateway) {
    const { page, press } = worker
    const receiver = await startReceiver()
    const credentials = await openSandbox(page, gateway)
    await useTestTool(gateway, 'webhooks/subscriptions', { url: receiver.url }, credentials.sandbox_id)
    await pay({ credentials })
    await expect.poll(() => receiver.messages.length).toBe(1)
    await press(link(page, 'Webhooks'))
    const deliveries = page.getByRole('region', { name: 'Deliveries' })
    await press(deliveries.getByRole('checkbox').first())
    await press(deliveries.getByRole('button', { name: 'Resend 1 selected' }))
    await expect(page.getByRole('status')).toHaveText('Resending 1 message.')
    await expect.poll(() => receiver.messages.length).toBe(2)
    await receiver.stop()
  },

  async 'a secret is rotated while payments run, and none of them fails'(worker, gateway) {
    const { page, press, choose } = worker
    const old = await createProgram(page)
    const shop = sellOn(gateway, old)
    await shop.sells(2)
    const row = page.getByRole('row', { name: old.client_id })
    await press(row.getByRole('button', { name: 'Rotate secret…' }))
    await choose(dialogOf(page).getByLabel('Old secret expires'), 'in one hour')
    await press(dialogOf(page).getByRole('button', { name: 'Rotate secret' }))
    const fresh = await readShown(page, press)
    await shop.sells(2)
    shop.deploy(fresh)
    await shop.sells(2)
    await press(row.getByRole('button', { name: 'Revoke old secret…' }))
    await press(dialogOf(page).getByRole('button', { name: 'Revoke old secret' }))
    await expect(page.getByRole('status')).toHaveText('Old secret revoked.')
    await shop.sells(2)
    await shop.close()
    await expect(payAs(gateway, old)).rejects.toThrow()
  },

  async 'a colour is changed and seen'(worker) {
    const { page, press, write } = worker
    await press(link(page, 'Settings'))
    await press(link(page, 'Language and look'))
    const sample = page.frameLocator('iframe').getByRole('button', { name: /^Pay/ })
    await expect(sample).toBeVisible()
    // Both ways may meet the same gateway: what the other one chose is changed too.
    const accent = page.getByLabel('Primary color', { exact: true })
    const [hex, rgb] =
      (await accent.inputValue()) === '#005f5f'
        ? ['#5f005f', 'rgb(95, 0, 95)']
        : ['#005f5f', 'rgb(0, 95, 95)']
    await write(accent, hex)
    await expect(sample).toHaveCSS('background-color', rgb)
    await press(button(page, 'Save'))
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  },

  async 'a colleague who may only read is invited'(worker) {
    const { page, press, write } = worker
    const email = `${crypto.randomUUID()}@shop.example`
    await press(link(page, 'Users'))
    await press(button(page, 'Invite…'))
    await write(dialogOf(page).getByLabel('Name'), 'Tess Tester')
    await write(dialogOf(page).getByLabel('Email'), email)
    await press(button(page, 'Create invitation'))
    await expect(dialogOf(page).locator('code')).toContainText('/link/')
    await press(button(page, 'Done'))
    await expect(page.getByRole('row', { name: email })).toContainText('Invited')
  },
}

for (const { name: way, open } of WAYS)
  for (const [task, doTask] of Object.entries(TASKS))
    test(`${task}, ${way}`, async ({ browser, gateway }) => {
      const { context, worker } = await open(browser)
      await openPortal(worker.page, gateway)
      await doTask(worker, gateway)
      await expectNoViolations(worker.page)
      await worker.page.screenshot({
        path: `test-results/pictures/portal-task-${Object.keys(TASKS).indexOf(task) + 1}-${way.split(' ').at(-1)}.png`,
        fullPage: true,
      })
      await context.close()
    })
