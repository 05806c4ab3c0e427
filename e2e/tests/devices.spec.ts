import { expect, type Page } from '@playwright/test'

import type { Gateway } from '../fixtures/gateway.ts'
import { openPortal } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { tabTo } from '../models/keyboard.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'

// A program without a browser, which a person signs in.

const PICTURES = 'test-results/pictures'

interface Begun {
  readonly device_code: string
  readonly user_code: string
}

/** Sends requests as `sluice-gateway login` does, from the page's own browser, which resolves names below localhost. */
const send = <Answer>(page: Page, { origins }: Gateway, path: string, body: unknown) =>
  page.request
    .post(origins.portal_url.replace('portal.localhost', '127.0.0.1') + path, {
      headers: { host: new URL(origins.portal_url).host },
      data: body,
    })
    .then((answer) => answer.json() as Promise<Answer>)

test('a code is typed and approved by keyboard alone, and the program gets its session', async ({
  page,
  gateway,
}) => {
  await openPortal(page, gateway)
  const begun = await send<Begun>(page, gateway, '/portal/devices', { name: 'sluice-gateway on laptop' })
  await page.goto(`${gateway.origins.portal_url}/devices`)
  await tabTo(page, page.getByLabel('Code'))
  await page.keyboard.type(begun.user_code.toLowerCase())
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/device-code.png` })
  await page.keyboard.press('Enter')
  await expect(page.getByText(begun.user_code)).toBeVisible()
  await expect(page.getByText('sluice-gateway on laptop at 127.0.0.1')).toBeVisible()
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/device.png` })
  await tabTo(page, page.getByRole('button', { name: 'Approve' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Approved. You can close this page')).toBeVisible()
  const { device_code } = begun
  const answer = await send<object>(page, gateway, '/portal/devices/token', { device_code })
  expect(Object.keys(answer)).toEqual(['access_token', 'token_type', 'expires_in'])
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Unknown or expired code')
})

test('a phone asks whether a program may act, without scrolling sideways, light and dark', async ({
  browser,
  gateway,
}) => {
  const page = await openPhone(browser)
  await openPortal(page, gateway)
  const begun = await send<Begun>(page, gateway, '/portal/devices', { name: 'sluice-gateway on laptop' })
  await page.goto(`${gateway.origins.portal_url}/devices/${begun.user_code}`)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expectToFitPhone(page, 'device')
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('Denied. The program gets no access.')).toBeVisible()
  await page.context().close()
})
