import { html, type TemplateResult } from 'lit'

import { ElementPage } from './app/element-page.ts'
import type { Frame, Page } from './app/page.ts'
import { findRoute, type Match } from './app/router.ts'
import './checkout-sessions/checkout-sessions-page.ts'
import './customers/customer-page.ts'
import './customers/customers-page.ts'
import './design/design-page.ts'
import './devices/device-page.ts'
import './devices/devices-page.ts'
import './errors/errors-page.ts'
import { readKind } from './errors/failure-kind.ts'
import { NotePage } from './note-page.ts'
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
import { DESIGN_TEXTS } from './texts/design-texts.ts'
import { DEVICE_TEXTS } from './texts/device-texts.ts'
import { CHECKOUT_TEXTS } from './texts/checkout-texts.ts'
import { PEOPLE_TEXTS } from './texts/people-texts.ts'
import { SESSION_TEXTS } from './texts/session-texts.ts'
import { PAYMENT_LINK_TEXTS } from './texts/payment-link-texts.ts'
import { TEXTS } from './texts/texts.ts'
import './settings/client-keys-page.ts'
import './settings/credentials-page.ts'
import './settings/look-page.ts'
import './settings/rules-page.ts'
import './settings/terminals-page.ts'
import './settings/webhook-hosts-page.ts'
import type { SettingsSection } from './settings/settings-navigation.ts'
import { SETTINGS_TEXTS } from './texts/settings-texts.ts'
import './sessions/sessions-page.ts'
import './users/trail-page.ts'
import './users/users-page.ts'
import './webhooks/delivery-page.ts'
import './webhooks/webhooks-page.ts'

/** The entries of the navigation, each with what a person must be allowed to do to find something there. */
export const SECTIONS = [
  { href: '/payments', name: TEXTS.pages.payments, action: 'listTransactions' },
  { href: '/overview', name: TEXTS.pages.overview, action: 'countTransactions' },
  { href: '/errors', name: TEXTS.pages.errors, action: 'listFailedRequests' },
  { href: '/webhooks', name: TEXTS.pages.webhooks, action: 'listWebhookDeliveries' },
  { href: '/customers', name: TEXTS.pages.customers, action: 'listCustomers' },
  { href: '/checkout-sessions', name: CHECKOUT_TEXTS.title, action: 'getSession' },
  { href: '/payment-links', name: PAYMENT_LINK_TEXTS.title, action: 'listPaymentLinks' },
  { href: '/users', name: TEXTS.pages.users, action: 'listUsers' },
  { href: '/settings', name: SETTINGS_TEXTS.title, action: 'listClients' },
  { href: '/merchants', name: TEXTS.pages.merchants, action: 'listMerchants' },
  { href: '/decisions', name: TEXTS.pages.decisions, action: 'listUndecided' },
  { href: '/accounts', name: TEXTS.pages.accounts, action: 'overseeAccounts' },
  { href: '/events', name: TEXTS.pages.events, action: 'overseeEvents' },
  { href: '/service', name: TEXTS.pages.service, action: 'examineService' },
  { href: '/audit', name: TEXTS.pages.audit, action: 'searchAuditTrail' },
  { href: '/test-tools', name: TEXTS.pages.testTools, action: 'readClock' },
] as const

type Address = Omit<Match<unknown>, 'route'>

interface Route {
  readonly path: string
  readonly open: (frame: Frame, address: Address) => Page
}

/** A page that is an element: its title, its entry of the navigation, and the element with what its address says. */
const element =
  (title: string, section: string, view: (address: Address) => TemplateResult): Route['open'] =>
  (_, address) =>
    new ElementPage(title, section, view(address))

const setting = (section: SettingsSection, view: TemplateResult): Route['open'] =>
  element(SETTINGS_TEXTS.sections[section], SETTINGS_TEXTS.title, () => view)

const CREDENTIALS = html`<portal-credentials-page></portal-credentials-page>`

const ROUTES: readonly Route[] = [
  { path: '/', open: openFirst },
  { path: '/payments', open: openFirst },
  {
    path: '/payments/:id',
    open: element(
      TEXTS.pages.payment,
      TEXTS.pages.payments,
      ({ id }) => html`<portal-payment-page .paymentId=${id}></portal-payment-page>`,
    ),
  },
  {
    path: '/overview',
    open: element(
      TEXTS.pages.overview,
      TEXTS.pages.overview,
      () => html`<portal-overview-page></portal-overview-page>`,
    ),
  },
  {
    path: '/errors',
    open: element(
      TEXTS.pages.errors,
      TEXTS.pages.errors,
      ({ query }) =>
        html`<portal-errors-page
          .kind=${readKind(query)}
          .cursor=${query.get('cursor')}
        ></portal-errors-page>`,
    ),
  },
  {
    path: '/webhooks',
    open: element(
      TEXTS.pages.webhooks,
      TEXTS.pages.webhooks,
      ({ query }) => html`<portal-webhooks-page .query=${query}></portal-webhooks-page>`,
    ),
  },
  {
    path: '/webhooks/:id',
    open: element(
      TEXTS.pages.webhooks,
      TEXTS.pages.webhooks,
      ({ id }) => html`<portal-delivery-page .deliveryId=${id}></portal-delivery-page>`,
    ),
  },
  {
    path: '/customers',
    open: element(
      TEXTS.pages.customers,
      TEXTS.pages.customers,
      ({ query }) => html`<portal-customers-page .query=${query}></portal-customers-page>`,
    ),
  },
  {
    path: '/customers/:id',
    open: element(
      TEXTS.pages.customer,
      TEXTS.pages.customers,
      ({ id }) => html`<portal-customer-page .customerId=${id}></portal-customer-page>`,
    ),
  },
  {
    path: '/checkout-sessions',
    open: element(
      CHECKOUT_TEXTS.title,
      CHECKOUT_TEXTS.title,
      () => html`<portal-checkout-sessions-page></portal-checkout-sessions-page>`,
    ),
  },
  {
    path: '/payment-links',
    open: element(
      PAYMENT_LINK_TEXTS.title,
      PAYMENT_LINK_TEXTS.title,
      ({ query }) => html`<portal-payment-links-page .query=${query}></portal-payment-links-page>`,
    ),
  },
  {
    path: '/devices',
    open: element(DEVICE_TEXTS.title, '', () => html`<portal-devices-page></portal-devices-page>`),
  },
  {
    path: '/devices/:id',
    open: element(
      DEVICE_TEXTS.title,
      '',
      ({ id }) => html`<portal-device-page .code=${id}></portal-device-page>`,
    ),
  },
  {
    path: '/design',
    open: element(DESIGN_TEXTS.title, '', () => html`<portal-design-page></portal-design-page>`),
  },
  {
    path: '/users',
    open: element(TEXTS.pages.users, TEXTS.pages.users, () => html`<portal-users-page></portal-users-page>`),
  },
  {
    path: '/sessions',
    open: element(SESSION_TEXTS.title, '', () => html`<portal-sessions-page></portal-sessions-page>`),
  },
  {
    path: '/trail',
    open: element(
      PEOPLE_TEXTS.trail.title,
      TEXTS.pages.users,
      ({ query }) => html`<portal-trail-page .cursor=${query.get('cursor')}></portal-trail-page>`,
    ),
  },
  { path: '/settings', open: setting('credentials', CREDENTIALS) },
  { path: '/settings/credentials', open: setting('credentials', CREDENTIALS) },
  {
    path: '/settings/terminals',
    open: setting('terminals', html`<portal-terminals-page></portal-terminals-page>`),
  },
  {
    path: '/settings/origins',
    open: setting('origins', html`<portal-client-keys-page></portal-client-keys-page>`),
  },
  { path: '/settings/look', open: setting('look', html`<portal-look-page></portal-look-page>`) },
  { path: '/settings/rules', open: setting('rules', html`<portal-rules-page></portal-rules-page>`) },
  {
    path: '/settings/webhook-hosts',
    open: setting('webhook-hosts', html`<portal-webhook-hosts-page></portal-webhook-hosts-page>`),
  },
  {
    path: '/merchants',
    open: element(
      TEXTS.pages.merchants,
      TEXTS.pages.merchants,
      ({ query }) => html`<portal-merchants-page .query=${query}></portal-merchants-page>`,
    ),
  },
  {
    path: '/merchants/:id',
    open: element(
      TEXTS.pages.merchant,
      TEXTS.pages.merchants,
      ({ id }) => html`<portal-merchant-page .merchantId=${id}></portal-merchant-page>`,
    ),
  },
  {
    path: '/decisions',
    open: element(
      TEXTS.pages.decisions,
      TEXTS.pages.decisions,
      () => html`<portal-decisions-page></portal-decisions-page>`,
    ),
  },
  {
    path: '/accounts',
    open: element(
      TEXTS.pages.accounts,
      TEXTS.pages.accounts,
      () => html`<portal-accounts-page></portal-accounts-page>`,
    ),
  },
  {
    path: '/events',
    open: element(
      TEXTS.pages.events,
      TEXTS.pages.events,
      ({ query }) => html`<portal-events-page .query=${query}></portal-events-page>`,
    ),
  },
  {
    path: '/service',
    open: element(
      TEXTS.pages.service,
      TEXTS.pages.service,
      () => html`<portal-service-page></portal-service-page>`,
    ),
  },
  {
    path: '/audit',
    open: element(
      TEXTS.pages.audit,
      TEXTS.pages.audit,
      ({ query }) => html`<portal-audit-page .query=${query}></portal-audit-page>`,
    ),
  },
  {
    path: '/test-tools',
    open: element(
      TEXTS.pages.testTools,
      TEXTS.pages.testTools,
      () => html`<portal-test-tools-page></portal-test-tools-page>`,
    ),
  },
]

/** Whether an address is one of the portal's pages. */
export function isPage(address: URL): boolean {
  return findRoute(ROUTES, address) !== null
}

export function openPage(frame: Frame, address: Pick<URL, 'pathname' | 'search'>): Page {
  if (!SECTIONS.some(({ action }) => frame.may(action)))
    return new NotePage(TEXTS.pages.nothing, TEXTS.noPages)
  const match = findRoute(ROUTES, address)
  return match === null ? new NotePage(TEXTS.pages.missing, TEXTS.missing) : match.route.open(frame, match)
}

/** The first page of people who see no payments is that of merchants. */
function openFirst(frame: Frame, { query }: Address): Page {
  const [title, page] = frame.may('listTransactions')
    ? [TEXTS.pages.payments, html`<portal-payments-page .query=${query}></portal-payments-page>`]
    : [
        TEXTS.pages.merchants,
        html`<portal-merchants-page .query=${new URLSearchParams()}></portal-merchants-page>`,
      ]
  return new ElementPage(title, title, page)
}
