import { expect, type Page } from '@playwright/test'

import type { Gateway } from '../fixtures/gateway.ts'
import { openPortal, openSandbox, pay, useTestTool } from '../fixtures/portal.ts'
import { startReceiver } from '../fixtures/receiver.ts'
import { payAs, sellOn } from '../fixtures/selling-shop.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { createProgram, readShown } from '../models/portal-credentials.ts'
import { openWorker, WAYS, type Worker } from '../models/ways.ts'

// The tasks for which people use the portal, and the number of steps of each, in each way of working.

interface Task {
  readonly does: (worker: Worker, gateway: Gateway) => Promise<void>
  /** How many presses, filled fields and choices it takes. */
  readonly steps: number
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const dialogOf = (page: Page) => page.getByRole('dialog')

const TASKS: Readonly<Record<string, Task>> = {
  'a declined payment is found by the e-mail of its customer, and the page says why': {
    steps: 3,
    async does(worker, gateway) {
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
  },

  'a payment is refunded in part': {
    steps: 6,
    async does(worker, gateway) {
      const { page, press, write } = worker
      const { reference } = await pay(gateway)
      await write(page.getByRole('searchbox'), reference)
      await press(page.getByRole('search').getByRole('button', { name: 'Search', exact: true }))
      await press(link(page, reference))
      await press(button(page, 'Refund…'))
      await write(dialogOf(page).getByLabel('Amount in EUR'), '5.00')
      await press(dialogOf(page).getByRole('button', { name: 'Refund EUR 5.00' }))
      await expect(page.getByRole('status')).toHaveText('Refunded.')
      await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Refunded\s*EUR\s−5\.00/)
    },
  },

  'a webhook is sent again into its receiver': {
    steps: 3,
    async does(worker, gateway) {
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
  },

  'a secret is rotated while payments run, and none of them fails': {
    steps: 6,
    async does(worker, gateway) {
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
  },

  'the volume and the approval rate of this month are read': {
    steps: 1,
    async does({ page, press }, gateway) {
      await pay(gateway)
      await press(link(page, 'Overview'))
      await expect(page.getByRole('radio', { name: 'This month' })).toBeChecked()
      const figures = page.getByRole('main')
      await expect(figures).toContainText(/Gross volume.*EUR\s[1-9]/s)
      await expect(figures).toContainText(/Approval rate.*[1-9][\d.]* ?%/s)
    },
  },

  'a colour is changed and seen': {
    steps: 4,
    async does(worker) {
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
  },

  'a colleague who may only read is invited': {
    steps: 6,
    async does(worker) {
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
  },
}

for (const way of WAYS)
  for (const [place, [task, { does, steps }]] of Object.entries(TASKS).entries())
    test(`${task}, ${way.name}`, async ({ browser, gateway }) => {
      const worker = await openWorker(browser, way)
      const { page } = worker
      await openPortal(page, gateway)
      await does(worker, gateway)
      expect(worker.steps()).toBe(steps)
      await expectNoViolations(page)
      await page.screenshot({
        path: `test-results/pictures/portal-task-${place + 1}-${way.name.split(' ').at(-1)}.png`,
        fullPage: true,
      })
      await page.context().close()
    })

/** The limit for all bytes that a person receives until the first page is visible. */
const FIRST_VIEW_BYTES_MAX = 120_000

test('the first view of a portal without payments takes at most 120 kB', async ({ page, gateway }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let received = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (received += encodedDataLength))
  await openSandbox(page, gateway)
  await expect(page.getByRole('heading', { name: 'Get ready to go live' })).toBeVisible()
  expect(received).toBeGreaterThan(10_000)
  expect(received).toBeLessThanOrEqual(FIRST_VIEW_BYTES_MAX)
})
