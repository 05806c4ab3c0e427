import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { SECTIONS } from '../sections.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { SESSION } from '../testing/mount.ts'
import { openPortal, type OpenOptions } from '../testing/open-portal.ts'
import { refusal, type StubbedGateway } from '../testing/stub-gateway.ts'

const ACTIONS = ['listCustomers', 'countTransactions', 'listUsers']
const CUSTOMERS = { data: [], next_cursor: null }
const NOTICE = {
  id: 'n-1',
  kind: 'OWNER_INVITED',
  user_id: 'u-2',
  about: 'Grace',
  done_by: 'Ada',
  at: '2026-11-30T00:00:00Z',
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name })
const status = page.getByRole('status')

beforeEach(() => sessionStorage.clear())

/** Opens an address of the portal for a person with the rights of {@link ACTIONS}. */
function open(address: string, { answers = {}, ...session }: OpenOptions = {}): StubbedGateway {
  return openPortal(address, {
    actions: ACTIONS,
    ...session,
    answers: { 'GET /api/customers': CUSTOMERS, ...answers },
  })
}

describe('the sign-in', () => {
  it('is shown to a person who is not signed in', async () => {
    open('/customers', { answers: { 'GET /session': refusal(401) } })
    await expect.element(heading('Sign in')).toBeVisible()
    await expect.element(link('Sign in')).toHaveAttribute('href', '/portal/login')
    expect(document.title).toBe('Sign in – Sluice portal')
    await expectAccessible()
  })

  it('has the mark of the shell, and names the environment', async () => {
    const mark = () =>
      (document.querySelector('sluice-portal > *')?.shadowRoot ?? document).querySelector('.brand svg')
        ?.innerHTML
    open('/customers', { environment: 'production', answers: { 'GET /session': refusal(401) } })
    await expect.element(page.getByText('Production', { exact: true })).toBeVisible()
    expect(page.getByText('sluice-gateway open').elements()).toEqual([])
    await expectAccessible()
    const before = mark()
    document.querySelector('sluice-portal')?.remove()
    open('/customers', { environment: 'test', answers: { 'GET /session': refusal(401) } })
    await expect.element(page.getByText('Test environment', { exact: true })).toBeVisible()
    await expect.element(page.getByText('sluice-gateway open')).toBeVisible()
    await expectAccessible()
    document.querySelector('sluice-portal')?.remove()
    open('/customers')
    await expect.element(heading('Customers')).toBeVisible()
    const shell = document.querySelector('portal-header')?.shadowRoot?.querySelector('.brand svg')?.innerHTML
    expect(shell).toContain('<path')
    expect(before).toBe(shell)
  })

  it('fits a phone, light and dark', async () => {
    await page.viewport(320, 640)
    open('/customers', { answers: { 'GET /session': refusal(401) } })
    await expect.element(link('Sign in')).toBeInViewport({ ratio: 1 })
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  })

  it('is offered where an address is no page, and does not lead back there', async () => {
    open('/nowhere', { answers: { 'GET /session': refusal(401) } })
    await expect.element(heading('Page not found')).toBeVisible()
    await expect.element(link('Sign in')).toHaveAttribute('href', '/portal/login')
    expect(document.title).toBe('Page not found – Sluice portal')
    expect(page.getByRole('navigation').elements()).toEqual([])
    await expectAccessible()
    const shell = document.querySelector('sluice-portal')
    // The click itself would load another document.
    shell?.addEventListener('click', (event) => event.preventDefault())
    await link('Sign in').click()
    expect(sessionStorage.length).toBe(0)
  })

  it('shows that a sign-in failed', async () => {
    open('/?sign-in=failed', { answers: { 'GET /session': refusal(401) } })
    await expect.element(page.getByRole('alert')).toMatchTextContent('The sign-in failed. Try again.')
    expect(location.search).toBe('')
  })

  it('shows that a link is no longer valid, and removes it from the address', async () => {
    open('/#link=used', { answers: { 'POST /session': refusal(401) } })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/was already used or is older/)
    expect(location.hash).toBe('')
    await expectAccessible()
  })

  it('works by a valid link, and by one that is opened in an open portal', async () => {
    const gateway = open('/customers#link=good', {
      answers: { 'POST /session': { ...SESSION, actions: ACTIONS } },
    })
    await expect.element(heading('Customers')).toBeVisible()
    expect(gateway.requests[0]).toMatchObject({ name: 'POST /session', body: { token: 'good' } })
    gateway.answer({ 'POST /session': refusal(401) })
    location.hash = '#link=used'
    await expect.element(heading('Sign in')).toBeVisible()
  })

  it('leads back to the page where the person started', async () => {
    sessionStorage.setItem('sluice-portal-place', '/customers?email=a')
    open('/')
    await expect.element(heading('Customers')).toBeVisible()
    expect(location.search).toBe('?email=a')
  })

  it('shows why nothing can be shown, and tries again', async () => {
    const gateway = open('/customers', { answers: { 'GET /session': refusal(503) } })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    await expectAccessible()
    gateway.answer({ 'GET /session': { ...SESSION, actions: ACTIONS } })
    await button('Try again').click()
    await expect.element(heading('Customers')).toBeVisible()
  })

  it('appears when the session ends, and reports it', async () => {
    open('/customers', { answers: { 'GET /api/customers': refusal(401) } })
    await expect.element(heading('Sign in')).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/session has ended/)
  })
})

describe('the navigation', () => {
  it('has the pages that the person may open, and marks the current one', async () => {
    open('/customers')
    await expect.element(heading('Customers')).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    expect(pages.elements().map(({ textContent }) => textContent)).toEqual(['Overview', 'Customers', 'Users'])
    await expect.element(link('Customers')).toHaveAttribute('aria-current', 'page')
    expect(document.title).toBe('Customers – Sluice portal')
    await expectAccessible()
  })

  it("is one line with an owner's ten pages in a window that is half a screen wide", async () => {
    await page.viewport(1040, 740)
    const ofOwners = SECTIONS.filter(({ roles }) => roles !== 'operator')
    open('/customers', { actions: ofOwners.map(({ action }) => action) })
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await expect.poll(() => links.elements()).toHaveLength(ofOwners.length)
    const tops = links.elements().map((each) => each.getBoundingClientRect().top)
    expect(new Set(tops).size).toBe(1)
    await page.viewport(1280, 800)
  })

  it('is one line on a phone, with the current page in view', async () => {
    await page.viewport(320, 640)
    open('/test-tools', { actions: SECTIONS.map(({ action }) => action) })
    await expect.element(heading('Test tools')).toBeVisible()
    const { height } = page.getByRole('navigation', { name: 'Pages' }).element().getBoundingClientRect()
    expect(height).toBeLessThan(60)
    await expect.element(link('Test tools')).toBeInViewport({ ratio: 1 })
    await expect.element(link('Payments')).not.toBeInViewport()
  })

  it('opens a page by its link, with the focus on its heading, and goes back', async () => {
    open('/devices')
    await expect.element(heading('Sign in a program')).toBeVisible()
    await link('Customers').click()
    await expect.poll(() => heading('Customers').element().matches(':focus')).toBe(true)
    expect(location.pathname).toBe('/customers')
    history.back()
    await expect.element(heading('Sign in a program')).toBeVisible()
  })

  it('has a link that skips to the content', async () => {
    open('/customers')
    await expect.element(link('Skip to the content')).toBeInTheDocument()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.poll(() => document.activeElement?.id).toBe('content')
    expect(location.hash).toBe('')
  })

  it('stays around an address that is no page, which leads on to one', async () => {
    open('/nowhere')
    await expect.element(heading('Page not found')).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    expect(document.title).toBe('Page not found – Sluice portal')
    await expectAccessible()
    await link('Go to Overview').click()
    await expect.poll(() => location.pathname).toBe('/overview')
  })

  it('shows that a role has no pages', async () => {
    open('/customers', { actions: [] })
    await expect.element(heading('No pages for your role')).toBeVisible()
  })

  it.each([
    ['/users', {}, 'No access to Users', /Ask an owner of Mugs & More .* open to: owner\./],
    ['/settings/look', {}, 'No access to Language and look', /open to: owner, developer\./],
    ['/payments', {}, 'No access to Payments', /Ask an owner to change your role/],
    ['/merchants/m-1', {}, 'No access to Merchant', /Only operators .* Ask your operator/],
    ['/overview', { merchant: null }, 'No access to Overview', /open the merchant, then choose/],
    [
      '/test-tools',
      { environment: 'production' as const },
      'No access to Test tools',
      /only in test environments/,
    ],
    ['/test-tools', {}, 'No access to Test tools', /open to: owner, developer\./],
    [
      '/overview',
      { viewing: { id: 'm', name: 'Harbour Books', until: '2026-11-30T10:00:00Z' } },
      'No access to Overview',
      /While you view Harbour Books/,
    ],
  ])('shows that %s with %j is closed, and the role it requires', async (address, session, title, text) => {
    open(address, { actions: ['listCustomers'], ...session })
    await expect.element(heading(title)).toBeVisible()
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(link('Go to Customers')).toHaveAttribute('href', '/customers')
    expect(page.getByRole('alert').elements()).toEqual([])
    await expectAccessible()
  })

  it('begins with merchants for people who may not see payments', async () => {
    open('/', { actions: ['listMerchants'], answers: { 'GET /operator/merchants': CUSTOMERS } })
    await expect.element(heading('Merchants')).toBeVisible()
  })
})

describe('the header', () => {
  it('keeps the search and the person beside the mark on a phone, whatever the merchant is called', async () => {
    await page.viewport(390, 844)
    const merchant = { id: 'm-1', name: 'The Wholesale Lantern and Lamp Oil Company of Gothenburg' }
    open('/customers', { merchant, environment: 'test' })
    const topOf = (element: Element) => Math.round(element.getBoundingClientRect().top)
    const search = page.getByRole('banner').getByRole('button', { name: 'Search' })
    await expect.element(search).toBeInViewport({ ratio: 1 })
    expect(topOf(button('Amra Hadžić').element())).toBe(topOf(search.element()))
    const brand = page.getByRole('link', { name: 'Sluice' }).element().getBoundingClientRect()
    expect(brand.bottom).toBeGreaterThan(topOf(search.element()))
    expect(page.getByRole('banner').element().getBoundingClientRect().height).toBeLessThan(180)
    await expectAccessible()
    await page.viewport(1280, 800)
  })

  it("opens the person's menu below its button, within the window", async () => {
    open('/customers')
    await button('Amra Hadžić').click()
    const signOut = button('Sign out')
    await expect.element(signOut).toBeInViewport({ ratio: 1 })
    const opener = button('Amra Hadžić').element().getBoundingClientRect()
    const menu = (signOut.element().closest('[popover]') as HTMLElement).getBoundingClientRect()
    expect(menu.top).toBeGreaterThanOrEqual(opener.bottom)
    expect(menu.top).toBeLessThan(opener.bottom + opener.height)
    expect(menu.right).toBeCloseTo(opener.right, 0)
    await expectAccessible()
  })

  it('shows who is signed in and where, and signs out', async () => {
    const gateway = open('/customers', { answers: { 'DELETE /session': refusal(503) } })
    await expect.element(page.getByRole('banner')).toMatchTextContent(/Mugs & More.*Test environment/)
    await button('Amra Hadžić').click()
    await expect.element(page.getByText('amra@shop.example')).toBeVisible()
    await expectAccessible()
    await button('Sign out').click()
    await expect.element(status).toMatchTextContent(/cannot be reached/)
    gateway.answer({ 'DELETE /session': {} })
    await button('Sign out').click()
    await expect.element(heading('Sign in')).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  })

  it('shows which test tools are in use', async () => {
    open('/customers', {
      test_state: { clock_ahead_seconds: 3_600, has_webhook_faults: true, faults_until: null },
    })
    await expect
      .element(link('Test clock 1 hour ahead · Webhook faults are on'))
      .toHaveAttribute('href', '/test-tools')
  })

  it('shows whose payments an operator views, and ends the view', async () => {
    const viewing = { id: 'm', name: 'Harbour Books', until: '2026-11-30T10:00:00Z' }
    const gateway = open('/customers', {
      viewing,
      actions: [...ACTIONS, 'listMerchants'],
      answers: { 'DELETE /operator/view': refusal(503), 'GET /operator/merchants': CUSTOMERS },
    })
    await expect.element(page.getByText(/^Viewing Harbour Books until/)).toBeVisible()
    await button('Stop viewing').click()
    await expect.element(status).toMatchTextContent(/cannot be reached/)
    gateway.answer({
      'DELETE /operator/view': {},
      'GET /session': { ...SESSION, actions: ['listMerchants'] },
    })
    await button('Stop viewing').click()
    await expect.element(heading('Merchants')).toBeVisible()
    expect(page.getByText(/^Viewing Harbour Books/).elements()).toEqual([])
    expect(link('Customers').elements()).toEqual([])
  })

  it('asks an owner without a passkey to add one', async () => {
    open('/customers', { needs_passkey: true })
    await expect.element(link('Add a passkey')).toHaveAttribute('href', '/portal/login?change=passkey')
  })
})

describe('notices', () => {
  const actions = [...ACTIONS, 'listNotices']
  const region = page.getByRole('region', { name: 'Notices for owners' })

  it('are shown above a page until they are acknowledged', async () => {
    const gateway = open('/customers', {
      actions,
      notices: [NOTICE],
      answers: { 'POST /notices/acknowledge': refusal(503) },
    })
    await expect.element(region).toMatchTextContent(/Ada invited Grace as an owner/)
    await expectAccessible()
    await button('Acknowledge').click()
    await expect.element(region.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    gateway.answer({ 'POST /notices/acknowledge': {}, 'GET /notices': { data: [] } })
    await button('Acknowledge').click()
    await expect.element(region).not.toBeInTheDocument()
    await expect.element(status).toMatchTextContent('Acknowledged.')
    const sent = gateway.requests.filter(({ name }) => name === 'POST /notices/acknowledge')
    expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ ids: ['n-1'] }))
  })

  it('let a person cancel their own reset, and show why that failed', async () => {
    const cancel = `POST /users/${SESSION.user.id}/cancel`
    const own = { ...NOTICE, kind: 'OWNER_RESET', user_id: SESSION.user.id }
    const gateway = open('/customers', {
      actions,
      notices: [own, NOTICE],
      answers: { [cancel]: refusal(403) },
    })
    await button('Cancel the link').click()
    await expect.element(region.getByRole('alert')).toMatchTextContent('Your role does not allow this.')
    gateway.answer({ [cancel]: {} })
    await button('Cancel the link').click()
    await expect.element(status).toMatchTextContent('Link canceled.')
  })

  it('take no place while there are none', async () => {
    open('/customers', { actions })
    await expect.element(heading('Customers')).toBeVisible()
    expect(region.elements()).toEqual([])
  })
})

describe('events of the merchant', () => {
  const line = page.getByText(/^No connection to the gateway/)

  it('tell a person when there is no connection, until it is back', async () => {
    const gateway = open('/customers', {
      actions: [...ACTIONS, 'streamEvents'],
      answers: { 'GET /api/events': refusal(503) },
    })
    await expect.element(line).toBeVisible()
    await expectAccessible()
    gateway.answer({ 'GET /api/events': () => new Response(openStream('data:\n\n')) })
    await expect.element(line).not.toBeInTheDocument()
  })

  it('are those of the person whom a link signed in last', async () => {
    const actions = [...ACTIONS, 'streamEvents']
    const gateway = open('/customers', {
      actions,
      answers: {
        'POST /session': { ...SESSION, actions },
        'GET /api/events': () => new Response(openStream('data:\n\n')),
      },
    })
    const streams = () => gateway.requests.filter(({ name }) => name.startsWith('GET /api/events'))
    await expect.poll(() => streams().length).toBe(1)
    location.hash = '#link=good'
    await expect.poll(() => streams().length).toBe(2)
  })

  it('end with the session', async () => {
    open('/customers', {
      actions: [...ACTIONS, 'streamEvents'],
      answers: { 'GET /api/events': refusal(401) },
    })
    await expect.element(heading('Sign in')).toBeVisible()
  })

  it('are not requested for people without the right', async () => {
    const gateway = open('/customers')
    await expect.element(page.getByText('No customers')).toBeVisible()
    expect(gateway.requests.map(({ name }) => name)).toEqual(['GET /api/customers'])
  })
})

/** A stream that stays open. */
function openStream(text: string): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  })
}

describe('keys', () => {
  it('open pages, the search and their own explanation', async () => {
    open('/devices')
    await expect.element(heading('Sign in a program')).toBeVisible()
    await userEvent.keyboard('gc')
    await expect.element(heading('Customers')).toBeVisible()
    await userEvent.keyboard('/')
    await expect.poll(() => page.getByRole('searchbox').element().matches(':focus')).toBe(true)
    await userEvent.keyboard('?')
    expect(page.getByRole('dialog').elements()).toEqual([])
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('dialog', { name: 'Search everything' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await button('Amra Hadžić').click()
    await expect.element(link('Sign in again')).toHaveAttribute('href', '/portal/login')
    await button('Keys…').click()
    const help = page.getByRole('dialog', { name: 'Keys' })
    await expect.element(help).toMatchTextContent(/Go to Customers/)
    expect(help.element().textContent).not.toContain('Go to Payments')
    await expectAccessible()
  })

  it('open the search of the whole portal where the page has none', async () => {
    open('/devices')
    await expect.element(heading('Sign in a program')).toBeVisible()
    await userEvent.keyboard('/')
    await expect.element(page.getByRole('dialog', { name: 'Search everything' })).toBeVisible()
  })

  it('do nothing in a dialog, and once they are switched off', async () => {
    onTestFinished(() => localStorage.removeItem('sluice-portal-keys'))
    open('/devices')
    await expect.element(heading('Sign in a program')).toBeVisible()
    await userEvent.keyboard('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    await userEvent.keyboard('gc')
    await help.getByRole('checkbox').click()
    await help.getByRole('button', { name: 'Close' }).click()
    await userEvent.keyboard('gc')
    await button('Search').click()
    await expect.element(page.getByRole('dialog', { name: 'Search everything' })).toBeVisible()
    expect(location.pathname).toBe('/devices')
  })

  it('move through the rows of a list', async () => {
    const data = ['a', 'b'].map((id) => ({ id, email: `${id}@shopper.example`, name: null }))
    open('/customers', { answers: { 'GET /api/customers': { data, next_cursor: null } } })
    await expect.element(link('a@shopper.example')).toBeVisible()
    await userEvent.keyboard('jjj')
    await expect.poll(() => link('b@shopper.example').element().matches(':focus')).toBe(true)
    await userEvent.keyboard('k')
    await expect.poll(() => link('a@shopper.example').element().matches(':focus')).toBe(true)
  })
})
