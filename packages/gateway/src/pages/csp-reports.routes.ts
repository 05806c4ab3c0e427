import type { Clock } from '@sluice/platform/kernel/clock'
import { createTimedCache } from '@sluice/platform/kernel/timed-cache'
import { addressBlock } from '@sluice/platform/http/address-block'
import { CSP_REPORTS_PATH } from '@sluice/platform/http/csp-reporting'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { clientAddress } from '@sluice/platform/http/network-address'
import { createRateCounter } from '@sluice/platform/rate-limits/rate-counter'

import { readCspReports } from './csp-report.ts'

/** The time in which one violation is logged once, because a broken page reports it for every shopper. */
const QUIET_MS = 600_000

const MAX_REMEMBERED = 1_000

/** Receives browsers' reports on the gateway's pages, and logs them. @see docs/operations/health.md#csp-reports */
export function registerCspReports(server: HttpServer, { realTime }: { readonly realTime: Clock }): void {
  const { logger } = server.edge.options
  // The limit applies even without other rate limits, because reports need no credentials and logs use disk space.
  const rates = createRateCounter(realTime)
  const written = createTimedCache<true>({ clock: realTime, maxEntries: MAX_REMEMBERED })

  // Browsers report to the origin of the page.
  server.post(CSP_REPORTS_PATH, { config: { origin: 'every' } }, async (request, reply) => {
    const { waitSeconds } = await rates.count('report', [addressBlock(clientAddress(request))])
    if (waitSeconds === null) {
      for (const finding of readCspReports(parse(request.rawBody))) {
        const name = JSON.stringify(finding)
        if (written.get(name)) continue
        written.set(name, true, realTime.now() + QUIET_MS)
        const { page, directive, blocked, source } = finding
        logger.warn(
          { csp_page: page, csp_directive: directive, csp_blocked: blocked, csp_source: source },
          'a browser reported a violation of the page policy',
        )
      }
    }
    // Browsers ignore the response, and it reveals nothing to somebody who forges reports.
    return reply.code(204).send()
  })
}

function parse(body: Buffer | null): unknown {
  try {
    return JSON.parse(body?.toString('utf8') ?? 'null')
  } catch {
    return null
  }
}
