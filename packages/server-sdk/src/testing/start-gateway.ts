import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SandboxCredentials, SandboxRequest } from '@sluice/types'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { endWithRunner } from './end-with-runner.ts'
import { requireNode } from './load-gateway.ts'
import { createMerchant, type Merchant, merchantWith } from './test-merchant.ts'

/** Options for {@link startGateway}. */
export interface StartGatewayOptions {
  /** Variables of the gateway's configuration, `{ SLUICE_MAX_RETRIES: '0' }`. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * The port to listen on, 0 to 65,535; 0 uses a free one.
   *
   * @defaultValue 0
   */
  readonly port?: number
  /**
   * Milliseconds until the gateway must be ready, at least 1.
   *
   * @defaultValue 60,000: a first start on a busy machine makes keys and tables.
   */
  readonly startupTimeoutMs?: number
}

const START_GATEWAY_OPTIONS: KnownOptions<StartGatewayOptions> = {
  env: true,
  port: true,
  startupTimeoutMs: true,
}

/** A gateway in a process of its own, with sockets, and the first of its merchants. */
export interface StartedGateway extends Merchant {
  /** Address of the API and of every page, `http://127.0.0.1:40123`. */
  readonly baseUrl: string
  /** Opens the tools of the test environment: `authorization: Bearer <token>` for paths below `/simulators/`. */
  readonly operatorToken: string
  /** Creates another merchant that shares nothing with the first. */
  sandbox(request?: SandboxRequest): Promise<Merchant>
  /** Ends the process and removes its database. */
  stop(): Promise<void>
}

/** The maximum output that is kept of a gateway that does not start. */
const LAST_WORDS_MAX_CHARACTERS = 4_000

/**
 * Starts the gateway as a process of its own, for tests with browsers, in other languages, and in runners that cannot
 * load ECMAScript modules, such as Jest. Needs `@sluice/gateway`, an optional peer.
 *
 * @returns When it is ready. Call `stop` at the end; the gateway does not keep the runner alive if a test failed before
 * that, and ends with the runner, including its database.
 * @throws When Node is too old for the gateway, or there is no such option. {@link ConfigurationError}
 * @throws {Error} when the gateway is not installed, or ends before it is ready; the message has its last words.
 *
 * @example
 * ```ts
 * const gateway = await startGateway()
 * const client = gateway.client()
 * await page.goto(`${gateway.baseUrl}/hpp/…`)
 * await gateway.stop()
 * ```
 */
export async function startGateway(options: StartGatewayOptions = {}): Promise<StartedGateway> {
  refuseUnknownOptions(options, START_GATEWAY_OPTIONS)
  const { env = {}, port = 0, startupTimeoutMs = 60_000 } = options
  requireNode()
  const program = findProgram()
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-gateway-'))
  const operatorToken = crypto.randomUUID()
  const child = spawn(
    process.execPath,
    ['--import', endWithRunner(dataDir), program, 'start', '--port', `${port}`, '--data', dataDir, '--json'],
    {
      env: { ...process.env, SLUICE_LOG_LEVEL: 'warn', ...env, SLUICE_OPERATOR_TOKEN: operatorToken },
      stdio: 'pipe',
    },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.ref()
    child.kill()
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }

  let lastWords = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_MAX_CHARACTERS)
  })
  try {
    const credentials = await new Promise<SandboxCredentials>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`The gateway ${reason}.\n${lastWords}`.trim()))
      const timer = setTimeout(() => fail(`was not ready after ${startupTimeoutMs} ms`), startupTimeoutMs)
      child.once('close', (code) => {
        clearTimeout(timer)
        fail(`ended with code ${code} before it was ready`)
      })
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!line.includes('"base_url"')) return
        clearTimeout(timer)
        resolve(JSON.parse(line) as SandboxCredentials)
      })
    })
    const operator = { fetch: globalThis.fetch, baseUrl: credentials.base_url, operatorToken }
    // Lets a finished runner exit, even if a test failed before it could call `stop`.
    child.unref()
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket).unref()
    return {
      ...merchantWith(operator, credentials),
      baseUrl: credentials.base_url,
      operatorToken,
      sandbox: (request = {}) => createMerchant(operator, request),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The gateway's program, as the project that runs has it installed. */
function findProgram(): string {
  const require = createRequire(join(process.cwd(), 'package.json'))
  try {
    return join(dirname(require.resolve('@sluice/gateway/package.json')), 'dist/main.js')
  } catch (cause) {
    throw new Error(
      'startGateway runs the real gateway: install @sluice/gateway as a development dependency.',
      {
        cause,
      },
    )
  }
}
