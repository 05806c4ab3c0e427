import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxRequest } from '@sluice/types'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { createFetchInProcess } from './fetch-in-process.ts'
import { loadGateway } from './load-gateway.ts'
import { createTestMerchant, type TestMerchant } from './test-merchant.ts'
import { createWebhookAddresses } from './webhook-sink.ts'

/** Options for a test gateway. */
export interface TestGatewayOptions {
  /** The merchant that the gateway starts with. */
  readonly sandbox?: SandboxRequest
  /** Variables of the gateway's configuration, `{ SLUICE_MAX_RETRIES: '0' }`. */
  readonly env?: Readonly<Record<string, string>>
}

const TEST_GATEWAY_OPTIONS: KnownOptions<TestGatewayOptions> = { sandbox: true, env: true }

/** Origins without a slash at the end: `https://gateway.test`. */
export interface TestGatewayAddresses {
  /** The API, the browser library and the hosted payment page. */
  readonly baseUrl: string
  /** The token endpoint, below its realm. */
  readonly authUrl: string
  /** The frames that wallets' scripts and banks' pages run in. */
  readonly methodsUrl: string
  /** Address of the merchant portal. */
  readonly portalUrl: string
  /** Pages of the simulated banks, wallets and providers: `acs_url` of a challenge leads here. */
  readonly bankUrl: string
}

/** A whole gateway in this process, and the first of its merchants. */
export interface TestGateway extends TestMerchant {
  /** The addresses of the gateway's parts. */
  readonly addresses: TestGatewayAddresses
  /** Answers requests to the gateway's {@link addresses}, and opens no socket for it. Every other address refuses. */
  readonly fetch: typeof globalThis.fetch
  /** Opens the tools of the test environment: `authorization: Bearer <token>` for paths below `/simulators/`. */
  readonly operatorToken: string
  /** Creates another merchant that shares nothing with the first: one for each test, or for each worker. */
  sandbox(request?: SandboxRequest): Promise<TestMerchant>
  /** Ends the gateway and removes its database. */
  close(): Promise<void>
}

/** No server listens there: only this gateway's `fetch` knows the names. */
const ORIGIN = 'https://gateway.test'
const FURTHER_ORIGINS = {
  SLUICE_METHODS_URL: 'https://methods.gateway.test',
  SLUICE_PORTAL_URL: 'https://portal.gateway.test',
  SLUICE_BANK_URL: 'https://bank.gateway.test',
} as const

/**
 * Runs the real gateway with its simulators in this process: the same rules, states and test cards as the service,
 * without a port, a container or a network. Loading it takes half a second on a quiet machine and seconds on a busy one, so
 * make one in a `beforeAll` with a time-out of 30 s, and a {@link TestGateway.sandbox} for each test. Needs
 * `@sluice/gateway`, an optional peer, and Node 22.18 or newer.
 *
 * @throws When Node is too old for the gateway, or there is no such option. {@link ConfigurationError}
 * @throws {Error} when the gateway is not installed, or a variable of `env` has an invalid value.
 *
 * @example
 * ```ts
 * const gateway = await createTestGateway()
 * const client = gateway.client()
 * const session = await client.sessions.create(sampleSession({ terminal_id: gateway.credentials.terminal_id, reference: 'order-1' }))
 * await gateway.advance(3601)
 * // client.sessions.get(session.id): SESSION_EXPIRED
 * await gateway.close()
 * ```
 */
export async function createTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  refuseUnknownOptions(options, TEST_GATEWAY_OPTIONS)
  const { sandbox = {}, env = {} } = options
  const { buildApp, readConfig } = await loadGateway()
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-gateway-'))
  const operatorToken = crypto.randomUUID()
  const removeData = () => rm(dataDir, { recursive: true, force: true })

  const reading = readConfig(
    { data: dataDir },
    {
      SLUICE_LOG_LEVEL: 'silent',
      ...env,
      ...FURTHER_ORIGINS,
      SLUICE_ENVIRONMENT: 'test',
      SLUICE_BASE_URL: ORIGIN,
      SLUICE_OPERATOR_TOKEN: operatorToken,
    },
  )
  if (!reading.ok) {
    await removeData()
    throw new Error(reading.problems.map(({ name, got, fix }) => `${name} is ${got}: ${fix}`).join('; '))
  }
  const addresses = createWebhookAddresses()
  const app = await buildApp(reading.config, { postWebhook: addresses.post }).catch(
    async (error: unknown) => {
      await removeData()
      throw error
    },
  )
  const close = async () => {
    await app.close()
    await removeData()
  }
  const fetch = createFetchInProcess(app.server, [ORIGIN, ...Object.values(FURTHER_ORIGINS)])
  const operator = { fetch, baseUrl: ORIGIN, operatorToken }
  const makeSandbox = (request: SandboxRequest = {}) => createTestMerchant(operator, addresses, request)
  // The caller is given nothing to close.
  const first = await makeSandbox(sandbox).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    ...first,
    addresses: app.addresses(),
    fetch,
    operatorToken,
    sandbox: makeSandbox,
    close,
  }
}
