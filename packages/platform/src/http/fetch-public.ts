import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

import { LIMITS } from '@sluice/types/vocabulary'

import { DEFAULT_OUTGOING_PORTS } from './validate-outgoing-url.ts'
import { requestOutgoing } from './request-outgoing.ts'

/** The reason why a fetch failed. The message is for the operator. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal'
}

export interface FetchPublicOptions {
  readonly maxBytes: number
  readonly deadlineMs: number
  /** Whether plain http from this machine is accepted too. */
  readonly mayBeLocal: boolean
  /** The allowed ports; 443 by default. */
  readonly ports?: readonly number[]
}

/** The body and the headers of a response. */
export interface PublicAnswer {
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}

/**
 * Fetches a public address of the internet, and cannot be led anywhere else.
 *
 * @throws With the reason. {@link FetchRefusal}
 */
export async function fetchPublic(url: string, options: FetchPublicOptions): Promise<Buffer> {
  return (await fetchPublicAnswer(url, options)).body
}

/** Returns the same with the headers of the answer. @throws With the reason. {@link FetchRefusal} */
export async function fetchPublicAnswer(url: string, options: FetchPublicOptions): Promise<PublicAnswer> {
  const signal = AbortSignal.timeout(options.deadlineMs)
  try {
    const response = await requestOutgoing(url, {
      method: 'GET',
      headers: { 'user-agent': 'sluice-gateway', accept: '*/*' },
      signal,
      mayBeLocal: options.mayBeLocal,
      ports: options.ports ?? DEFAULT_OUTGOING_PORTS,
      maxChars: LIMITS.URL_MAX_CHARS,
    })
    if (response.statusCode !== 200) {
      response.destroy()
      throw new FetchRefusal(`its response was ${response.statusCode} instead of 200`)
    }
    return { body: await readAll(response, options.maxBytes), headers: response.headers }
  } catch (error) {
    if (error instanceof FetchRefusal) throw error
    if (signal.aborted) throw new FetchRefusal(`it took longer than ${options.deadlineMs} ms`)
    throw new FetchRefusal((error as Error).message, { cause: error })
  }
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    // Leaving the loop destroys the connection.
    if (size > maxBytes) throw new FetchRefusal(`it is larger than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
