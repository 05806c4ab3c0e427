import type {
  ClockReading,
  SandboxCredentials,
  SandboxRequest,
  SimulatedRecord,
  SimulatedRecordRequest,
} from '@sluice/types'
import { createClient, type GatewayClient } from '../client.ts'
import type { ClientOptions } from '../client-options.ts'
import type { WebhookAddresses, WebhookSink } from './webhook-sink.ts'

/** A complete merchant of a gateway's test environment, with a clock of its own. */
export interface Merchant {
  /** Addresses, client, terminals and keys: what `sluice-gateway start --json` prints. */
  readonly credentials: SandboxCredentials
  /**
   * Creates a client with this merchant's credentials, wired to the gateway.
   *
   * @param options - other options.
   */
  client(options?: Partial<ClientOptions>): GatewayClient
  /**
   * Moves this merchant's clock; when it resolves, due jobs have run and due webhooks were delivered.
   *
   * @param seconds - at least 0; 0 delivers the webhooks that are due.
   */
  advance(seconds: number): Promise<void>
  /**
   * Lets the simulated provider of an approved transaction report what happens to it later: a failed refund, a return, a step of a
   * dispute. The record is stored when this resolves.
   *
   * @see docs/protocol/simulators.md#simulated-records
   */
  report(record: SimulatedRecordRequest): Promise<SimulatedRecord>
}

/** A merchant of a gateway in this process, which passes its webhooks on. */
export interface TestMerchant extends Merchant {
  /**
   * The messages that were delivered to this merchant, unless its sandbox was created with a `webhook_url` elsewhere.
   */
  readonly webhooks: WebhookSink
}

/** The gateway that merchants are made at. */
export interface Operator {
  readonly fetch: typeof globalThis.fetch
  readonly baseUrl: string
  readonly operatorToken: string
}

/** Creates a merchant whose webhooks stay in this process. @see docs/protocol/sandboxes.md#sandboxes */
export async function createTestMerchant(
  operator: Operator,
  addresses: WebhookAddresses,
  request: SandboxRequest,
): Promise<TestMerchant> {
  const { url, sink } = addresses.open()
  return { ...(await createMerchant(operator, { webhook_url: url, ...request })), webhooks: sink }
}

/** Creates a merchant at a gateway of the test environment. @see docs/protocol/sandboxes.md#sandboxes */
export async function createMerchant(operator: Operator, request: SandboxRequest): Promise<Merchant> {
  return merchantWith(operator, await post<SandboxCredentials>(operator, '/simulators/sandboxes', request))
}

/** Returns the merchant that credentials belong to. */
export function merchantWith(operator: Operator, credentials: SandboxCredentials): Merchant {
  return {
    credentials,
    client: (options) =>
      createClient({
        baseUrl: credentials.base_url,
        authUrl: credentials.auth_url,
        realm: credentials.realm,
        clientId: credentials.client_id,
        clientSecret: credentials.client_secret,
        fetch: operator.fetch,
        ...options,
      }),
    async advance(seconds) {
      await post<ClockReading>(
        operator,
        '/simulators/clock',
        { advance_seconds: seconds },
        { 'x-sandbox-id': credentials.sandbox_id },
      )
    },
    report: (record) =>
      post<SimulatedRecord>(operator, '/simulators/records', record, {
        'x-sandbox-id': credentials.sandbox_id,
      }),
  }
}

async function post<Answer>(
  { fetch, baseUrl, operatorToken }: Operator,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operatorToken}`, ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${text}`)
  return JSON.parse(text) as Answer
}
