import type { Settings } from '../client-options.ts'
import { ConnectionError } from '../errors/connection-error.ts'
import { type CallDescription, GatewayError } from '../errors/gateway-error.ts'
import { RequestAbortedError } from '../errors/request-aborted-error.ts'
import { RequestTimeoutError } from '../errors/request-timeout-error.ts'
import type { AccessTokens } from './access-token.ts'
import type { CallSettings } from './call-options.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { startLimit, TimeUp, withinLimit } from './limit.ts'
import { readError } from './read-error.ts'
import { waitForToken } from './send-until-answered.ts'
import { watchTry } from './watch-try.ts'

export interface Streaming {
  readonly settings: Settings
  readonly options: CallSettings
  readonly accessTokens: AccessTokens
}

/** Waits for a step of the stream as long as that may take, and ends the stream if it does not arrive. */
type Within = <Value>(limitMs: number, of: RequestInStream, step: () => Promise<Value>) => Promise<Value>

/** The part of the request that errors of a stream mention. */
interface RequestInStream {
  readonly call: CallDescription
  readonly requestId: string
}

/** A streaming response. */
interface OpenedStream {
  readonly response: Response
  readonly of: RequestInStream
}

/** Three heartbeats of the gateway: after this silence, the connection counts as dead. */
const SILENCE_MAX_MS = 45_000

/**
 * Opens a streaming response, once, and yields its text piece by piece.
 *
 * @throws When the request is refused, the connection breaks or falls silent, or the caller aborts.
 *   {@link GatewayError}
 */
export async function* openStream(request: OutgoingRequest, streaming: Streaming): AsyncGenerator<string> {
  const { settings, options } = streaming
  const controller = new AbortController()
  const within: Within = async (limitMs, of, step) => {
    const limit = startLimit(limitMs, options.signal, settings.startTimer)
    try {
      return await withinLimit(step(), limit.signal)
    } catch (error) {
      throw limit.signal.aborted ? describeEnd(limit.signal.reason, of) : describeBreak(error, of)
    } finally {
      limit.release()
    }
  }
  try {
    const { response, of } = await connect(request, streaming, controller.signal, within)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const piece = await within(SILENCE_MAX_MS, of, async () => reader?.read() ?? { done: true as const })
      if (piece.done) return
      yield piece.value
    }
  } finally {
    controller.abort()
  }
}

/** Calls the hooks when the response begins, because the stream may continue for days. */
async function connect(
  request: OutgoingRequest,
  { settings, options, accessTokens }: Streaming,
  signal: AbortSignal,
  within: Within,
): Promise<OpenedStream> {
  const send = async () => {
    const limit = startLimit(options.timeoutMs, options.signal, settings.startTimer)
    const accessToken = await waitForToken(accessTokens, limit.signal, request).finally(() => limit.release())
    const watched = watchTry(settings, request, 1)
    const headers = {
      ...watched.headers,
      authorization: `Bearer ${accessToken}`,
      accept: 'text/event-stream',
    }
    const asked = new Request(request.url, { method: request.method, headers, redirect: 'manual', signal })
    const of = { call: request.call, requestId: watched.requestId }
    try {
      const response = await within(options.timeoutMs, of, () => settings.fetch(asked))
      watched.answered(response)
      return { accessToken, response, of }
    } catch (error) {
      if (error instanceof GatewayError) watched.failed(error.code)
      throw error
    }
  }
  let { accessToken, ...opened } = await send()
  if (opened.response.status === 401) {
    accessTokens.refuse(accessToken)
    opened = await send()
  }
  const { response, of } = opened
  if (response.ok) return opened
  const { status, headers } = response
  const text = await within(options.timeoutMs, of, () => response.text())
  throw readError({ status, headers, text }, request)
}

function describeEnd(reason: unknown, { call, requestId }: RequestInStream): Error {
  return reason instanceof TimeUp
    ? new RequestTimeoutError({ call, timeoutMs: reason.limitMs, requestId })
    : new RequestAbortedError({ call, cause: reason, requestId })
}

function describeBreak(cause: unknown, { call, requestId }: RequestInStream): Error {
  return new ConnectionError({ call, cause, requestId })
}
