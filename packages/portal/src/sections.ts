import { TEXTS } from './texts/texts.ts'

const { pages } = TEXTS

/** The roles that may open a page, shown to a person who may not. */
type Roles = 'everybody' | 'test' | 'operator' | readonly ('owner' | 'developer' | 'support')[]

/** An entry of the navigation. */
export interface Section {
  readonly href: string
  readonly name: string
  readonly action: string
  readonly roles: Roles
}

const BUILDERS = ['owner', 'developer'] as const

/** The entries of the navigation, each with what a person must be allowed to do to find something there, and who may. */
export const SECTIONS = [
  { href: '/payments', name: pages.payments, action: 'listTransactions', roles: 'everybody' },
  { href: '/overview', name: pages.overview, action: 'countTransactions', roles: 'everybody' },
  {
    href: '/errors',
    name: pages.errors,
    action: 'listFailedRequests',
    roles: ['owner', 'developer', 'support'],
  },
  { href: '/webhooks', name: pages.webhooks, action: 'listWebhookDeliveries', roles: BUILDERS },
  { href: '/customers', name: pages.customers, action: 'listCustomers', roles: BUILDERS },
  { href: '/checkout-sessions', name: pages.checkoutSessions, action: 'getSession', roles: 'everybody' },
  { href: '/payment-links', name: pages.paymentLinks, action: 'listPaymentLinks', roles: 'everybody' },
  { href: '/users', name: pages.users, action: 'listUsers', roles: ['owner'] },
  { href: '/settings', name: pages.settings, action: 'listClients', roles: BUILDERS },
  { href: '/merchants', name: pages.merchants, action: 'listMerchants', roles: 'operator' },
  { href: '/decisions', name: pages.decisions, action: 'listUndecided', roles: 'operator' },
  { href: '/accounts', name: pages.accounts, action: 'overseeAccounts', roles: 'operator' },
  { href: '/events', name: pages.events, action: 'overseeEvents', roles: 'operator' },
  { href: '/service', name: pages.service, action: 'examineService', roles: 'operator' },
  { href: '/audit', name: pages.audit, action: 'searchAuditTrail', roles: 'operator' },
  { href: '/test-tools', name: pages.testTools, action: 'readClock', roles: 'test' },
] as const satisfies readonly Section[]
