/** The form of a provider's id in the configuration file. What else stands in an address is no provider's name. */
const PROVIDER_ID = /^[a-z0-9][a-z0-9-]{0,39}$/

/** The number of providers that are reported per hour. Anybody can send callbacks, under any name. */
const REPORTED_MAX = 20
const HOUR_MS = 3_600_000

/** Reports providers whose callbacks nothing can verify, each once an hour and only a few in all, so that strangers cannot fill the log. */
export function createReportUnknownProviders(
  now: () => number,
  report: (providerId: string) => void,
): (providerId: string) => void {
  const reported = new Set<string>()
  let endsAtMs = 0
  return (providerId) => {
    if (now() >= endsAtMs) {
      reported.clear()
      endsAtMs = now() + HOUR_MS
    }
    if (reported.size >= REPORTED_MAX || reported.has(providerId) || !PROVIDER_ID.test(providerId)) return
    reported.add(providerId)
    report(providerId)
  }
}
