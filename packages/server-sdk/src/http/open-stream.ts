import type { Settings } from '../client-options.ts'
import { ConnectionError } from '../errors/connection-error.ts'
import { RequestAbortedError } from '../errors/request-aborted-error.ts'
import { RequestTimeoutError } from '../errors/request-timeout-error.ts'
import type { AccessTokens } from './access-token.ts'
import type { CallSettings } from './call-options.ts'
import type { OutgoingRequest } from './exchange.ts'
import { startLimit, TimeUp, withinLimit } from './limit.ts'
import { readError } from './read-error.ts'
import { waitForToken } from './send-until-answered.ts'

export interface Streaming {
  readonly settings: Settings
  readonly options: CallSettings
  readonly accessTokens: AccessTokens
}

/** Three heartbeats of the gateway: after that the line is dead, though nobody has said so. */
const SILENCE_MAX_MS = 45_000

/**
 * Opens an answer that goes on, once, and gives its text piece by piece.
 *
 * @throws What refused it, a line that broke or fell silent, or the caller's own end. {@link GatewayError}
 */
export async function* openStream(request: OutgoingRequest, streaming: Streaming): AsyncGenerator<string> {
  const { settings, options } = streaming
  const controller = new AbortController()
  /** Waits for a step of the stream as long as that may take, and ends the stream when it does not come. */
  const within = async <Value>(limitMs: number, step: () => Promise<Value>): Promise<Value> => {
    const limit = startLimit(limitMs, options.signal, settings.startTimer)
    try {
      return await withinLimit(step(), limit.signal)
    } catch (error) {
      throw limit.signal.aborted ? describeEnd(limit.signal.reason, request) : describeBreak(error, request)
    } finally {
      limit.release()
    }
  }
  try {
    const response = await connect(request, streaming, controller.signal, within)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const piece = await within(SILENCE_MAX_MS, async () => reader?.read() ?? { done: true as const })
      if (piece.done) return
      yield piece.value
    }
  } finally {
    controller.abort()
  }
}

async function connect(
  request: OutgoingRequest,
  { settings, options, accessTokens }: Streaming,
  signal: AbortSignal,
  within: <Value>(limitMs: number, step: () => Promise<Value>) => Promise<Value>,
): Promise<Response> {
  const send = async () => {
    const limit = startLimit(options.timeoutMs, options.signal, settings.startTimer)
    const accessToken = await waitForToken(accessTokens, limit.signal, request).finally(() => limit.release())
    const headers = {
      ...request.headers,
      authorization: `Bearer ${accessToken}`,
      accept: 'text/event-stream',
    }
    const asked = new Request(request.url, { method: request.method, headers, redirect: 'manual', signal })
    const response = await within(options.timeoutMs, () => settings.fetch(asked))
    return { accessToken, response }
  }
  let { accessToken, response } = await send()
  if (response.status === 401) {
    accessTokens.refuse(accessToken)
    ;({ response } = await send())
  }
  if (response.ok) return response
  const { status, headers } = response
  const text = await within(options.timeoutMs, () => response.text())
  throw readError({ status, headers, text }, request)
}

function describeEnd(reason: unknown, { call }: OutgoingRequest): Error {
  return reason instanceof TimeUp
    ? new RequestTimeoutError({ call, timeoutMs: reason.limitMs })
    : new RequestAbortedError({ call, cause: reason })
}

function describeBreak(cause: unknown, { call }: OutgoingRequest): Error {
  return new ConnectionError({ call, cause })
}
