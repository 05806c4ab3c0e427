import { apiPath } from './api-pages.ts'

/** The purpose for which a reader comes. Each has its own menu, and a search that finds its pages first. */
export const ENTRANCES: readonly [Entrance, ...Entrance[]] = [
  {
    id: 'accept',
    title: 'Accept payments',
    sections: [
      { title: 'Start', pages: ['docs/quick-start.md', 'docs/concepts.md', 'docs/troubleshooting.md'] },
      {
        title: 'Take a payment',
        pages: guides(
          'hosted-page',
          'payment-links',
          'embedded-fields',
          'orders-and-attempts',
          'own-server',
          'three-ds',
          'exemptions',
          'installments',
          'wallets',
          'redirect-methods',
        ),
      },
      {
        title: 'Any backend',
        pages: guides('any-backend', 'php', 'python', 'java', 'go', 'ruby', 'curl', 'csharp'),
      },
      {
        title: 'Saved cards',
        pages: guides('save-a-card', 'verify-a-card', 'charge-later', 'subscriptions'),
      },
      {
        title: 'After the payment',
        pages: guides(
          'portal',
          'portal-team',
          'webhooks',
          'capture',
          'raise-and-extend',
          'refund',
          'void',
          'disputes',
          'payouts',
        ),
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
      { title: 'Coming from', pages: guides('from-stripe', 'from-adyen', 'from-braintree') },
      {
        title: 'Libraries',
        pages: [
          'packages/server-sdk/README.md',
          ...['three-ds', 'webhooks', 'wallets', 'testing'].map(
            (name) => `packages/server-sdk/docs/${name}.md`,
          ),
          'packages/embedded-fields/README.md',
          'packages/embedded-fields/docs/page-policies.md',
          'packages/react/README.md',
          'packages/vue/README.md',
          'packages/card-encryption/README.md',
          'packages/types/README.md',
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
          'docs/languages.md',
          'docs/changelog.md',
        ],
      },
      {
        title: 'Protocol',
        pages: [
          'docs/protocol.md',
          ...folder(
            'protocol',
            'origins',
            'identity',
            'card-encryption',
            'transactions',
            'three-ds',
            'customers',
            'saved-cards',
            'tokens',
            'payments',
            'redirect-methods',
            'sessions',
            'payment-links',
            'browser-api',
            'manage',
            'resolution',
            'risk',
            'simulators',
            'sandboxes',
            'operator',
            'portal',
            'portal-sign-in',
            'errors-and-limits',
            'webhooks',
            'events',
          ),
        ],
      },
      {
        title: 'API',
        pages: [
          'api/index.md',
          ...[
            'Sessions',
            'Payment links',
            'Transactions',
            '3-D Secure',
            'Customers',
            'Webhooks',
            'Events',
          ].map(apiPath),
          ...['Encryption', 'Browser', 'Identity', 'Simulators'].map(apiPath),
        ],
      },
    ],
  },
  {
    id: 'run',
    title: 'Run the gateway',
    sections: [
      {
        title: 'Guides',
        pages: guides(
          'install',
          'postgresql',
          'backup',
          'keys',
          'upgrade',
          'monitoring',
          'branding',
          'payment-methods',
        ),
      },
      {
        title: 'Reference',
        pages: [
          'docs/operations.md',
          ...folder(
            'operations',
            'starting',
            'configuration',
            'configuration-file',
            'people',
            'storage',
            'postgresql',
            'processes',
            'balancers',
            'health',
            'metrics',
            'providers',
            'wallets',
          ),
          'docs/security.md',
          apiPath('Operator'),
        ],
      },
    ],
  },
  {
    id: 'connect',
    title: 'Connect a provider',
    sections: [
      {
        title: 'Guides',
        pages: guides(
          'provider',
          'stripe',
          'adyen',
          'prove-a-connector',
          'three-ds-by-your-acquirer',
          'three-ds-by-3dsecure-io',
        ),
      },
      {
        title: 'Reference',
        pages: [
          'docs/connectors.md',
          'docs/provider-protocol.md',
          ...folder(
            'provider-protocol',
            'keys',
            'authorizations',
            'authentication',
            'operations',
            'orders',
            'events',
            'three-ds-server',
            'simulation',
          ),
          'packages/provider-protocol/README.md',
          apiPath('Providers'),
        ],
      },
    ],
  },
  {
    id: 'built',
    title: 'How it is built',
    sections: [
      {
        title: 'Contribute',
        pages: ['docs/architecture.md', 'docs/recipes.md', 'docs/testing.md', 'decisions.md'],
      },
      { title: 'Measured and proven', pages: ['docs/performance.md', 'docs/proof.md'] },
    ],
  },
]

/**
 * Pages outside the menu that belong to another entrance than the one for shops. The first beginning that fits decides.
 */
const BESIDE_THE_MENU: readonly (readonly [beginning: string, entrance: EntranceId])[] = [
  ['examples/provider/', 'connect'],
  ['packages/', 'built'],
  ['docs/decisions/', 'built'],
]

/**
 * Returns the entrance of a page. A page outside the menu, such as an example, belongs to readers who accept payments.
 */
export function entranceOf(path: string): Entrance {
  const beginning = BESIDE_THE_MENU.find(([start]) => path.startsWith(start))
  return (
    ENTRANCES.find(({ sections }) => sections.some(({ pages }) => pages.includes(path))) ??
    ENTRANCES.find((entrance) => entrance.id === beginning?.[1]) ??
    ENTRANCES[0]
  )
}

/** Names an entrance in the index of the search. */
export type EntranceId = 'accept' | 'run' | 'connect' | 'built'

/** A group of readers, and what they find. */
export interface Entrance {
  readonly id: EntranceId
  readonly title: string
  /** Its menu. A page that is not in it is reached by links and by the search. */
  readonly sections: readonly NavigationSection[]
}

export interface NavigationSection {
  readonly title: string
  /** Paths in the repository, or of generated pages. */
  readonly pages: readonly string[]
}

/** Every page of the menus, in their order. */
export function listMenuPages(): readonly string[] {
  return ENTRANCES.flatMap(listPagesOf)
}

/** Every page of one menu, in its order. */
export function listPagesOf({ sections }: Entrance): readonly string[] {
  return sections.flatMap(({ pages }) => pages)
}

function guides(...names: readonly string[]): readonly string[] {
  return folder('guides', ...names)
}

function folder(name: string, ...pages: readonly string[]): readonly string[] {
  return pages.map((page) => `docs/${name}/${page}.md`)
}
