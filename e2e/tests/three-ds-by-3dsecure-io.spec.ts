import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect } from '@playwright/test'
import { startTwin, type Twin } from '../../packages/connectors/twins/3dsecure-io/server/start-twin.ts'
import { testCard } from '../../packages/connectors/twins/3dsecure-io/test-cards.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { test as base } from '../fixtures/test.ts'
import { FieldsPage } from '../models/fields-page.ts'
import { HostedPage } from '../models/hosted-page.ts'

// 3-D Secure by 3dsecure.io, whose twin has a bank with pages of its own, at another origin than the gateway's.

const KEY = '5f0c2f9a-41d7-4c8e-9b36-0a7de2c41b58'

interface TestFixtures {
  readonly hosted: HostedPage
  readonly fields: FieldsPage
}

const test = base.extend<TestFixtures, { readonly twin: Twin }>({
  twin: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const twin = await startTwin({ keys: [KEY] })
      await use(twin)
      await twin.close()
    },
    { scope: 'worker' },
  ],
  gateway: [
    async ({ framesAt, twin }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'sluice-3dsecure-io-'))
      writeFileSync(join(folder, 'api-key'), KEY, { mode: 0o600 })
      const server = { id: 'main', type: '3dsecure-io', url: twin.url, secret_files: { api_key: 'api-key' } }
      writeFileSync(join(folder, 'sluice.json'), JSON.stringify({ three_ds_servers: [server] }))
      const gateway = await startGateway(framesAt, { SLUICE_CONFIG_FILE: join(folder, 'sluice.json') })
      await use(gateway)
      await gateway.stop()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  hosted: async ({ page, redirectingShop }, use) => use(new HostedPage(page, redirectingShop.returnUrl)),
  fields: async ({ page, merchant }, use) => use(new FieldsPage(page, merchant)),
})

const CHALLENGED = testCard({ answer: 'C', challenge: 'MANUAL' })
const FRICTIONLESS = testCard({ answer: 'Y' })

test.afterEach(({ twin }) => {
  expect(twin.witness.wrong).toEqual([])
})

test('the hosted page takes a fingerprint and a challenge', async ({
  hosted,
  gateway,
  redirectingShop,
  twin,
}) => {
  const approvals = gateway.countApprovals()
  const { url, id } = await redirectingShop.createPage({})
  await hosted.open(url)
  await hosted.pay(CHALLENGED)
  await expect(hosted.bank.password).toBeVisible()
  await hosted.keepPicture('3dsecure-io-challenge')
  await hosted.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment successful')
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  expect(gateway.countApprovals()).toBe(approvals + 1)
  const areq = JSON.parse(twin.calls.findLast(({ path }) => path === '/auth')?.body ?? '{}') as object
  expect(areq).toMatchObject({ threeDSCompInd: 'Y', browserJavascriptEnabled: true, messageVersion: '2.2.0' })
  expect(hosted.complaints).toEqual([])
})

test('the hosted page ends without a challenge where the bank wants none', async ({
  hosted,
  redirectingShop,
}) => {
  const { url, id } = await redirectingShop.createPage({})
  await hosted.open(url)
  await hosted.pay(FRICTIONLESS)
  await expect(hosted.result).toHaveText('Payment successful')
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  expect(hosted.complaints).toEqual([])
})

test('embedded fields take a fingerprint and a challenge', async ({ fields, gateway }) => {
  const approvals = gateway.countApprovals()
  await fields.open()
  await fields.pay(CHALLENGED)
  await expect(fields.bank.password).toBeVisible()
  await fields.bank.answer('1234')
  expect(await fields.outcome()).toMatchObject({ response: { approved: true, status: 'APPROVED' } })
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(fields.complaints).toEqual([])
})

test('embedded fields report a failed challenge, and nothing is charged', async ({ fields, gateway }) => {
  const approvals = gateway.countApprovals()
  await fields.open()
  await fields.pay(CHALLENGED)
  await expect(fields.bank.password).toBeVisible()
  await fields.bank.answer('1111')
  expect(await fields.outcome()).toMatchObject({ response: { approved: false, processing_code: '3001' } })
  expect(gateway.countApprovals()).toBe(approvals)
})
