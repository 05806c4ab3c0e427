import { type Browser, expect, type Page } from '@playwright/test'

import type { Gateway } from '../fixtures/gateway.ts'
import { openPortal } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations, expectReadableInTheDark } from '../models/axe.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'

// Owners who reset each other: whom it concerns is notified, and objects.

const PICTURES = 'test-results/pictures'
const PASSWORD = 'plenty of hens, 7 of them'

const dialogOf = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
const noticesOf = (page: Page) => page.getByRole('region', { name: 'Notices for owners' })

/** Saves pictures of the page, light and dark, and checks both with axe. */
async function keepPictures(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/${name}-light.png` })
  await expectReadableInTheDark(page)
  await page.screenshot({ path: `${PICTURES}/${name}-dark.png` })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Invites an owner, who chooses a password and signs in with it in a window of their own. */
async function inviteOwner(page: Page, gateway: Gateway, owner: Page, name: string): Promise<void> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@shop.example`
  await page.goto(`${gateway.origins.portal_url}/users`)
  await page.getByRole('button', { name: 'Invite…' }).click()
  await dialogOf(page).getByLabel('Name').fill(name)
  await dialogOf(page).getByLabel('Email').fill(email)
  await dialogOf(page).getByLabel('Owner').check()
  await dialogOf(page).getByLabel('Support').uncheck()
  await dialogOf(page).getByRole('button', { name: 'Create invitation' }).click()
  const link = (await dialogOf(page).locator('code').textContent()) ?? ''
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await owner.goto(link)
  await owner.getByLabel('New password').fill(PASSWORD)
  await owner.getByRole('button', { name: 'Continue' }).click()
  await signIn(owner, gateway, email)
}

async function signIn(page: Page, { origins }: Gateway, email: string): Promise<void> {
  await page.goto(`${origins.portal_url}/`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
}

const openWindow = async (browser: Browser) => (await browser.newContext()).newPage()

async function reset(page: Page, name: string): Promise<void> {
  await rowOf(page, name).getByRole('button', { name: 'Change…' }).click()
  await dialogOf(page).getByRole('button', { name: 'Reset sign-in' }).click()
  await expect(dialogOf(page)).toContainText('The owners are notified and can cancel it')
}

test('an owner is notified of a reset, cancels it, and reads who did what', async ({
  page,
  browser,
  gateway,
}) => {
  await openPortal(page, gateway)
  const ada = await openPhone(browser)
  await inviteOwner(page, gateway, ada, 'Ada')
  await reset(page, 'Ada')
  await page.screenshot({ path: `${PICTURES}/owners-link.png` })
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'Ada')).toContainText('Sign-in reset from')
  await keepPictures(page, 'owners-users')

  await ada.reload()
  await expect(noticesOf(ada)).toContainText('reset the sign-in of Ada')
  await expectToFitPhone(ada, 'owners-notice')
  await ada.goto(`${gateway.origins.portal_url}/users`)
  await expectToFitPhone(ada, 'owners-users')
  await noticesOf(ada).getByRole('button', { name: 'Cancel the link' }).click()
  await expect(ada.getByRole('status')).toContainText('Link canceled')
  await noticesOf(ada).getByRole('button', { name: 'Acknowledge' }).click()
  await expect(noticesOf(ada)).toHaveCount(0)
  await ada.reload()
  await expect(rowOf(ada, 'Ada')).not.toContainText('Sign-in reset from')
  await expect(noticesOf(ada)).toHaveCount(0)

  await ada.getByRole('link', { name: 'View all changes' }).click()
  await expect(ada.getByRole('row').nth(1)).toContainText('Notices acknowledged')
  await expect(ada.getByRole('row').nth(2)).toContainText('Link canceled')
  await expect(ada.getByRole('row').nth(3)).toContainText('Sign-in reset')
  await expectToFitPhone(ada, 'owners-trail')
  await page.goto(`${gateway.origins.portal_url}/trail`)
  await expect(page.getByRole('row').nth(2)).toContainText('Link canceled')
  await keepPictures(page, 'owners-trail')
  await ada.context().close()
})

test('the person confirms a reset, and the owner who requested it cannot', async ({
  page,
  browser,
  gateway,
}) => {
  await openPortal(page, gateway)
  const grace = await openWindow(browser)
  await inviteOwner(page, gateway, grace, 'Grace')
  await reset(page, 'Grace')
  const link = (await dialogOf(page).locator('code').textContent()) ?? ''
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await rowOf(page, 'Grace').getByRole('button', { name: 'Confirm or cancel…' }).click()
  await dialogOf(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialogOf(page).getByRole('alert')).toBeVisible()
  await keepPictures(page, 'owners-decide')

  await grace.goto(`${gateway.origins.portal_url}/users`)
  await keepPictures(grace, 'owners-notice')
  await rowOf(grace, 'Grace').getByRole('button', { name: 'Confirm or cancel…' }).click()
  await dialogOf(grace).getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(grace.getByRole('status')).toContainText('The link is valid now')
  const anew = await openWindow(browser)
  await anew.goto(link)
  await expect(anew.getByLabel('New password')).toBeVisible()
  await anew.context().close()
  await grace.context().close()
})
