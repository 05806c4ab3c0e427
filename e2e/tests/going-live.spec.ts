import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import type { Gateway } from '../fixtures/gateway.ts'
import { pay } from '../fixtures/portal.ts'
import { type Production, startProduction } from '../fixtures/production.ts'
import { test as base } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { listComplaints } from '../models/complaints.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'
import { readPage } from '../models/read-page.ts'
import { openWorker, WAYS, type Worker } from '../models/ways.ts'

// A merchant on the way from a test installation to production: what the operators of both do, and the owner.

const PICTURES = 'test-results/pictures'
const PASSWORD = 'plenty of hens, 7 of them'
const OPERATOR = 'olga@service.example'

const test = base.extend<{ production: Production }, { receiverUrl: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern.
  production: async ({}, use) => {
    const production = await startProduction(OPERATOR)
    await use(production)
    await production.stop()
  },
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

/** A merchant as the operator of the test installation writes it down, of which each test has one of its own. */
const harbour = (place: number) => ({
  id: `harbour-${place}`,
  name: `Harbour Books ${place}`,
  terminals: [
    {
      terminal_id: `T0000000888${place}`,
      features: ['TRX_TYPE_PURCHASE', 'TRX_TYPE_REFUND', 'THREE_DS'],
      brands: ['VISA', 'MASTERCARD'],
      routing: [{ provider: 'sim-a', account: 'sim-a-eur' }],
    },
  ],
})

type Entry = ReturnType<typeof harbour>

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

/** Adds a merchant and its owner through a file. Returns the one-time link. */
async function addMerchant({ page, press, write }: Worker, entry: Entry, owner: string): Promise<string> {
  await press(page.getByRole('button', { name: 'Add a merchant…' }))
  await chooseFile(page, JSON.stringify({ merchants: [entry] }))
  await write(dialogOf(page).getByLabel('Name'), 'Ina Harbour')
  await write(dialogOf(page).getByLabel('Email'), owner)
  await press(dialogOf(page).getByRole('button', { name: 'Add merchant' }))
  const link = await dialogOf(page).locator('code').innerText()
  await press(dialogOf(page).getByRole('button', { name: `Open ${entry.name}` }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(entry.name)
  return link
}

const chooseFile = (page: Page, text: string) =>
  dialogOf(page)
    .getByLabel('Merchant file')
    .setInputFiles({ name: 'merchant.json', mimeType: 'application/json', buffer: Buffer.from(text) })

/** Makes credentials, whose name the form suggests; gives what is shown this once. */
async function createProgram({ page, press }: Worker) {
  await press(page.getByRole('link', { name: 'Settings' }))
  await press(page.getByRole('button', { name: 'New client…' }))
  await press(dialogOf(page).getByRole('button', { name: 'Create client' }))
  await expect(dialogOf(page)).toContainText('Copy this secret now')
  const [client_id = '', client_secret = ''] = await dialogOf(page).locator('dd code').allInnerTexts()
  await press(dialogOf(page).getByRole('button', { name: 'Done' }))
  return { client_id, client_secret }
}

/** Everything that the checklist asks of the owner and the shop; it is what a new merchant sees first. */
async function rehearse(
  owner: Worker,
  gateway: Gateway,
  { terminals }: Entry,
  receiverUrl: string,
): Promise<void> {
  const { page, press, write } = owner
  const terminal_id = terminals[0]?.terminal_id ?? ''
  const checklist = page.getByRole('region', { name: 'Get ready to go live' })
  await press(checklist.getByRole('link', { name: 'Register the origins' }))
  await write(dialogOf(page).getByLabel('Registered origins'), 'https://harbour.example')
  await press(dialogOf(page).getByRole('button', { name: 'Save' }))
  await expect(checklist).toContainText('Done Register the origins')
  await press(checklist.getByRole('link', { name: 'Receive a webhook' }))
  await write(dialogOf(page).getByLabel('URL'), receiverUrl)
  await press(dialogOf(page).getByRole('button', { name: 'Create subscription' }))
  await press(dialogOf(page).getByRole('button', { name: 'Back to the checklist' }))
  const program = await createProgram(owner)

  const shop = { credentials: { ...gateway.credentials, ...program, terminal_id } }
  const approved = await pay(shop)
  await pay(shop, { code: '1004' })
  await press(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Payments' }))
  await press(page.getByRole('link', { name: approved.reference }))
  await press(page.getByRole('button', { name: 'Refund…' }))
  await press(dialogOf(page).getByRole('button', { name: /^Refund/ }))
  await expect(statusOf(page, 'Refunded.')).toBeVisible()
}

/** How many presses, filled fields and chosen files each of them takes, after signing in. */
const STEPS = { operator: 7, owner: 15, operatorOfProduction: 6, ownerOfProduction: 4 } as const

/** Choosing a file is a step that no hands count. */
const FILE = 1

for (const [place, way] of WAYS.entries())
  test(`a merchant goes live ${way.name}, and only the owner gets the secrets`, async ({
    browser,
    gateway,
    production,
    receiverUrl,
  }) => {
    const entry = harbour(place)
    const [operatorEmail, ownerEmail] = [`olga-${place}@service.example`, `ina-${place}@harbour.example`]
    const open = () => openWorker(browser, way, { ignoreHTTPSErrors: true })
    const { portal_url: testPortal } = gateway.origins
    const operator = await open()
    await begin(
      operator.page,
      testPortal,
      operatorEmail,
      await gateway.inviteOperator(operatorEmail, 'Olga Operator'),
    )
    const complaints = listComplaints(operator.page)
    const invitation = await addMerchant(operator, entry, ownerEmail)
    const approve = operator.page.getByRole('button', { name: 'Approve and save file' })
    await expect(approve).toBeDisabled()
    await expect(checkOf(operator.page, 'An owner has signed in')).toContainText('Missing')
    await expectNoViolations(operator.page)
    await operator.page.screenshot({ path: `${PICTURES}/going-live-missing-${place}.png`, fullPage: true })

    const owner = await open()
    await begin(owner.page, testPortal, ownerEmail, invitation)
    await rehearse(owner, gateway, entry, receiverUrl)

    await expect(async () => {
      await operator.page.reload()
      await expect(approve).toBeEnabled({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await expectNoViolations(operator.page)
    await operator.page.screenshot({ path: `${PICTURES}/going-live-ready-${place}.png`, fullPage: true })
    const [download] = await Promise.all([operator.page.waitForEvent('download'), operator.press(approve)])
    await expect(statusOf(operator.page, 'Approved. The file is saved.')).toBeVisible()
    const text = await readFile(await download.path(), 'utf8')
    expect(text).not.toMatch(/whsec_|secret|ck_test_/)
    const [approved] = (JSON.parse(text) as { readonly merchants: readonly [Entry] }).merchants
    // The operator's edit: the accounts of the other installation.
    const moved = {
      ...approved,
      terminals: approved.terminals.map((terminal) => ({ ...terminal, routing: [production.route] })),
    }

    const live = await open()
    await begin(live.page, production.portalUrl, OPERATOR, production.invitation)
    const liveInvitation = await addMerchant(live, moved, ownerEmail)
    await expect(live.page.getByRole('heading', { name: 'Going live' })).toHaveCount(0)
    await expectNoViolations(live.page)
    await live.page.screenshot({ path: `${PICTURES}/going-live-production-${place}.png`, fullPage: true })
    const liveOwner = await open()
    await begin(liveOwner.page, production.portalUrl, ownerEmail, liveInvitation)
    const program = await createProgram(liveOwner)
    expect(program.client_id).toMatch(/^shop-/)
    expect(await readPage(live.page)).not.toContain(program.client_secret)
    await liveOwner.page.reload()
    await expect(liveOwner.page.getByRole('row', { name: program.client_id })).toBeVisible()
    expect(await readPage(liveOwner.page)).not.toContain(program.client_secret)
    expect(complaints).toEqual([])
    expect({
      operator: operator.steps() + FILE,
      owner: owner.steps(),
      operatorOfProduction: live.steps() + FILE,
      ownerOfProduction: liveOwner.steps(),
    }).toEqual(STEPS)
    for (const { page } of [operator, owner, live, liveOwner]) await page.context().close()
  })

test('the dialog that adds a merchant shows that a file is not JSON', async ({ browser, gateway }) => {
  const email = 'oskar@service.example'
  const { page } = await openWorker(browser, WAYS[0])
  await begin(page, gateway.origins.portal_url, email, await gateway.inviteOperator(email, 'Oskar Operator'))
  await page.getByRole('button', { name: 'Add a merchant…' }).click()
  await chooseFile(page, 'merchants: harbour')
  await dialogOf(page).getByRole('button', { name: 'Add merchant' }).click()
  await expect(dialogOf(page).locator('input[type=file]')).toHaveAccessibleDescription(
    /The file is not valid JSON\./,
  )
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/going-live-add.png` })
  await page.context().close()
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
