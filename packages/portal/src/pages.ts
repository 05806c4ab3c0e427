import type { Frame, Page } from './app/page.ts'
import type { Place } from './app/place.ts'
import { CheckoutSessionsPage } from './checkout-sessions/checkout-sessions-page.ts'
import { CustomerPage } from './customers/customer-page.ts'
import { CustomersPage } from './customers/customers-page.ts'
import { DevicePage } from './devices/device-page.ts'
import { DevicesPage } from './devices/devices-page.ts'
import { ErrorsPage } from './errors/errors-page.ts'
import { NotePage } from './note-page.ts'
import { AccountsPage } from './operator/accounts-page.ts'
import { AuditPage } from './operator/audit-page.ts'
import { DecisionsPage } from './operator/decisions-page.ts'
import { EventsPage } from './operator/events-page.ts'
import { MerchantPage } from './operator/merchant-page.ts'
import { MerchantsPage } from './operator/merchants-page.ts'
import { ServicePage } from './operator/service-page.ts'
import { OverviewPage } from './overview/overview-page.ts'
import { PaymentLinksPage } from './payment-links/payment-links-page.ts'
import { PaymentPage } from './payments/payment-page.ts'
import { PaymentsPage } from './payments/payments-page.ts'
import { TestToolsPage } from './test-tools/test-tools-page.ts'
import { CHECKOUT_TEXTS } from './texts/checkout-texts.ts'
import { PAYMENT_LINK_TEXTS } from './texts/payment-link-texts.ts'
import { TEXTS } from './texts/texts.ts'
import { CredentialsPage } from './settings/credentials-page.ts'
import { openSettings } from './settings/open-settings.ts'
import { SETTINGS_TEXTS } from './texts/settings-texts.ts'
import { SessionsPage } from './sessions/sessions-page.ts'
import { TrailPage } from './users/trail-page.ts'
import { UsersPage } from './users/users-page.ts'
import { DeliveryPage } from './webhooks/delivery-page.ts'
import { WebhooksPage } from './webhooks/webhooks-page.ts'

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

const LISTS = {
  payments: PaymentsPage,
  overview: OverviewPage,
  errors: ErrorsPage,
  webhooks: WebhooksPage,
  customers: CustomersPage,
  'checkout-sessions': CheckoutSessionsPage,
  'payment-links': PaymentLinksPage,
  devices: DevicesPage,
  users: UsersPage,
  sessions: SessionsPage,
  trail: TrailPage,
  settings: CredentialsPage,
  merchants: MerchantsPage,
  decisions: DecisionsPage,
  accounts: AccountsPage,
  events: EventsPage,
  service: ServicePage,
  audit: AuditPage,
  'test-tools': TestToolsPage,
} as const

const RECORDS = {
  payments: PaymentPage,
  webhooks: DeliveryPage,
  customers: CustomerPage,
  devices: DevicePage,
  merchants: MerchantPage,
} as const

export function openPage(frame: Frame, place: Place): Page {
  if (!SECTIONS.some(({ action }) => frame.may(action)))
    return new NotePage(TEXTS.pages.nothing, TEXTS.noPages)
  if (place === 'missing') return new NotePage(TEXTS.pages.missing, TEXTS.missing)
  if ('list' in place) {
    // The first page of people who see no payments is that of merchants.
    if (place.list === 'payments' && !frame.may('listTransactions'))
      return new MerchantsPage(frame, new URLSearchParams())
    return new LISTS[place.list](frame, place.query)
  }
  if (place.record !== 'settings') return new RECORDS[place.record](frame, place.id)
  return openSettings(frame, place.id) ?? new NotePage(TEXTS.pages.missing, TEXTS.missing)
}
