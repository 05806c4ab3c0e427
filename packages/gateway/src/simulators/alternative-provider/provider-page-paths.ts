/** Where the providers' pages are, below the gateway's own origin. */
export const PROVIDER_PAGE_PATHS = {
  page: '/simulators/provider/:id',
  /** Says whether the page has anything new to show. */
  state: '/simulators/provider/:id/state',
} as const

export function providerPageUrl(baseUrl: string, transactionId: string): string {
  return baseUrl + PROVIDER_PAGE_PATHS.page.replace(':id', transactionId)
}
