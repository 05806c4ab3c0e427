/** The paths of the providers' pages, below the simulators' own origin. */
export const PROVIDER_PAGE_PATHS = {
  page: '/simulators/provider/:id',
  /** Receives the form that opens the page. */
  form: '/simulators/provider/:id/form',
  /** The path that reports whether the page has changed. */
  state: '/simulators/provider/:id/state',
} as const

export function providerPageUrl(pagesUrl: string, transactionId: string): string {
  return pagesUrl + PROVIDER_PAGE_PATHS.page.replace(':id', transactionId)
}

export function providerFormUrl(pagesUrl: string, transactionId: string): string {
  return pagesUrl + PROVIDER_PAGE_PATHS.form.replace(':id', transactionId)
}
