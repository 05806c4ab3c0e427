/** What the menu shows, in its order. A page that is not here is reached by links and by the search. */
export const NAVIGATION: readonly NavigationSection[] = [
  { title: 'Start', pages: ['docs/quick-start.md'] },
  {
    title: 'After the payment',
    pages: ['docs/guides/capture.md', 'docs/guides/refund.md', 'docs/guides/void.md'],
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
    ],
  },
  {
    title: 'Reference',
    pages: ['docs/protocol.md', 'docs/errors.md', 'docs/provider-protocol.md', 'docs/languages.md'],
  },
  { title: 'Operate', pages: ['docs/operations.md', 'docs/security.md', 'docs/performance.md'] },
  { title: 'Understand', pages: ['docs/architecture.md', 'docs/testing.md', 'decisions.md'] },
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
