import { visitOrigin } from '@sluice/platform/http/visit-origin'
import { systemClock } from '@sluice/platform/system'

import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'
import { bad, type Examined, good, messageOf } from './examined.ts'

/** Certificates of 90 days are renewed 30 days before their end; half of that late is a renewal that does not work. */
const CERTIFICATE_LEFT_MIN_MS = 14 * 86_400_000
/** Messages to providers are signed with the time, and some take no more than a minute. */
const CLOCK_OFF_MAX_MS = 30_000

export async function examineThreeDsServer({ threeDsServer }: ConfigurationFile): Promise<Examined> {
  const what = '3-D Secure server'
  if (threeDsServer === null)
    return bad(what, 'the configuration file names none: card payments end INVALID 2024.')
  try {
    await visitOrigin(threeDsServer.url)
    return good(what, `${threeDsServer.url} answers`)
  } catch (error) {
    return bad(
      what,
      `${threeDsServer.url}: ${messageOf(error)}. Compare the address, and let this machine reach it.`,
    )
  }
}

/** The addresses that browsers know the gateway by. */
export function listOrigins({ http }: Config): readonly string[] {
  const named = [http.baseUrl, http.originUrls.methods, http.originUrls.portal]
  return [...new Set(named.filter((url) => url !== null))]
}

export async function examineOrigin(origin: string): Promise<Examined> {
  const what = origin
  let visit
  try {
    visit = await visitOrigin(`${origin}/health/live`)
  } catch (error) {
    return {
      what,
      verdict: 'later',
      found: `not reached (${messageOf(error)}): start a gateway, and its proxy`,
    }
  }
  const { status, certificateEndsAtMs, clockMs } = visit
  const nowMs = systemClock.now()
  if (status !== 200) {
    return bad(
      what,
      `/health/live is answered ${status}, not 200: let the proxy pass every path and Host on.`,
    )
  }
  if (certificateEndsAtMs !== null && certificateEndsAtMs - nowMs < CERTIFICATE_LEFT_MIN_MS) {
    return bad(
      what,
      `its certificate ends on ${new Date(certificateEndsAtMs).toISOString().slice(0, 10)}: renew it.`,
    )
  }
  if (clockMs !== null && Math.abs(clockMs - nowMs) > CLOCK_OFF_MAX_MS) {
    const seconds = Math.round(Math.abs(clockMs - nowMs) / 1000)
    return bad(
      what,
      `its clock and the one of this machine are ${seconds} seconds apart: run an NTP client on both.`,
    )
  }
  return good(what, 'answers')
}
