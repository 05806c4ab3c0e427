import { expect, it } from 'vitest'

import { isPage, listPaths } from './pages.ts'
import { PORTAL_PATHS } from './paths.ts'
import { SECTIONS } from './sections.ts'
import { openPortal } from './testing/open-portal.ts'
import { refusal } from './testing/stub-gateway.ts'

/** Addresses of every path, each with its page's element and what the element is given of the address. */
const PAGES: readonly (readonly [string, string, object])[] = [
  ['/', 'portal-payments-page', {}],
  ['/payments?status=DECLINED', 'portal-payments-page', { query: new URLSearchParams('status=DECLINED') }],
  ['/payments/a%20b', 'portal-payment-page', { paymentId: 'a b' }],
  ['/overview', 'portal-overview-page', {}],
  [
    '/errors?endpoint=x&status=409&cursor=c',
    'portal-errors-page',
    { kind: { endpoint: 'x', status: 409, property: null, message: null }, cursor: 'c' },
  ],
  ['/webhooks?status=FAILED', 'portal-webhooks-page', { query: new URLSearchParams('status=FAILED') }],
  ['/webhooks?new', 'portal-webhooks-page', { opensForm: true, query: new URLSearchParams() }],
  ['/webhooks/d-1', 'portal-delivery-page', { deliveryId: 'd-1' }],
  ['/customers?email=a', 'portal-customers-page', { query: new URLSearchParams('email=a') }],
  ['/customers/c-1', 'portal-customer-page', { customerId: 'c-1' }],
  ['/checkout-sessions', 'portal-checkout-sessions-page', {}],
  [
    '/payment-links?status=USED_UP',
    'portal-payment-links-page',
    { query: new URLSearchParams('status=USED_UP') },
  ],
  ['/devices', 'portal-devices-page', {}],
  ['/devices/BCDF-GHJK', 'portal-device-page', { code: 'BCDF-GHJK' }],
  ['/design', 'portal-design-page', {}],
  ['/users', 'portal-users-page', {}],
  ['/sessions', 'portal-sessions-page', {}],
  ['/trail?cursor=c', 'portal-trail-page', { cursor: 'c' }],
  ['/merchants?cursor=c', 'portal-merchants-page', { query: new URLSearchParams('cursor=c') }],
  ['/merchants/m-1', 'portal-merchant-page', { merchantId: 'm-1' }],
  ['/decisions', 'portal-decisions-page', {}],
  ['/accounts', 'portal-accounts-page', {}],
  ['/events?state=IGNORED', 'portal-events-page', { query: new URLSearchParams('state=IGNORED') }],
  ['/service', 'portal-service-page', {}],
  ['/audit?action=x', 'portal-audit-page', { query: new URLSearchParams('action=x') }],
  ['/test-tools', 'portal-test-tools-page', {}],
  ['/settings', 'portal-credentials-page', {}],
  ['/settings/credentials', 'portal-credentials-page', {}],
  ['/settings/terminals', 'portal-terminals-page', { opensForm: false }],
  ['/settings/terminals?change', 'portal-terminals-page', { opensForm: true }],
  ['/settings/origins', 'portal-client-keys-page', {}],
  ['/settings/look', 'portal-look-page', {}],
  ['/settings/rules', 'portal-rules-page', {}],
  ['/settings/webhook-hosts', 'portal-webhook-hosts-page', {}],
]

it('has a page for each address that the gateway serves', () => {
  expect(listPaths().toSorted()).toEqual(PORTAL_PATHS.toSorted())
})

it('has none for other addresses', () => {
  const others = ['/nowhere', '/settings/nowhere', '/payments/a/b', '/portal.js']
  expect(others.filter((pathname) => isPage({ pathname, search: '' }))).toEqual([])
})

it.each(PAGES)('opens at %s the element <%s> with %j', async (address, name, given) => {
  openPortal(address, { actions: SECTIONS.map(({ action }) => action), answers: { GET: refusal(503) } })
  const opened = () => document.querySelector('main > *')
  await expect.poll(() => opened()?.localName).toBe(name)
  expect(opened()).toMatchObject(given)
})

it('opens an element for every address that the gateway serves', () => {
  const opened = PAGES.map(([address]) => new URL(address, location.href).pathname)
  const patterns = opened.map((path) => path.replace(/^(\/(?!settings)[^/]+\/).+$/, '$1:id'))
  expect([...new Set(patterns)].toSorted()).toEqual(PORTAL_PATHS.toSorted())
})
