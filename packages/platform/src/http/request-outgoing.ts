import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'

import { isLoopbackUrl } from '@sluice/types'

import { validateOutgoingUrl, type OutgoingRules } from './validate-outgoing-url.ts'
import { isStaleConnection } from './is-stale-connection.ts'
import { isLoopbackAddress } from './network-address.ts'
import { isPublicAddress, isPublicOrPrivateAddress } from './public-address.ts'
import { OUTGOING_MARK } from './outgoing-mark.ts'
import { createPublicLookup, NotPublicError } from './public-lookup.ts'

export interface OutgoingOptions extends OutgoingRules {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** Keeps connections alive; by default, each request has its own. */
  readonly agents?: { readonly http: Agent; readonly https: Agent }
  /** Finds addresses, and gives public ones only. */
  readonly lookup?: LookupFunction
  /** Certificates that are trusted besides the usual ones. */
  readonly ca?: string
}

const lookUpPublic = createPublicLookup()
const lookUpInside = createPublicLookup(undefined, isPublicOrPrivateAddress)

/**
 * Sends a request to an address from a merchant, and only to the internet and to hosts that the operator lists: it
 * validates the address and resolves its name itself, requires every resolved address to be public, connects to the
 * checked address, and verifies it again. It follows no redirects and ignores the environment's proxy.
 *
 * @throws When the address is not on the internet. {@link NotPublicError}
 */
export function requestOutgoing(url: string, options: OutgoingOptions): Promise<IncomingMessage> {
  const reason = validateOutgoingUrl(url, options)
  if (reason !== null) return Promise.reject(new NotPublicError(reason))
  const isLocal = options.mayBeLocal && isLoopbackUrl(url)
  const { protocol, hostname } = new URL(url)
  const isHttps = protocol === 'https:'
  const isInside = options.insideHosts?.includes(hostname) === true
  const agent = options.agents?.[isHttps ? 'https' : 'http'] ?? false
  const { method, headers, body, signal, ca } = options
  const settings: RequestOptions & { ca?: string } = {
    method,
    signal,
    agent,
    headers: {
      ...headers,
      [OUTGOING_MARK]: '1',
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
    ...(isLocal ? {} : { lookup: options.lookup ?? (isInside ? lookUpInside : lookUpPublic) }),
    ...(ca === undefined ? {} : { ca }),
  }
  const request = (isHttps ? requestHttps : requestHttp)(url, settings)
  return new Promise((resolve, reject) => {
    let isAnswered = false
    request.once('response', (response) => {
      isAnswered = true
      resolve(response)
    })
    request.on('error', (error) => {
      if (!isAnswered && isStaleConnection(request, error))
        resolve(requestOutgoing(url, withoutAgents(options)))
      else reject(error)
    })
    // A server that answers 101, to switch the protocol, ends the request without a message.
    request.once('close', () => reject(new Error('the connection was closed before the response')))
    const isPlaceAllowed = isInside ? isPublicOrPrivateAddress : isPublicAddress
    sendWhenChecked(request, body, isLocal ? isLoopbackAddress : isPlaceAllowed)
  })
}

function withoutAgents({ agents: _, ...options }: OutgoingOptions): OutgoingOptions {
  return options
}

/** The peer's address is verified before anything is sent. */
function sendWhenChecked(
  request: ClientRequest,
  body: string | undefined,
  isAllowed: (address: string) => boolean,
): void {
  request.once('socket', (socket: Socket) => {
    const check = (): void => {
      if (isAllowed(socket.remoteAddress ?? '')) request.end(body)
      else request.destroy(new NotPublicError('its address is not public'))
    }
    if (socket.connecting) socket.once('connect', check)
    else check()
  })
}
