import { SIMULATED_CRES_FORMS } from '@sluice/types/vocabulary'
import { FieldsPage } from '../models/fields-page.ts'
import { HostedPage } from '../models/hosted-page.ts'
import { expect } from '@playwright/test'
import { test } from '../fixtures/test.ts'
import { CARDS } from '../models/cards.ts'

/** Every form is a separate payment, and gets enough time for one on a busy machine. */
const FORMS_TIMEOUT_MS = SIMULATED_CRES_FORMS.length * 90_000

/** The bank has approved; its page then posts a CRes as real banks write it. Nothing may wait for a cleaner one. */
const orderOf = (form: string) => ({
  metadata: { simulated_flow: 'NO_METHOD_CHALLENGE', simulated_cres: form },
})

test('card fields: every form of a CRes ends the challenge as approved', async ({
  page,
  merchant,
  gateway,
}) => {
  test.setTimeout(FORMS_TIMEOUT_MS)
  const fields = new FieldsPage(page, merchant)
  const approvals = gateway.countApprovals()
  for (const form of SIMULATED_CRES_FORMS) {
    await test.step(form, async () => {
      await fields.open({ order: orderOf(form) })
      await fields.pay(CARDS.approved)
      await fields.bank.answer('1234')
      await fields.expectApproved()
    })
  }
  expect(gateway.countApprovals()).toBe(approvals + SIMULATED_CRES_FORMS.length)
  expect(fields.complaints).toEqual([])
})

test('hosted page: every form of a CRes ends the challenge as approved', async ({
  page,
  redirectingShop,
  gateway,
}) => {
  test.setTimeout(FORMS_TIMEOUT_MS)
  const hosted = new HostedPage(page, redirectingShop.returnUrl)
  const approvals = gateway.countApprovals()
  for (const form of SIMULATED_CRES_FORMS) {
    await test.step(form, async () => {
      const { url, id } = await redirectingShop.createPage(orderOf(form))
      await hosted.open(url)
      await hosted.pay(CARDS.approved)
      await hosted.bank.answer('1234')
      await hosted.expectReturned()
      expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
    })
  }
  expect(gateway.countApprovals()).toBe(approvals + SIMULATED_CRES_FORMS.length)
  expect(hosted.complaints).toEqual([])
})
