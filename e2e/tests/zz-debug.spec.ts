import { openAsOperator } from '../fixtures/operator.ts'
import { openPortal, openSandbox, pay } from '../fixtures/portal.ts'
import { openPhone } from '../models/phone.ts'
import { test } from '../fixtures/test.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'

const wide = () => {
  const found: string[] = []
  const walk = (root: ParentNode) => {
    for (const e of root.querySelectorAll('*')) {
      const r = e.getBoundingClientRect()
      if (r.right > 321 && r.width > 0)
        found.push(
          `${e.tagName}.${e.className} ${Math.round(r.right)} ${(e.textContent ?? '').trim().slice(0, 40)}`,
        )
      if (e.shadowRoot) walk(e.shadowRoot)
    }
  }
  walk(document)
  return found.slice(-12)
}
test('wide', async ({ browser, gateway }) => {
  const email = 'a-long-address-of-a-customer@shopper-with-a-long-name.example'
  await pay(gateway, { code: '1004', customer: { email } })
  const page = await openPhone(browser)
  await openPortal(page, gateway)
  await page.getByRole('row').nth(1).waitFor()
  console.log('payments', await page.evaluate(wide))
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  console.log('payment', await page.evaluate(wide))
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('img').waitFor()
  console.log('overview', await page.evaluate(wide))
})
test('customer', async ({ browser, gateway }) => {
  const page = await openPhone(browser)
  const client = merchantClient(await openSandbox(page, gateway))
  const { id } = await client.customers.create({ email: 'ada@shopper.example', phone: '+441632960001' })
  await page.goto(`${gateway.origins.portal_url}/customers/${id}`)
  await page.getByText('Saved cards').first().waitFor()
  console.log('customer', await page.evaluate(wide))
  await page.context().clearCookies()
  await openAsOperator(page, gateway)
  for (const name of ['merchants', 'decisions', 'accounts', 'events', 'service', 'audit']) {
    await page.goto(`${gateway.origins.portal_url}/${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Loading…').waitFor({ state: 'hidden' })
    console.log(name, await page.evaluate(wide))
  }
})
