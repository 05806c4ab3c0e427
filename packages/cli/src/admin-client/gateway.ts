import { randomUUID } from 'node:crypto'
import { createClient, type GatewayClient } from '@sluice/server-sdk'

import { actAsPerson } from './act-as-person.ts'
import type { Credentials } from './credentials.ts'
import { describeAnswer } from './describe-answer.ts'
import { CommandRefusal, EXIT } from './exit-codes.ts'

/** A running gateway, as one of its merchants uses it over HTTP. */
export interface ConnectedGateway {
  readonly client: GatewayClient
  readonly credentials: Credentials
  /**
   * Calls a tool of the test environment.
   *
   * @throws {CommandRefusal} with the status and the answer, when the gateway does not do it.
   */
  readonly useTestTool: <Answer>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ) => Promise<Answer>
  /** Returns the remedy for the last rejection, if another login helps; null otherwise. */
  readonly findRemedy: () => string | null
  /** Sends the portal a request that is not part of the API; null for a client. */
  readonly sendAsPerson: ((request: Request) => Promise<Response>) | null
}

/** The longest response time of a gateway. Moving a clock first runs everything that became due. */
const ANSWER_TIMEOUT_MS = 120_000

/** Creates the client and the test tools with a merchant's credentials. */
export function connectGateway(credentials: Credentials, operatorToken: string | null): ConnectedGateway {
  const { kind, sandboxId, baseUrl, authUrl, realm, clientId, clientSecret } = credentials
  const person = kind === 'person' ? actAsPerson(authUrl, clientSecret) : null
  const token = person === null ? operatorToken : clientSecret
  const send = person?.fetch ?? ((request: Request) => fetch(request))
  return {
    credentials,
    client: createClient({
      baseUrl,
      authUrl,
      realm,
      clientId,
      clientSecret,
      appInfo: { name: 'sluice-gateway' },
      fetch: send,
    }),
    findRemedy: () => person?.findRemedy() ?? null,
    sendAsPerson: person?.fetch ?? null,
    async useTestTool<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
      const request = new Request(baseUrl + path, {
        method,
        headers: {
          'user-agent': 'sluice-gateway',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          // The portal executes a change once per key.
          ...(person === null || method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
          ...(sandboxId === null ? {} : { 'x-sandbox-id': sandboxId }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      })
      const response = await send(request)
      const text = await response.text()
      if (!response.ok)
        throw new CommandRefusal(
          describeAnswer(`${method} ${path}`, { status: response.status, text }),
          // The effect of the request on such a gateway is unknown.
          response.status >= 500 ? EXIT.unreached : EXIT.refused,
        )
      return (text === '' ? null : JSON.parse(text)) as Answer
    },
  }
}

/**
 * Queries a gateway's environment, before any other request.
 *
 * @returns `test`, `production`, or `unknown` where something else than a gateway answers.
 * @throws {Error} when nothing answers.
 */
export async function fetchEnvironment(baseUrl: string): Promise<string> {
  const address = new URL('/health/ready', baseUrl)
  let health: unknown
  try {
    const response = await fetch(address, {
      headers: { 'user-agent': 'sluice-gateway' },
      signal: AbortSignal.timeout(10_000),
      redirect: 'error',
    })
    health = await response.json()
  } catch (error) {
    throw new Error(`No gateway responds at ${address.origin}: start one with sluice-gateway start.`, {
      cause: error,
    })
  }
  return typeof health === 'object' && health !== null && 'environment' in health
    ? String(health.environment)
    : 'unknown'
}

/**
 * Rejects a gateway outside the test environment.
 *
 * @throws {Error} when the gateway does not answer, or is not in the test environment.
 */
export async function requireTestEnvironment(baseUrl: string): Promise<void> {
  const environment = await fetchEnvironment(baseUrl)
  if (environment !== 'test')
    throw new Error(
      `The environment of the gateway at ${new URL(baseUrl).origin} is ${environment}. These tools only work in the test environment.`,
    )
}
