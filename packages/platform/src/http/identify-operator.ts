import type { IncomingHttpHeaders } from 'node:http'
import { parseUrl } from '@sluice/types'
import { OPERATOR_AREAS, type OperatorArea } from '@sluice/types/vocabulary'
import type { HttpConfig } from './http-config.ts'
import type { Secret } from '../kernel/secret.ts'
import { hashSecret, isHashOf } from '../crypto/secret-hash.ts'
import { readBearerToken } from './bearer-token.ts'
import { isLoopbackHost } from './network-address.ts'
import { edgeRefusal } from './request-refusal.ts'

/** A program that the operator trusts with some areas. */
export interface OperatorProgram {
  /** Its id in the configuration file. */
  readonly id: string
  readonly areas: ReadonlySet<OperatorArea>
  /** The hashes of its tokens: two during a rotation. */
  readonly tokenHashes: readonly Uint8Array[]
}

/** The caller as the operator. */
export interface Operator {
  /**
   * The name of the token in the audit trail: the id of a program, or {@link OPERATOR_TOKEN}; null if none was
   * required.
   */
  readonly token: string | null
  readonly areas: ReadonlySet<OperatorArea>
}

/** The audit trail's name for the operator's own token. Program ids are lower case, so none can be the same. */
export const OPERATOR_TOKEN = 'SLUICE_OPERATOR_TOKEN'

/**
 * Identifies who may use the tools of the test environment, and resolve outcomes that a provider does not report.
 *
 * @decision 0019 @decision 0271
 */
export interface OperatorRule {
  /** Programs need no token on a machine that only its own programs can reach. */
  readonly isThisMachineTrusted: boolean
  /** The token for every area. Without it and without programs, only this machine may call. */
  readonly token: Secret<string> | null
  /** Returns the programs that are currently valid. */
  readonly programs: () => readonly OperatorProgram[]
}

/** All areas. */
const ALL_AREAS: ReadonlySet<OperatorArea> = new Set(OPERATOR_AREAS)

type OperatedConfig = Pick<HttpConfig, 'host' | 'trustedProxies'> & Partial<Pick<HttpConfig, 'environment'>>

/** Names of this machine that no foreign DNS can answer for: a page that was bound to it by another name is refused. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

/** Headers that proxies add. A request through one comes from elsewhere, with any Host. */
const FORWARDING_HEADER =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

export function operatorRule(
  { environment = 'test', host, trustedProxies }: OperatedConfig,
  token: Secret<string> | null,
  programs: () => readonly OperatorProgram[] = () => [],
): OperatorRule {
  // In production, a local program is not the operator.
  const isThisMachineTrusted = environment === 'test' && isLoopbackHost(host) && trustedProxies.length === 0
  return { isThisMachineTrusted, token, programs }
}

/**
 * Identifies the operator, an operator's program, or a caller on this machine; null for anyone else. A token takes precedence over the
 * machine, so that a program is refused on a laptop what it is refused elsewhere.
 *
 * @param portalUrl - whose pages are ours: there the tools are described and tried.
 * @throws {RequestRefusal} 403 for a page of another origin, even with the token: these are no addresses for pages.
 */
export function findOperator(
  headers: IncomingHttpHeaders,
  rule: OperatorRule,
  portalUrl: string,
): Operator | null {
  const { origin, host = '', authorization } = headers
  const isOurs = origin === undefined || origin === portalUrl || parseUrl(origin)?.host === host.toLowerCase()
  if (!isOurs) throw edgeRefusal()
  const given = readBearerToken(authorization)
  const named = given === null ? null : findByToken(given, rule)
  if (named !== null) return named
  const isOwnHost = OWN_HOST.test(host) || isNameOfThisMachine(portalUrl, host)
  const isTrusted = rule.isThisMachineTrusted && isOwnHost && !wasForwarded(headers)
  return isTrusted ? { token: null, areas: ALL_AREAS } : null
}

function findByToken(given: string, { token, programs }: OperatorRule): Operator | null {
  if (token !== null && isHashOf(given, hashSecret(token.reveal())))
    return { token: OPERATOR_TOKEN, areas: ALL_AREAS }
  const program = programs().find(({ tokenHashes }) => tokenHashes.some((hash) => isHashOf(given, hash)))
  return program ? { token: program.id, areas: program.areas } : null
}

/** The portal has its own name under `localhost`, which browsers resolve only to their own machine. */
function isNameOfThisMachine(portalUrl: string, host: string): boolean {
  const portal = parseUrl(portalUrl)
  return portal?.host === host.toLowerCase() && portal.hostname.endsWith('.localhost')
}

/** Returns whether the request came through a proxy, and so perhaps from another machine. */
export function wasForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
}
