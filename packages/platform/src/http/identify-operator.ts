import type { IncomingHttpHeaders } from 'node:http'
import { parseUrl } from '@sluice/types'
import type { HttpConfig } from './http-config.ts'
import type { Secret } from '../kernel/secret.ts'
import { hashSecret, isHashOf } from '../crypto/secret-hash.ts'
import { readBearerToken } from './bearer-token.ts'
import { isLoopbackHost } from './network-address.ts'
import { edgeRefusal } from './request-refusal.ts'

/** Who may use the tools of the test environment, and decide what a provider does not tell. @decision 0019 */
export interface OperatorRule {
  /** On a machine that only its own programs reach, they need no token. */
  readonly isThisMachineTrusted: boolean
  /** Without one, only this machine may. */
  readonly token: Secret<string> | null
}

type OperatedConfig = Pick<HttpConfig, 'host' | 'trustedProxies'> & Partial<Pick<HttpConfig, 'environment'>>

/** Names of this machine that no foreign DNS can answer for: a page that was bound to it by another name is refused. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

/** What proxies add. A request that went through one comes from elsewhere, with every Host. */
const FORWARDING_HEADER =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

export function operatorRule(
  { environment = 'test', host, trustedProxies }: OperatedConfig,
  token: Secret<string> | null,
): OperatorRule {
  // In production a program of the machine is not its operator.
  const isThisMachineTrusted = environment === 'test' && isLoopbackHost(host) && trustedProxies.length === 0
  return { isThisMachineTrusted, token }
}

/**
 * Whether the operator, or a program of the operator's machine, calls.
 *
 * @param portalUrl - whose pages are ours: there the tools are described and tried.
 * @throws {RequestRefusal} 403 for a page of another origin, even with the token: these are no addresses for pages.
 */
export function isOperator(
  headers: IncomingHttpHeaders,
  { isThisMachineTrusted, token }: OperatorRule,
  portalUrl: string,
): boolean {
  const { origin, host = '', authorization } = headers
  const isOurs = origin === undefined || origin === portalUrl || parseUrl(origin)?.host === host.toLowerCase()
  if (!isOurs) throw edgeRefusal()
  const isOwnHost = OWN_HOST.test(host) || isNameOfThisMachine(portalUrl, host)
  if (isThisMachineTrusted && isOwnHost && !wasForwarded(headers)) return true
  const given = readBearerToken(authorization)
  return token !== null && given !== null && isHashOf(given, hashSecret(token.reveal()))
}

/** The portal has a name of its own under `localhost`, which browsers look for on their own machine only. */
function isNameOfThisMachine(portalUrl: string, host: string): boolean {
  const portal = parseUrl(portalUrl)
  return portal?.host === host.toLowerCase() && portal.hostname.endsWith('.localhost')
}

/** Whether the request came through a proxy, and so perhaps from elsewhere than this machine. */
export function wasForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
}
