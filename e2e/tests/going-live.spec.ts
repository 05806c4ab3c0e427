import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'

import { type Browser, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import type { Gateway } from '../fixtures/gateway.ts'
import { pay } from '../fixtures/portal.ts'
import { type Production, startProduction } from '../fixtures/production.ts'
import { test as base } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { listComplaints } from '../models/complaints.ts'
import { tabTo } from '../models/keyboard.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'
import { readPage } from '../models/read-page.ts'

// A merchant on the way from a test installation to production: what the operators of both do, and the owner.

const PICTURES = 'test-results/pictures'
const PASSWORD = 'plenty of hens, 7 of them'
const OPERATOR = 'olga@service.example'
const OWNER = 'ina@harbour.example'

const test = base.extend<object, { production: Production; receiverUrl: string }>({
  production: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const production = await startProduction(OPERATOR)
      await use(production)
      await production.stop()
    },
    { scope: 'worker' },
  ],
  receiverUrl: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = createServer((request, response) => request.resume().on('end', () => response.end()))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/events`)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
})

/** A merchant as the operator of the test installation writes it down. */
const HARBOUR = {
  merchants: [
    {
      id: 'harbour',
      name: 'Harbour Books',
      terminals: [
        {
          terminal_id: 'T00000008888',
          features: ['TRX_TYPE_PURCHASE', 'TRX_TYPE_REFUND', 'THREE_DS'],
          brands: ['VISA', 'MASTERCARD'],
          routing: [{ provider: 'sim-a', account: 'sim-a-eur' }],
        },
      ],
    },
  ],
}

type Entry = (typeof HARBOUR.merchants)[number]

const dialogOf = (page: Page) => page.getByRole('dialog')
const statusOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const checkOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** Chooses a password on the page of a one-time link, and signs in; in production with an authenticator app. */
async function begin(page: Page, portalUrl: string, email: string, link: string): Promise<void> {
  await page.goto(link)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('form').first().getByRole('button').first().click()
  await page.goto(`${portalUrl}/`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  if (portalUrl.startsWith('https:')) await setUpAuthenticator(page)
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
}

async function setUpAuthenticator(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor()
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Adds a merchant by a file, from the list of merchants. */
async function addMerchant(page: Page, entry: unknown, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a merchant…' }).click()
  await chooseFile(page, JSON.stringify({ merchants: [entry] }))
  await dialogOf(page).getByRole('button', { name: 'Add merchant' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

const chooseFile = (page: Page, text: string) =>
  dialogOf(page)
    .getByLabel('Merchant file')
    .setInputFiles({ name: 'merchant.json', mimeType: 'application/json', buffer: Buffer.from(text) })

/** Invites the owner from the merchant's page; gives the one-time link. */
async function inviteOwner(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Invite an owner…' }).click()
  await dialogOf(page).getByLabel('Name').fill('Ina Harbour')
  await dialogOf(page).getByLabel('Email').fill(OWNER)
  await dialogOf(page).getByRole('button', { name: 'Create invitation' }).click()
  const link = await dialogOf(page).locator('code').innerText()
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  return link
}

/** Makes credentials; gives what is shown this once. */
async function createProgram(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'New client…' }).click()
  await dialogOf(page).getByLabel('Name').fill('shop')
  await dialogOf(page).getByRole('button', { name: 'Create client' }).click()
  await expect(dialogOf(page)).toContainText('Copy this secret now')
  const [client_id = '', client_secret = ''] = await dialogOf(page).locator('dd code').allInnerTexts()
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  return { client_id, client_secret }
}

/** Everything that the checklist asks of the owner and the shop. */
async function rehearse(owner: Page, gateway: Gateway, receiverUrl: string): Promise<void> {
  const [{ terminals }] = HARBOUR.merchants as [Entry]
  const terminal_id = terminals[0]?.terminal_id ?? ''
  const program = await createProgram(owner)
  await owner.getByRole('link', { name: 'Terminals' }).click()
  await owner.getByRole('button', { name: `Change… ${terminal_id}` }).click()
  await dialogOf(owner).getByLabel('Registered origins').fill('https://harbour.example')
  await dialogOf(owner).getByRole('button', { name: 'Save' }).click()
  await expect(owner.getByRole('region', { name: terminal_id })).toContainText('https://harbour.example')
  const subscribed = await owner.evaluate(async (url) => {
    const answer = await fetch('/portal/subscriptions', {
      method: 'POST',
      headers: {
        'x-sluice-portal': 'act',
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ url, filters: ['*'] }),
    })
    return answer.status
  }, receiverUrl)
  expect(subscribed).toBe(201)

  const shop = { credentials: { ...gateway.credentials, ...program, terminal_id } }
  const approved = await pay(shop)
  await pay(shop, { code: '1004' })
  await owner.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Payments' }).click()
  await owner.getByRole('link', { name: approved.reference }).click()
  await owner.getByRole('button', { name: 'Refund…' }).click()
  await dialogOf(owner)
    .getByRole('button', { name: /^Refund/ })
    .click()
  await expect(statusOf(owner, 'Refund: Approved.')).toBeVisible()
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  return context.newPage()
}

test('a merchant goes live by the steps that the test installation shows, and only the owner gets the secrets', async ({
  browser,
  gateway,
  production,
  receiverUrl,
}) => {
  const { portal_url: testPortal } = gateway.origins
  const link = await gateway.inviteOperator(OPERATOR, 'Olga Operator')
  const operator = await openPage(browser)
  await begin(operator, testPortal, OPERATOR, link)
  const complaints = listComplaints(operator)
  const [harbour] = HARBOUR.merchants as [Entry]

  await operator.getByRole('button', { name: 'Add a merchant…' }).click()
  await chooseFile(operator, 'merchants: harbour')
  await dialogOf(operator).getByRole('button', { name: 'Add merchant' }).click()
  await expect(dialogOf(operator).getByRole('alert')).toHaveText('The file is not valid JSON.')
  await expectNoViolations(operator)
  await operator.screenshot({ path: `${PICTURES}/going-live-add.png` })
  await dialogOf(operator).getByRole('button', { name: 'Cancel' }).click()
  await addMerchant(operator, harbour, 'Harbour Books')
  await expect(statusOf(operator, 'Harbour Books added.')).toBeVisible()
  const approve = operator.getByRole('button', { name: 'Approve and save file' })
  await expect(approve).toBeDisabled()
  await expect(checkOf(operator, 'An owner has signed in')).toContainText('Missing')
  await expectNoViolations(operator)
  await operator.screenshot({ path: `${PICTURES}/going-live-missing.png`, fullPage: true })
  const invitation = await inviteOwner(operator)

  const owner = await openPage(browser)
  await begin(owner, testPortal, OWNER, invitation)
  await rehearse(owner, gateway, receiverUrl)

  await expect(async () => {
    await operator.reload()
    await expect(approve).toBeEnabled({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expectNoViolations(operator)
  await operator.screenshot({ path: `${PICTURES}/going-live-ready.png`, fullPage: true })
  await tabTo(operator, approve)
  const [download] = await Promise.all([operator.waitForEvent('download'), operator.keyboard.press('Enter')])
  await expect(statusOf(operator, 'Approved. The file is saved.')).toBeVisible()
  const text = await readFile(await download.path(), 'utf8')
  expect(text).not.toMatch(/whsec_|secret|ck_test_/)
  const [approved] = (JSON.parse(text) as typeof HARBOUR).merchants as [Entry]
  // What the operator does with an editor: the accounts of the other installation.
  const moved = {
    ...approved,
    terminals: approved.terminals.map((terminal) => ({ ...terminal, routing: [production.route] })),
  }

  const live = await openPage(browser)
  await begin(live, production.portalUrl, OPERATOR, production.invitation)
  await addMerchant(live, moved, 'Harbour Books')
  await expect(live.getByRole('heading', { name: 'Going live' })).toHaveCount(0)
  await expectNoViolations(live)
  await live.screenshot({ path: `${PICTURES}/going-live-production.png`, fullPage: true })
  const liveOwner = await openPage(browser)
  await begin(liveOwner, production.portalUrl, OWNER, await inviteOwner(live))
  const program = await createProgram(liveOwner)
  expect(program.client_id).toMatch(/^shop-/)
  expect(await readPage(live)).not.toContain(program.client_secret)
  await liveOwner.reload()
  await expect(liveOwner.getByRole('row', { name: program.client_id })).toBeVisible()
  expect(await readPage(liveOwner)).not.toContain(program.client_secret)
  expect(complaints).toEqual([])
  for (const page of [operator, owner, live, liveOwner]) await page.context().close()
})

test('a phone shows the way to production without scrolling sideways, light and dark', async ({
  browser,
  gateway,
}) => {
  const email = 'phone@service.example'
  const link = await gateway.inviteOperator(email, 'Olga Operator')
  const page = await openPhone(browser)
  await begin(page, gateway.origins.portal_url, email, link)
  await page.getByRole('button', { name: 'Add a merchant…' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await expectToFitPhone(page, 'going-live-add')
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Demo shop' }).click()
  await expect(page.getByRole('button', { name: 'Approve and save file' })).toBeDisabled()
  await expectToFitPhone(page, 'going-live-checks')
  await page.context().close()
})
