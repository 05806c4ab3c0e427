import { ConfigurationError } from './errors/configuration-error.ts'
import type { Fetch } from './http/exchange.ts'
import { SDK_VERSION } from './version.ts'

/** What {@link createClient} takes. The first five come from the operator; keep `clientSecret` on the server. */
export interface ClientOptions {
  /** Address of the API, `https://gateway.example`. */
  readonly baseUrl: string
  /** Address of the identity provider, `https://id.example`. */
  readonly authUrl: string
  readonly realm: string
  readonly clientId: string
  /** Never leaves this process but for the token endpoint; never printed. */
  readonly clientSecret: string
  /**
   * Called with a `Request`, for every exchange. Give one to go through a proxy or a test.
   *
   * @defaultValue the runtime's `fetch`
   */
  readonly fetch?: Fetch
  /**
   * Milliseconds since the epoch.
   *
   * @defaultValue `Date.now`
   */
  readonly now?: () => number
  /**
   * Milliseconds until a call is given up, from sending to the last byte of the answer; 1 to 2,147,483,647.
   *
   * @defaultValue 30,000: an issuer may take 20 s to authorize, and giving up early leaves the outcome unknown.
   */
  readonly timeoutMs?: number
  /**
   * Sent with every request; the edge of the service blocks requests without one.
   *
   * @defaultValue `sluice-server-sdk/<version>`
   */
  readonly userAgent?: string
}

export interface Settings {
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** `{authUrl}/realms/{realm}`. */
  readonly realmUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly fetch: Fetch
  readonly now: () => number
  readonly timeoutMs: number
  readonly userAgent: string
}

const DEFAULT_TIMEOUT_MS = 30_000

/** What timers hold. */
const TIMEOUT_MAX_MS = 2_147_483_647

/** Checks the options once, so that a typing mistake is told at the start and not by the first payment. */
export function readOptions(options: ClientOptions): Settings {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > TIMEOUT_MAX_MS) {
    throw new ConfigurationError(
      'timeoutMs',
      `must be a whole number of milliseconds from 1 to ${TIMEOUT_MAX_MS}`,
    )
  }
  const userAgent = options.userAgent ?? `sluice-server-sdk/${SDK_VERSION}`
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(userAgent)) {
    throw new ConfigurationError('userAgent', 'must be visible ASCII text')
  }
  return {
    baseUrl: readAddress('baseUrl', options.baseUrl),
    realmUrl: `${readAddress('authUrl', options.authUrl)}/realms/${encodeURIComponent(readText('realm', options.realm))}`,
    clientId: readText('clientId', options.clientId),
    clientSecret: readText('clientSecret', options.clientSecret),
    // Looked up at each call: instrumentation and tests replace the global after this module was loaded.
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    now: options.now ?? Date.now,
    timeoutMs,
    userAgent,
  }
}

function readText(option: keyof ClientOptions, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new ConfigurationError(option, 'must not be empty')
  return value
}

function readAddress(option: keyof ClientOptions, value: unknown): string {
  const text = readText(option, value)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new ConfigurationError(option, 'must be an http(s) address')
  }
  const { origin, pathname, search, hash, username, password } = new URL(text)
  if (search !== '' || hash !== '' || username !== '' || password !== '') {
    throw new ConfigurationError(option, 'must not carry credentials, a query or a fragment')
  }
  return origin + pathname.replace(/\/+$/, '')
}
