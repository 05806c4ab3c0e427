import { expect } from '@playwright/test'

import { openPortal } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations, expectReadableInTheDark } from '../models/axe.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'

// The sessions of a person, and how they end.

const PICTURES = 'test-results/pictures'

test('a person sees this browser and another, and ends the other', async ({ page, browser, gateway }) => {
  await openPortal(page, gateway)
  const phone = await openPhone(browser)
  await openPortal(phone, gateway)
  const sessions = `${gateway.origins.portal_url}/sessions`

  await phone.goto(sessions)
  const ofPhone = phone.getByRole('row').filter({ hasText: 'This session' })
  await expect(ofPhone).toContainText('Safari, iPhone')
  await expectToFitPhone(phone, 'sessions')

  await page.goto(sessions)
  const current = page.getByRole('row').filter({ hasText: 'This session' })
  await expect(current).toHaveCount(1)
  await expect(current).toContainText('Chrome, Linux')
  await expect(current.getByRole('button')).toHaveCount(0)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/sessions-light.png` })
  await expectReadableInTheDark(page)
  await page.screenshot({ path: `${PICTURES}/sessions-dark.png` })

  // The newest is first; phones of other tests may still be signed in.
  const other = page.getByRole('row', { name: 'Safari, iPhone' }).first()
  await other.getByRole('button', { name: 'End' }).click()
  await expect(page.getByRole('status')).toContainText('Session ended')
  await phone.reload()
  await expect(phone.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(current).toHaveCount(1)
  await phone.context().close()
})
