/** The endpoint to which browsers report violations of a page's policy. @see docs/operations/health.md#csp-reports */
export const CSP_REPORTS_PATH = '/csp-reports'

/** The name of the place in policies. */
const GROUP = 'csp'

/**
 * The directives for the policy of a page. `report-uri` is for browsers that do not know `report-to`; the others ignore
 * it.
 */
export const REPORT_DIRECTIVES = { 'report-to': GROUP, 'report-uri': CSP_REPORTS_PATH } as const

/** The headers of the same page. */
export const REPORTING_ENDPOINTS = { 'reporting-endpoints': `${GROUP}="${CSP_REPORTS_PATH}"` } as const
