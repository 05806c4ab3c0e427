import { apiPath } from './api-pages.ts'

/** What the menu shows, in its order. A page that is not here is reached by links and by the search. */
export const NAVIGATION: readonly NavigationSection[] = [
  { title: 'Start', pages: ['docs/quick-start.md', 'docs/concepts.md', 'docs/troubleshooting.md'] },
  {
    title: 'Accept payments',
    pages: guides(
      'hosted-page',
      'embedded-fields',
      'orders-and-attempts',
      'own-server',
      'three-ds',
      'exemptions',
      'wallets',
      'redirect-methods',
    ),
  },
  {
    title: 'Any backend',
    pages: guides('any-backend', 'php', 'python', 'java', 'go', 'ruby', 'curl', 'csharp'),
  },
  { title: 'Saved cards', pages: guides('save-a-card', 'charge-later', 'subscriptions') },
  {
    title: 'After the payment',
    pages: guides('portal', 'webhooks', 'capture', 'refund', 'void', 'disputes', 'payouts'),
  },
  {
    title: 'Test',
    pages: [
      ...guides('test'),
      'docs/test-cards.md',
      'docs/command-line.md',
      'docs/assistants.md',
      ...guides('going-live'),
    ],
  },
  {
    title: 'Coming from',
    pages: guides('from-stripe', 'from-adyen', 'from-braintree'),
  },
  {
    title: 'Libraries',
    pages: [
      'packages/server-sdk/README.md',
      'packages/embedded-fields/README.md',
      'packages/react/README.md',
      'packages/vue/README.md',
      'packages/card-encryption/README.md',
      'packages/types/README.md',
      'packages/provider-protocol/README.md',
    ],
  },
  {
    title: 'Reference',
    pages: [
      'docs/errors.md',
      'codes.md',
      'docs/idempotency.md',
      'limits.md',
      'methods.md',
      'currencies.md',
      'docs/changelog.md',
      'docs/protocol.md',
    ],
  },
  {
    title: 'API',
    pages: [
      'api/index.md',
      ...['Sessions', 'Transactions', '3-D Secure', 'Customers', 'Webhooks', 'Events'].map(apiPath),
      ...['Encryption', 'Browser', 'Identity', 'Providers', 'Operator', 'Simulators'].map(apiPath),
    ],
  },
  {
    title: 'Run it',
    pages: guides(
      'install',
      'postgresql',
      'backup',
      'keys',
      'upgrade',
      'monitoring',
      'branding',
      'provider',
      'three-ds-by-your-acquirer',
      'three-ds-by-3dsecure-io',
      'payment-methods',
    ),
  },
  {
    title: 'Operations reference',
    pages: [
      'docs/operations.md',
      'docs/provider-protocol.md',
      'docs/languages.md',
      'docs/security.md',
      'docs/performance.md',
    ],
  },
  {
    title: 'Contribute',
    pages: ['docs/architecture.md', 'docs/testing.md', 'docs/proof.md', 'decisions.md'],
  },
]

export interface NavigationSection {
  readonly title: string
  /** Paths in the repository, or of generated pages. */
  readonly pages: readonly string[]
}

/** Every page of the menu, in its order. */
export function listMenuPages(navigation = NAVIGATION): readonly string[] {
  return navigation.flatMap(({ pages }) => pages)
}

function guides(...names: readonly string[]): readonly string[] {
  return names.map((name) => `docs/guides/${name}.md`)
}
