/** Where the providers' pages are, below the simulators' own origin. */
export const PROVIDER_PAGE_PATHS = {
  page: '/simulators/provider/:id',
  /** Takes the form that leads to the page. */
  form: '/simulators/provider/:id/form',
  /** Says whether the page has anything new to show. */
  state: '/simulators/provider/:id/state',
} as const

export function providerPageUrl(pagesUrl: string, transactionId: string): string {
  return pagesUrl + PROVIDER_PAGE_PATHS.page.replace(':id', transactionId)
}

export function providerFormUrl(pagesUrl: string, transactionId: string): string {
  return pagesUrl + PROVIDER_PAGE_PATHS.form.replace(':id', transactionId)
}
