import type { Endpoint, EndpointAuth } from '@sluice/types'
import type { IncomingHttpHeaders } from 'node:http'
import { readBearerToken } from './bearer-token.ts'
import type { BrowserCaller, Caller } from './caller.ts'
import { isFrameOrigin, isOriginAllowed } from './cors.ts'
import type { Authenticate, ClientKeyOwner, ResolveClientKey } from './http-server-options.ts'
import type { Origins } from './origins.ts'
import { findOperator, type Operator, type OperatorRule } from './identify-operator.ts'
import {
  edgeRefusal,
  insufficientScope,
  missingArea,
  notFoundRefusal,
  RequestRefusal,
} from './request-refusal.ts'

/** The part of the service that identifies callers. */
export interface Gatekeeper {
  readonly realm: string
  /** The service's own origins, from which its frames call. */
  readonly origins: () => Origins
  readonly authenticate: Authenticate
  readonly resolveClientKey: ResolveClientKey
  readonly operator: OperatorRule
  /** Called with the operator's token name before the area is checked, so that a refusal names the token too. */
  readonly onOperator: (operator: Operator) => void
}

type Identify = (
  headers: IncomingHttpHeaders,
  gatekeeper: Gatekeeper,
  endpoint: Endpoint,
) => Promise<Caller | null>

// Endpoints whose callers prove themselves by what only their handlers understand.
const leaveToHandler: Identify = async () => null

const IDENTIFY: Readonly<Record<EndpointAuth, Identify>> = {
  bearer: identifyMerchant,
  'client-key': identifyBrowser,
  'bearer-or-client-key': identifyEither,
  'client-credentials': leaveToHandler,
  'provider-signature': leaveToHandler,
  operator: identifyOperator,
  simulator: identifyOperator,
  none: leaveToHandler,
}

/**
 * Finds out who calls, and whether they may.
 *
 * @throws {RequestRefusal} 401 for a token that is missing or bad, 404 for an unknown client key, 403 for a missing role or
 * area or a page of a foreign origin.
 */
export async function identifyCaller(
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  gatekeeper: Gatekeeper,
): Promise<Caller | null> {
  const caller = await IDENTIFY[endpoint.auth](headers, gatekeeper, endpoint)
  if (caller?.kind === 'merchant' && endpoint.role !== null && !caller.roles.has(endpoint.role)) {
    throw insufficientScope()
  }
  return caller
}

async function identifyMerchant(headers: IncomingHttpHeaders, gatekeeper: Gatekeeper): Promise<Caller> {
  const { authorization = '' } = headers
  if (!/^bearer(?: |$)/i.test(authorization)) throw unauthorized(gatekeeper.realm)
  const token = readBearerToken(authorization)
  const caller = token === null ? null : await gatekeeper.authenticate(token)
  if (!caller) throw unauthorized(gatekeeper.realm, 'invalid_token')
  return caller
}

async function identifyBrowser(headers: IncomingHttpHeaders, gatekeeper: Gatekeeper): Promise<Caller> {
  const found = await findKeyOwner(headers, gatekeeper)
  // The answer of an unknown session, so that guessing keys reveals nothing.
  if (!found) throw notFoundRefusal()

  // A page cannot make its browser lie about the origin, and another client has no page to protect.
  const { origin } = headers
  const isKnown =
    origin === undefined ||
    isOriginAllowed(origin, found.owner) ||
    isFrameOrigin(origin, gatekeeper.origins())
  if (!isKnown) throw edgeRefusal()
  return toBrowserCaller(found)
}

/** Client keys open public keys only, so the origin of the request does not matter. */
async function identifyEither(headers: IncomingHttpHeaders, gatekeeper: Gatekeeper): Promise<Caller> {
  if (headers['x-client-key'] === undefined) return identifyMerchant(headers, gatekeeper)
  const found = await findKeyOwner(headers, gatekeeper)
  if (!found) throw unauthorized(gatekeeper.realm)
  return toBrowserCaller(found)
}

/** The operator is no merchant: the tools name the sandbox that they mean. */
async function identifyOperator(
  headers: IncomingHttpHeaders,
  { operator: rule, onOperator, origins, realm }: Gatekeeper,
  { area }: Endpoint,
): Promise<null> {
  const operator = findOperator(headers, rule, origins().urls.portal)
  if (operator === null)
    throw unauthorized(realm, headers.authorization === undefined ? undefined : 'invalid_token')
  onOperator(operator)
  if (area !== undefined && !operator.areas.has(area)) throw missingArea(area)
  return null
}

interface FoundKey {
  readonly clientKey: string
  readonly owner: ClientKeyOwner
}

async function findKeyOwner(headers: IncomingHttpHeaders, gatekeeper: Gatekeeper): Promise<FoundKey | null> {
  const clientKey = headers['x-client-key']
  if (typeof clientKey !== 'string') return null
  const owner = await gatekeeper.resolveClientKey(clientKey)
  return owner && { clientKey, owner }
}

function toBrowserCaller({ clientKey, owner }: FoundKey): BrowserCaller {
  return { kind: 'browser', merchantId: owner.merchantId, clientKey }
}

function unauthorized(realm: string, error?: 'invalid_token'): RequestRefusal {
  const challenge = `Bearer realm="${realm}"${error ? `, error="${error}"` : ''}`
  return new RequestRefusal(401, { error: 'Unauthorized' }, { 'www-authenticate': challenge })
}
