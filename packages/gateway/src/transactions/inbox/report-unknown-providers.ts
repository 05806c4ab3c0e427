/** The form of a provider's id in the configuration file. Any other path segment cannot be a provider's name. */
const PROVIDER_ID = /^[a-z0-9][a-z0-9-]{0,39}$/

/** The number of unknown providers that are reported per hour. Anyone can send callbacks, under any name. */
const UNKNOWN_MAX = 20
const HOUR_MS = 3_600_000

/** Where refused callbacks are reported. */
export interface RefusedCallbackReports {
  /** Whether the configuration has a provider, or had it since the start. Strangers cannot invent such a name. */
  readonly isConfigured: (providerId: string) => boolean
  readonly report: (providerId: string) => void
  /** Reports that the names of further unknown providers stay out of the log until the hour is over. */
  readonly reportMore: () => void
}

/**
 * Reports providers whose callbacks nothing can verify, each once an hour. Of unknown ones it reports only a few in all,
 * so that strangers cannot fill the log; those of the configuration have no bound, so that strangers cannot hide them.
 */
export function createReportUnknownProviders(
  now: () => number,
  { isConfigured, report, reportMore }: RefusedCallbackReports,
): (providerId: string) => void {
  const reported = new Set<string>()
  let unknownCount = 0
  let endsAtMs = 0
  return (providerId) => {
    if (now() >= endsAtMs) {
      reported.clear()
      unknownCount = 0
      endsAtMs = now() + HOUR_MS
    }
    if (reported.has(providerId) || !PROVIDER_ID.test(providerId)) return
    if (!isConfigured(providerId)) {
      if (unknownCount > UNKNOWN_MAX) return
      unknownCount += 1
      if (unknownCount > UNKNOWN_MAX) return reportMore()
    }
    reported.add(providerId)
    report(providerId)
  }
}
