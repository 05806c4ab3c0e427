import { html, type TemplateResult } from 'lit'

import './payments/payments-page.ts'
import { explainNoAccess } from './app/explain-no-access.ts'
import './app/note-page.ts'
import type { PageLink } from './app/note-page.ts'
import type { PortalServices } from './app/portal-context.ts'
import { findRoute, type Match } from './app/router.ts'
import { readKind } from './errors/failure-kind.ts'
import type { PortalPath } from './paths.ts'
import { SECTIONS } from './sections.ts'
import { SESSION_TEXTS } from './texts/session-texts.ts'
import { TEXTS } from './texts/texts.ts'

/** A page that is open: an address that is opened again has another one. */
export interface Page {
  readonly title: string
  /** The entry of the navigation that it belongs to; empty for none. */
  readonly section: string
  readonly view: TemplateResult
  /** Loads its element; absent for one that is there from the start. */
  readonly load?: LoadPage
}

/** Loads a part of the program. One that was loaded is not loaded again. */
export type LoadPage = () => Promise<unknown>

type Address = Omit<Match<unknown>, 'route'>

interface Route {
  readonly path: PortalPath
  readonly title: string
  readonly section: string
  /** The page's element, with what the address says. */
  readonly view: (address: Address) => TemplateResult
  readonly load?: LoadPage
}

// Payments are what people open first. The other pages are loaded when they are opened, each with its neighbors.
const loadOverview: LoadPage = () => import('./overview/overview-page.ts')
const loadOperator: LoadPage = () => import('./operator/operator-pages.ts')
const loadPayment: LoadPage = () => import('./payments/payment-page.ts')
const loadPeople: LoadPage = () => import('./users/people-pages.ts')
const loadSelling: LoadPage = () => import('./customers/selling-pages.ts')
const loadSettings: LoadPage = () => import('./settings/settings-pages.ts')
const loadTools: LoadPage = () => import('./test-tools/tools-pages.ts')
const loadWebhooks: LoadPage = () => import('./webhooks/webhooks-pages.ts')

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
  load: loadOperator,
  view: ({ query }) => html`<portal-merchants-page .query=${query}></portal-merchants-page>`,
}

const CREDENTIALS = () => html`<portal-credentials-page></portal-credentials-page>`

const setting = (
  path: PortalPath,
  section: keyof typeof TEXTS.settingsPages,
  view: Route['view'],
): Route => ({
  path,
  title: TEXTS.settingsPages[section],
  section: pages.settings,
  load: loadSettings,
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
    load: loadPayment,
    view: ({ id }) => html`<portal-payment-page .paymentId=${id}></portal-payment-page>`,
  },
  {
    path: '/overview',
    title: pages.overview,
    section: pages.overview,
    load: loadOverview,
    view: () => html`<portal-overview-page></portal-overview-page>`,
  },
  {
    path: '/errors',
    title: pages.errors,
    section: pages.errors,
    load: loadTools,
    view: ({ query }) =>
      html`<portal-errors-page .kind=${readKind(query)} .cursor=${query.get('cursor')}></portal-errors-page>`,
  },
  {
    path: '/webhooks',
    title: pages.webhooks,
    section: pages.webhooks,
    load: loadWebhooks,
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
    load: loadWebhooks,
    view: ({ id }) => html`<portal-delivery-page .deliveryId=${id}></portal-delivery-page>`,
  },
  {
    path: '/customers',
    title: pages.customers,
    section: pages.customers,
    load: loadSelling,
    view: ({ query }) => html`<portal-customers-page .query=${query}></portal-customers-page>`,
  },
  {
    path: '/customers/:id',
    title: pages.customer,
    section: pages.customers,
    load: loadSelling,
    view: ({ id }) => html`<portal-customer-page .customerId=${id}></portal-customer-page>`,
  },
  {
    path: '/checkout-sessions',
    title: pages.checkoutSessions,
    section: pages.checkoutSessions,
    load: loadSelling,
    view: () => html`<portal-checkout-sessions-page></portal-checkout-sessions-page>`,
  },
  {
    path: '/payment-links',
    title: pages.paymentLinks,
    section: pages.paymentLinks,
    load: loadSelling,
    view: ({ query }) => html`<portal-payment-links-page .query=${query}></portal-payment-links-page>`,
  },
  {
    path: '/devices',
    title: pages.devices,
    section: '',
    load: loadPeople,
    view: () => html`<portal-devices-page></portal-devices-page>`,
  },
  {
    path: '/devices/:id',
    title: pages.devices,
    section: '',
    load: loadPeople,
    view: ({ id }) => html`<portal-device-page .code=${id}></portal-device-page>`,
  },
  {
    path: '/design',
    title: pages.design,
    section: '',
    load: loadTools,
    view: () => html`<portal-design-page></portal-design-page>`,
  },
  {
    path: '/users',
    title: pages.users,
    section: pages.users,
    load: loadPeople,
    view: () => html`<portal-users-page></portal-users-page>`,
  },
  {
    path: '/sessions',
    title: SESSION_TEXTS.title,
    section: '',
    load: loadPeople,
    view: () => html`<portal-sessions-page></portal-sessions-page>`,
  },
  {
    path: '/trail',
    title: pages.trail,
    section: pages.users,
    load: loadPeople,
    view: ({ query }) => html`<portal-trail-page .cursor=${query.get('cursor')}></portal-trail-page>`,
  },
  {
    path: '/merchants/:id',
    title: pages.merchant,
    section: pages.merchants,
    load: loadOperator,
    view: ({ id }) => html`<portal-merchant-page .merchantId=${id}></portal-merchant-page>`,
  },
  {
    path: '/decisions',
    title: pages.decisions,
    section: pages.decisions,
    load: loadOperator,
    view: () => html`<portal-decisions-page></portal-decisions-page>`,
  },
  {
    path: '/accounts',
    title: pages.accounts,
    section: pages.accounts,
    load: loadOperator,
    view: () => html`<portal-accounts-page></portal-accounts-page>`,
  },
  {
    path: '/events',
    title: pages.events,
    section: pages.events,
    load: loadOperator,
    view: ({ query }) => html`<portal-events-page .query=${query}></portal-events-page>`,
  },
  {
    path: '/service',
    title: pages.service,
    section: pages.service,
    load: loadOperator,
    view: () => html`<portal-service-page></portal-service-page>`,
  },
  {
    path: '/audit',
    title: pages.audit,
    section: pages.audit,
    load: loadOperator,
    view: ({ query }) => html`<portal-audit-page .query=${query}></portal-audit-page>`,
  },
  {
    path: '/test-tools',
    title: pages.testTools,
    section: pages.testTools,
    load: loadTools,
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

/** Returns whether an address is one of the portal's pages. */
export function isPage(address: Pick<URL, 'pathname' | 'search'>): boolean {
  return findRoute(ROUTES, address) !== null
}

/** Loads the page of an address that will probably be opened. If that fails, opening it shows the error. */
export function preloadPage(address: Pick<URL, 'pathname' | 'search'>): void {
  findRoute(ROUTES, address)
    ?.route.load?.()
    .catch(() => undefined)
}

/** Finds the page of an address. A page that the person may not open is replaced by an explanation, without a request that would be refused. */
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

function show({ view, ...rest }: Route, address: Address): Page {
  return { ...rest, view: view(address) }
}

function note(title: string, text: string, way: PageLink | null): Page {
  return {
    title,
    section: '',
    view: html`<portal-note-page .heading=${title} .text=${text} .way=${way}></portal-note-page>`,
  }
}
