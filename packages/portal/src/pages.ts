import { html, type TemplateResult } from 'lit'

import './checkout-sessions/checkout-sessions-page.ts'
import './customers/customer-page.ts'
import './customers/customers-page.ts'
import './design/design-page.ts'
import './devices/device-page.ts'
import './devices/devices-page.ts'
import './errors/errors-page.ts'
import './operator/accounts-page.ts'
import './operator/audit-page.ts'
import './operator/decisions-page.ts'
import './operator/events-page.ts'
import './operator/merchant-page.ts'
import './operator/merchants-page.ts'
import './operator/service-page.ts'
import './overview/overview-page.ts'
import './payment-links/payment-links-page.ts'
import './payments/payment-page.ts'
import './payments/payments-page.ts'
import './test-tools/test-tools-page.ts'
import './settings/client-keys-page.ts'
import './settings/credentials-page.ts'
import './settings/look-page.ts'
import './settings/rules-page.ts'
import './settings/terminals-page.ts'
import './settings/webhook-hosts-page.ts'
import './sessions/sessions-page.ts'
import './users/trail-page.ts'
import './users/users-page.ts'
import './webhooks/delivery-page.ts'
import './webhooks/webhooks-page.ts'
import { explainNoAccess } from './app/explain-no-access.ts'
import './app/note-page.ts'
import type { PageLink } from './app/note-page.ts'
import type { PortalServices } from './app/portal-context.ts'
import { findRoute, type Match } from './app/router.ts'
import { readKind } from './errors/failure-kind.ts'
import type { PortalPath } from './paths.ts'
import { SECTIONS } from './sections.ts'
import { CHECKOUT_TEXTS } from './texts/checkout-texts.ts'
import { DESIGN_TEXTS } from './texts/design-texts.ts'
import { DEVICE_TEXTS } from './texts/device-texts.ts'
import { PAYMENT_LINK_TEXTS } from './texts/payment-link-texts.ts'
import { PEOPLE_TEXTS } from './texts/people-texts.ts'
import { SESSION_TEXTS } from './texts/session-texts.ts'
import { SETTINGS_TEXTS } from './texts/settings-texts.ts'
import { TEXTS } from './texts/texts.ts'

/** A page that is open: an address that is opened again has another one. */
export interface Page {
  readonly title: string
  /** The entry of the navigation that it belongs to; empty for none. */
  readonly section: string
  readonly view: TemplateResult
}

type Address = Omit<Match<unknown>, 'route'>

interface Route {
  readonly path: PortalPath
  readonly title: string
  readonly section: string
  /** The page's element, with what the address says. */
  readonly view: (address: Address) => TemplateResult
}

const { pages, missing, noAccess, noPages } = TEXTS

const PAYMENTS: Omit<Route, 'path'> = {
  title: pages.payments,
  section: pages.payments,
  view: ({ query }) => html`<portal-payments-page .query=${query}></portal-payments-page>`,
}

const MERCHANTS: Route = {
  path: '/merchants',
  title: pages.merchants,
  section: pages.merchants,
  view: ({ query }) => html`<portal-merchants-page .query=${query}></portal-merchants-page>`,
}

const CREDENTIALS = () => html`<portal-credentials-page></portal-credentials-page>`

const setting = (
  path: PortalPath,
  section: keyof typeof SETTINGS_TEXTS.sections,
  view: Route['view'],
): Route => ({
  path,
  title: SETTINGS_TEXTS.sections[section],
  section: SETTINGS_TEXTS.title,
  view,
})

/** The query without what opens a form. */
function without(query: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(name)
  return rest
}

const ROUTES: readonly Route[] = [
  { path: '/', ...PAYMENTS },
  { path: '/payments', ...PAYMENTS },
  MERCHANTS,
  {
    path: '/payments/:id',
    title: pages.payment,
    section: pages.payments,
    view: ({ id }) => html`<portal-payment-page .paymentId=${id}></portal-payment-page>`,
  },
  {
    path: '/overview',
    title: pages.overview,
    section: pages.overview,
    view: () => html`<portal-overview-page></portal-overview-page>`,
  },
  {
    path: '/errors',
    title: pages.errors,
    section: pages.errors,
    view: ({ query }) =>
      html`<portal-errors-page .kind=${readKind(query)} .cursor=${query.get('cursor')}></portal-errors-page>`,
  },
  {
    path: '/webhooks',
    title: pages.webhooks,
    section: pages.webhooks,
    view: ({ query }) =>
      html`<portal-webhooks-page
        .query=${without(query, 'new')}
        .opensForm=${query.has('new')}
      ></portal-webhooks-page>`,
  },
  {
    path: '/webhooks/:id',
    title: pages.webhooks,
    section: pages.webhooks,
    view: ({ id }) => html`<portal-delivery-page .deliveryId=${id}></portal-delivery-page>`,
  },
  {
    path: '/customers',
    title: pages.customers,
    section: pages.customers,
    view: ({ query }) => html`<portal-customers-page .query=${query}></portal-customers-page>`,
  },
  {
    path: '/customers/:id',
    title: pages.customer,
    section: pages.customers,
    view: ({ id }) => html`<portal-customer-page .customerId=${id}></portal-customer-page>`,
  },
  {
    path: '/checkout-sessions',
    title: CHECKOUT_TEXTS.title,
    section: CHECKOUT_TEXTS.title,
    view: () => html`<portal-checkout-sessions-page></portal-checkout-sessions-page>`,
  },
  {
    path: '/payment-links',
    title: PAYMENT_LINK_TEXTS.title,
    section: PAYMENT_LINK_TEXTS.title,
    view: ({ query }) => html`<portal-payment-links-page .query=${query}></portal-payment-links-page>`,
  },
  {
    path: '/devices',
    title: DEVICE_TEXTS.title,
    section: '',
    view: () => html`<portal-devices-page></portal-devices-page>`,
  },
  {
    path: '/devices/:id',
    title: DEVICE_TEXTS.title,
    section: '',
    view: ({ id }) => html`<portal-device-page .code=${id}></portal-device-page>`,
  },
  {
    path: '/design',
    title: DESIGN_TEXTS.title,
    section: '',
    view: () => html`<portal-design-page></portal-design-page>`,
  },
  {
    path: '/users',
    title: pages.users,
    section: pages.users,
    view: () => html`<portal-users-page></portal-users-page>`,
  },
  {
    path: '/sessions',
    title: SESSION_TEXTS.title,
    section: '',
    view: () => html`<portal-sessions-page></portal-sessions-page>`,
  },
  {
    path: '/trail',
    title: PEOPLE_TEXTS.trail.title,
    section: pages.users,
    view: ({ query }) => html`<portal-trail-page .cursor=${query.get('cursor')}></portal-trail-page>`,
  },
  {
    path: '/merchants/:id',
    title: pages.merchant,
    section: pages.merchants,
    view: ({ id }) => html`<portal-merchant-page .merchantId=${id}></portal-merchant-page>`,
  },
  {
    path: '/decisions',
    title: pages.decisions,
    section: pages.decisions,
    view: () => html`<portal-decisions-page></portal-decisions-page>`,
  },
  {
    path: '/accounts',
    title: pages.accounts,
    section: pages.accounts,
    view: () => html`<portal-accounts-page></portal-accounts-page>`,
  },
  {
    path: '/events',
    title: pages.events,
    section: pages.events,
    view: ({ query }) => html`<portal-events-page .query=${query}></portal-events-page>`,
  },
  {
    path: '/service',
    title: pages.service,
    section: pages.service,
    view: () => html`<portal-service-page></portal-service-page>`,
  },
  {
    path: '/audit',
    title: pages.audit,
    section: pages.audit,
    view: ({ query }) => html`<portal-audit-page .query=${query}></portal-audit-page>`,
  },
  {
    path: '/test-tools',
    title: pages.testTools,
    section: pages.testTools,
    view: () => html`<portal-test-tools-page></portal-test-tools-page>`,
  },
  setting('/settings', 'credentials', CREDENTIALS),
  setting('/settings/credentials', 'credentials', CREDENTIALS),
  setting(
    '/settings/terminals',
    'terminals',
    ({ query }) => html`<portal-terminals-page .opensForm=${query.has('change')}></portal-terminals-page>`,
  ),
  setting('/settings/origins', 'origins', () => html`<portal-client-keys-page></portal-client-keys-page>`),
  setting('/settings/look', 'look', () => html`<portal-look-page></portal-look-page>`),
  setting('/settings/rules', 'rules', () => html`<portal-rules-page></portal-rules-page>`),
  setting(
    '/settings/webhook-hosts',
    'webhook-hosts',
    () => html`<portal-webhook-hosts-page></portal-webhook-hosts-page>`,
  ),
]

/** The addresses of all pages, such as `/payments/:id`. */
export function listPaths(): readonly string[] {
  return ROUTES.map(({ path }) => path)
}

/** Whether an address is one of the portal's pages. */
export function isPage(address: Pick<URL, 'pathname' | 'search'>): boolean {
  return findRoute(ROUTES, address) !== null
}

/** Finds the page of an address. One that the person may not open says so, instead of requesting what would be refused. */
export function openPage(
  { may, session }: Pick<PortalServices, 'may' | 'session'>,
  address: Pick<URL, 'pathname' | 'search'>,
): Page {
  const way = SECTIONS.find(({ action }) => may(action)) ?? null
  if (way === null) return note(pages.nothing, noPages, way)
  const match = findRoute(ROUTES, address)
  if (match === null) return note(pages.missing, missing, way)
  // The first page of people who see no payments is that of merchants.
  if (match.route.view === PAYMENTS.view && !may('listTransactions') && may('listMerchants'))
    return show(MERCHANTS, { id: '', query: new URLSearchParams() })
  const section = SECTIONS.find(({ name }) => name === match.route.section)
  if (section !== undefined && !may(section.action))
    return note(noAccess.title(match.route.title), explainNoAccess(section, session), way)
  return show(match.route, match)
}

function show({ title, section, view }: Route, address: Address): Page {
  return { title, section, view: view(address) }
}

function note(title: string, text: string, way: PageLink | null): Page {
  return {
    title,
    section: '',
    view: html`<portal-note-page .heading=${title} .text=${text} .way=${way}></portal-note-page>`,
  }
}
