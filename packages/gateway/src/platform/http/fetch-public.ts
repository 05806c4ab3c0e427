import { lookup as lookUp } from 'node:dns'
import {
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isLoopbackUrl } from '@sluice/types'

import { isPublicAddress } from './public-address.ts'

/** Why something could not be fetched. The message is for the operator. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal'
}

export interface FetchPublicOptions {
  readonly maxBytes: number
  readonly deadlineMs: number
  /** Whether plain http from this machine is taken too. */
  readonly mayBeLocal: boolean
}

/**
 * Fetches what somebody else has put on the internet, and cannot be led anywhere else: names are resolved here, every
 * address must be public, and the one that was checked is the one that is connected to. Redirects are not followed.
 *
 * @throws With the reason. {@link FetchRefusal}
 */
export async function fetchPublic(url: string, options: FetchPublicOptions): Promise<Buffer> {
  const { hostname, protocol } = new URL(url)
  const isLocal = options.mayBeLocal && isLoopbackUrl(url)
  if (!isLocal && (protocol !== 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)) {
    throw new FetchRefusal('only https addresses with a host name are fetched')
  }
  const signal = AbortSignal.timeout(options.deadlineMs)
  const send = protocol === 'https:' ? requestHttps : requestHttp
  const settings: RequestOptions = {
    signal,
    agent: false,
    headers: { 'user-agent': 'sluice-gateway', accept: '*/*' },
    ...(isLocal ? {} : { lookup: lookUpPublic }),
  }
  try {
    const response = await receive(send(url, settings))
    const remote = response.socket.remoteAddress ?? ''
    if (!isLocal && !isPublicAddress(remote)) throw new FetchRefusal('it is not on the internet')
    if (response.statusCode !== 200) throw new FetchRefusal(`it answered ${response.statusCode}, not 200`)
    return await readAll(response, options.maxBytes)
  } catch (error) {
    if (error instanceof FetchRefusal) throw error
    if (signal.aborted) throw new FetchRefusal(`it took longer than ${options.deadlineMs} ms`)
    throw new FetchRefusal((error as Error).message, { cause: error })
  }
}

/** Gives the addresses of a name if every one of them is public. */
const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    const refusal = new FetchRefusal(`${hostname} has an address that is not on the internet`)
    if (error || first === undefined) done(error ?? refusal, '')
    else if (!addresses.every(({ address }) => isPublicAddress(address))) done(refusal, '')
    else if (options.all === true) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

function receive(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
    request.end()
  })
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    // Leaving the loop destroys the connection.
    if (size > maxBytes) throw new FetchRefusal(`it is longer than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
