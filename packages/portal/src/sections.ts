import { CHECKOUT_TEXTS } from './texts/checkout-texts.ts'
import { PAYMENT_LINK_TEXTS } from './texts/payment-link-texts.ts'
import { SETTINGS_TEXTS } from './texts/settings-texts.ts'
import { TEXTS } from './texts/texts.ts'

const { pages } = TEXTS

/** The entries of the navigation, each with what a person must be allowed to do to find something there. */
export const SECTIONS = [
  { href: '/payments', name: pages.payments, action: 'listTransactions' },
  { href: '/overview', name: pages.overview, action: 'countTransactions' },
  { href: '/errors', name: pages.errors, action: 'listFailedRequests' },
  { href: '/webhooks', name: pages.webhooks, action: 'listWebhookDeliveries' },
  { href: '/customers', name: pages.customers, action: 'listCustomers' },
  { href: '/checkout-sessions', name: CHECKOUT_TEXTS.title, action: 'getSession' },
  { href: '/payment-links', name: PAYMENT_LINK_TEXTS.title, action: 'listPaymentLinks' },
  { href: '/users', name: pages.users, action: 'listUsers' },
  { href: '/settings', name: SETTINGS_TEXTS.title, action: 'listClients' },
  { href: '/merchants', name: pages.merchants, action: 'listMerchants' },
  { href: '/decisions', name: pages.decisions, action: 'listUndecided' },
  { href: '/accounts', name: pages.accounts, action: 'overseeAccounts' },
  { href: '/events', name: pages.events, action: 'overseeEvents' },
  { href: '/service', name: pages.service, action: 'examineService' },
  { href: '/audit', name: pages.audit, action: 'searchAuditTrail' },
  { href: '/test-tools', name: pages.testTools, action: 'readClock' },
] as const
