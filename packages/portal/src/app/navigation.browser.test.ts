import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

import { openPortal } from '../testing/open-portal.ts'

// This document begins without the pages that are loaded later: no other test may open one of them in it.

const LIST = { data: [], next_cursor: null }

const link = (name: string) => page.getByRole('link', { name, exact: true })
const isDefined = (name: string) => customElements.get(name) !== undefined

async function open() {
  const gateway = openPortal('/payments', {
    actions: ['listTransactions', 'listCustomers', 'listUsers', 'listWebhookDeliveries', 'listMerchants'],
    answers: { GET: LIST },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  return gateway
}

describe('a page that is loaded later', () => {
  it('is loaded when a person points at its link, before it is opened', async () => {
    const gateway = await open()
    expect(isDefined('portal-webhooks-page')).toBe(false)
    await link('Webhooks').hover()
    await expect.poll(() => isDefined('portal-webhooks-page')).toBe(true)
    expect(location.pathname).toBe('/payments')
    expect(gateway.requests.some(({ name }) => name.includes('webhook'))).toBe(false)
  })

  it('is loaded when the focus moves to its link', async () => {
    await open()
    expect(isDefined('portal-users-page')).toBe(false)
    ;(link('Users').element() as HTMLElement).focus()
    await expect.poll(() => isDefined('portal-users-page')).toBe(true)
    expect(location.pathname).toBe('/payments')
  })

  it('is loaded when it is opened without either, such as by a key or from the history', async () => {
    await open()
    expect(isDefined('portal-customers-page')).toBe(false)
    history.replaceState(null, '', '/customers')
    dispatchEvent(new PopStateEvent('popstate'))
    await expect.element(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
    await expect.poll(() => isDefined('portal-customers-page')).toBe(true)
  })
})
