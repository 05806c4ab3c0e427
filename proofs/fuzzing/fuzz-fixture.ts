import { buffer as readBytes } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type EndpointName, ENDPOINTS } from '@sluice/types'
import * as z from 'zod'

import type { SeededRandom } from '../../packages/gateway/test/seeded-random.ts'
import {
  bodyOf,
  type PreparedCall,
  prepareCall,
  signatureFor,
} from '../../packages/gateway/test/successful-calls.ts'
import { startTestGateway, type TestGateway } from '../../packages/gateway/test/test-gateway.ts'
import { drawJson, type RequestSchema } from './draw-json.ts'
import { encodeText, FORM_TYPE, type FuzzRequest } from './fuzz-request.ts'
import { drawText, PLAIN_PAN } from './hostile-values.ts'
import { type FuzzAnswer, checkAnswer } from './check-answer.ts'

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]

/** Card numbers that are sealed in the prepared calls, or given to a simulated wallet. No response contains them. */
const SECRET_PANS = ['4242424242424242', '4111111111111111'] as const

/** A gateway with something behind every endpoint, and valid base requests. */
export class FuzzFixture {
  readonly gateway: TestGateway
  readonly #calls: ReadonlyMap<EndpointName, PreparedCall>
  readonly #lines: string[]
  readonly #schemas = new Map<EndpointName, RequestSchema>()

  constructor(gateway: TestGateway, calls: ReadonlyMap<EndpointName, PreparedCall>, lines: string[]) {
    this.gateway = gateway
    this.#calls = calls
    this.#lines = lines
  }

  /** Draws a request of the endpoints, or of a page outside the endpoint table. */
  async drawBase(random: SeededRandom): Promise<FuzzRequest> {
    if (random.whole(8) === 0) return this.#drawPage(random)
    const endpoint = random.pick(NAMES)
    const { method, address, headers, body } = this.#callOf(endpoint)
    const { host, pathname, search } = new URL(address)
    const drawn = body === undefined ? null : await this.#drawBody(endpoint, body, random)
    return {
      endpoint,
      method,
      url: pathname + search,
      headers: {
        host,
        ...headers,
        ...(drawn === null ? {} : signatureFor(endpoint, this.gateway, drawn)),
      },
      body: drawn === null ? null : Buffer.from(drawn),
    }
  }

  /** Sends a request. `fault` is null if the answer is allowed. */
  async findFault(request: FuzzRequest): Promise<{ readonly status: number; readonly fault: string | null }> {
    this.#lines.length = 0
    const answer = await this.#ask(request)
    return { status: answer.status, fault: checkAnswer(request, answer, SECRET_PANS) ?? this.#findLeak() }
  }

  /** A card number in a log line since the last request; null if there is none. */
  #findLeak(): string | null {
    const line = this.#lines.find(holdsCardNumber)
    return line === undefined ? null : `a log line holds a card number: ${line}`
  }

  async #ask({ method, url, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
    const answer = await this.gateway.app.server.inject({
      method: method as 'GET',
      url,
      headers: { ...headers },
      ...(body === null ? {} : { payload: body }),
      payloadAsStream: true,
    })
    const { statusCode: status, headers: told } = answer
    const stream = answer.stream()
    if (!isEndless(told)) return { status, headers: told, text: decode(await readBytes(stream), told) }
    stream.destroy()
    return { status, headers: told, text: '' }
  }

  async #drawBody(endpoint: EndpointName, prepared: string, random: SeededRandom): Promise<string> {
    switch (random.whole(3)) {
      case 0:
        return prepared
      case 1: {
        const fresh = await bodyOf(this.gateway, endpoint)
        return fresh === undefined ? prepared : JSON.stringify(fresh)
      }
      default: {
        const value = drawJson(this.#schemaOf(endpoint), random)
        const { bodyType } = ENDPOINTS[endpoint] as { readonly bodyType?: string }
        if (bodyType !== 'form') return JSON.stringify(value) ?? ''
        return encodeForm(value)
      }
    }
  }

  #drawPage(random: SeededRandom): FuzzRequest {
    const { method, template } = random.pick(this.gateway.app.server.edge.routes.all)
    const url = template.replaceAll(/:\w+|\*/g, () => encodeText(drawText(random)))
    const { host } = new URL(this.gateway.ready.base_url)
    const form = new URLSearchParams(
      Object.fromEntries(
        ['cres', 'threeDSMethodData', 'creq', 'email', 'password', 'code'].map((name) => [
          name,
          drawText(random),
        ]),
      ),
    )
    const isPost = method === 'POST'
    return {
      endpoint: null,
      method,
      url,
      headers: {
        host,
        'user-agent': 'test',
        ...(random.whole(2) === 0
          ? { accept: 'text/html', 'sec-fetch-dest': random.pick(['document', 'iframe']) }
          : {}),
        ...(isPost ? { 'content-type': FORM_TYPE } : {}),
      },
      body: isPost ? Buffer.from(form.toString()) : null,
    }
  }

  #callOf(endpoint: EndpointName): PreparedCall {
    const call = this.#calls.get(endpoint)
    if (call === undefined) throw new Error(`nothing is prepared for ${endpoint}`)
    return call
  }

  #schemaOf(endpoint: EndpointName): RequestSchema {
    const known = this.#schemas.get(endpoint)
    if (known) return known
    const { body } = ENDPOINTS[endpoint] as { readonly body?: z.ZodType }
    const written: unknown = body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {}
    const schema = written as RequestSchema
    this.#schemas.set(endpoint, schema)
    return schema
  }
}

export async function openFuzzFixture(): Promise<FuzzFixture> {
  const lines: string[] = []
  const gateway = await startTestGateway({
    env: { SLUICE_LOG_LEVEL: 'info' },
    adapters: {
      logDestination: { write: (line) => void lines.push(line) },
      postWebhook: () => Promise.resolve({ status: 200, excerpt: '', retryAfter: null, milliseconds: 1 }),
    },
  })
  const calls = new Map<EndpointName, PreparedCall>()
  for (const name of NAMES) calls.set(name, await prepareCall(gateway, name))
  return new FuzzFixture(gateway, calls, lines)
}

/** Returns the content of an answer, regardless of its transport. */
function decode(bytes: Buffer, headers: Readonly<Record<string, unknown>>): string {
  switch (headers['content-encoding']) {
    case 'gzip':
      return gunzipSync(bytes).toString()
    case 'br':
      return brotliDecompressSync(bytes).toString()
    default:
      return bytes.toString()
  }
}

/** The stream of events continues until one side ends it. */
const isEndless = (headers: Readonly<Record<string, unknown>>): boolean =>
  String(headers['content-type'] ?? '').startsWith('text/event-stream')

const holdsCardNumber = (line: string): boolean =>
  [...SECRET_PANS, PLAIN_PAN].some((pan) => line.includes(pan))

/** Encodes a form value. A value that is no text is written as JSON. */
function encodeForm(value: unknown): string {
  const write = (part: unknown): string => (typeof part === 'string' ? part : (JSON.stringify(part) ?? ''))
  if (typeof value !== 'object' || value === null) return new URLSearchParams(write(value)).toString()
  return new URLSearchParams(Object.entries(value).map(([name, part]) => [name, write(part)])).toString()
}
