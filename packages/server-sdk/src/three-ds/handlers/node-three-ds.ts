import { type FlowReply, tooLarge } from '../flow/flow-exchange.ts'
import type { ThreeDsFlow } from '../flow/three-ds-flow.ts'
import { checkFlow } from './check-flow.ts'
import { readForm, toForm } from './read-form.ts'

/** A request of `node:http`, and of frameworks that are built on it. */
export interface NodeFlowRequest extends AsyncIterable<unknown> {
  /** The method in upper case: `POST`. */
  readonly method?: string | undefined
  /** Path and query. */
  readonly url?: string | undefined
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Whether the stream was read before. */
  readonly readableDidRead?: boolean
  /** The parsed body, if a body parser ran before. */
  readonly body?: unknown
}

/** The part of `ServerResponse` that answers. */
export interface NodeFlowResponse {
  /** HTTP status, 200 to 599. */
  statusCode: number
  /** Sets one header. */
  setHeader(name: string, value: string): unknown
  /** Sends the text and ends. */
  end(body?: string): unknown
}

/**
 * Answers a flow's addresses in a server of `node:http`. Pass it only the requests below the flow's `url`.
 *
 * @returns A handler that rejects on internal errors, and on those of the store.
 * @throws When the flow is missing. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const threeDs = nodeThreeDs(flow)
 * createServer((request, response) => {
 *   if (request.url?.startsWith('/three-ds/')) void threeDs(request, response).catch(() => response.destroy())
 *   else shop(request, response)
 * })
 * ```
 */
export function nodeThreeDs(
  flow: ThreeDsFlow,
): (request: NodeFlowRequest, response: NodeFlowResponse) => Promise<void> {
  checkFlow(flow)
  return async (request, response) => {
    const form = await readNodeForm(request)
    const { method = 'GET', url = '/', headers } = request
    const reply = form ? await flow.handle({ method, url, headers, form }) : tooLarge()
    send(response, reply, method)
  }
}

/**
 * Serves a flow's addresses in Express, with or without body parsers before it.
 *
 * @throws When the flow is missing. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * app.use('/three-ds', expressThreeDs(flow))
 * ```
 */
export function expressThreeDs(
  flow: ThreeDsFlow,
): (request: NodeFlowRequest, response: NodeFlowResponse, next: (error: unknown) => void) => void {
  const handle = nodeThreeDs(flow)
  return (request, response, next) => {
    handle(request, response).catch(next)
  }
}

async function readNodeForm(request: NodeFlowRequest): Promise<URLSearchParams | null> {
  if (request.method !== 'POST') return new URLSearchParams()
  return request.readableDidRead === true || isParsed(request.body) ? toForm(request.body) : readForm(request)
}

/** Parsers that leave a body alone leave an empty object in its place: that says nothing about the form. */
function isParsed(body: unknown): boolean {
  if (body instanceof URLSearchParams) return true
  return typeof body === 'object' && body !== null ? Object.keys(body).length > 0 : typeof body === 'string'
}

function send(response: NodeFlowResponse, { status, headers, body }: FlowReply, method: string): void {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(method === 'HEAD' ? undefined : body)
}
