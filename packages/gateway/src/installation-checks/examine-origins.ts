import { visitOrigin } from '@sluice/platform/http/visit-origin'
import { systemClock } from '@sluice/platform/system'

import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'
import { probeThreeDsServer } from '../composition/probe-three-ds-server.ts'
import { bad, type Examined, good, messageOf } from './examined.ts'

/** 90-day certificates are renewed 30 days before they expire; if less than half of that is left, the renewal does not work. */
const CERTIFICATE_LEFT_MIN_MS = 14 * 86_400_000
/** Signatures of messages to providers include the time, and some providers accept a difference of at most a minute. */
const CLOCK_OFF_MAX_MS = 30_000

/** Misdirected Request: the gateway does not serve this name. */
const MISDIRECTED = 421

/** Checks that each 3-D Secure server responds; the finding names the first that does not. */
export async function examineThreeDsServers({
  threeDsServers,
  providers,
}: Pick<ConfigurationFile, 'threeDsServers' | 'providers'>): Promise<Examined> {
  const what = '3-D Secure server'
  if (threeDsServers.length === 0 && providers.some(authenticatesItself))
    return good(what, 'none: the providers authenticate cardholders')
  if (threeDsServers.length === 0)
    return bad(what, 'the configuration file has none, so card payments end INVALID 2024.')
  for (const server of threeDsServers) {
    const { url } = server
    try {
      await visitOrigin(url)
    } catch (error) {
      return bad(what, `${url}: ${messageOf(error)}. Check the address, and that this machine can reach it.`)
    }
    try {
      if (server.type !== 'http') await probeThreeDsServer(server)
    } catch (error) {
      return bad(what, `${url}: ${messageOf(error)}. Check the address, and the key in secret_files.`)
    }
  }
  const urls = threeDsServers.map(({ url }) => url).join(', ')
  return good(what, `${urls} ${threeDsServers.length === 1 ? 'responds' : 'respond'}`)
}

function authenticatesItself({ capabilities }: ConfigurationFile['providers'][number]): boolean {
  return (capabilities.authenticatesAt?.size ?? 0) > 0
}

/** Lists the origins under which browsers reach the gateway. */
export function listOrigins({ http }: Config): readonly string[] {
  const named = [http.baseUrl, http.originUrls.methods, http.originUrls.portal]
  return [...new Set(named.filter((url) => url !== null))]
}

export async function examineOrigin(origin: string): Promise<Examined> {
  const what = origin
  let visit
  try {
    // Not `/health/`, because proxies do not forward it.
    visit = await visitOrigin(`${origin}/`)
  } catch (error) {
    return {
      what,
      verdict: 'later',
      found: `unreachable (${messageOf(error)}): start the gateway and its proxy`,
    }
  }
  const { status, certificateEndsAtMs, clockMs, hasRequestId } = visit
  const nowMs = systemClock.now()
  if (!hasRequestId) {
    return bad(
      what,
      `${status} comes from the proxy, not from a gateway: start the gateway, and make the proxy forward this name to it.`,
    )
  }
  if (status === MISDIRECTED) {
    return bad(
      what,
      'the gateway receives another host name: make the proxy forward the Host header unchanged.',
    )
  }
  if (certificateEndsAtMs !== null && certificateEndsAtMs - nowMs < CERTIFICATE_LEFT_MIN_MS) {
    return bad(
      what,
      `its certificate expires on ${new Date(certificateEndsAtMs).toISOString().slice(0, 10)}: renew it.`,
    )
  }
  if (clockMs !== null && Math.abs(clockMs - nowMs) > CLOCK_OFF_MAX_MS) {
    const seconds = Math.round(Math.abs(clockMs - nowMs) / 1000)
    return bad(
      what,
      `its clock and the clock of this machine differ by ${seconds} seconds: run an NTP client on both.`,
    )
  }
  return good(what, 'responds')
}
