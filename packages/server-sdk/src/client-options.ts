import type { SealField } from './cards/sealing.ts'
import { findCopyingProblem } from './copying-problem.ts'
import { ConfigurationError } from './errors/configuration-error.ts'
import { readHeaders } from './http/header-rules.ts'
import { type Hooks, type Watch, combineHooks } from './http/hooks.ts'
import type { StartTimer } from './http/limit.ts'
import type { PrivateJwk } from './http/private-jwk.ts'
import { readDurationMs } from './http/read-duration.ts'
import { TRIES_MAX } from './http/retry-decision.ts'
import { type ProveClient, signAssertions } from './http/sign-assertion.ts'
import { startSystemTimer } from './http/system-timer.ts'
import { type KnownOptions, refuseUnknownOptions } from './refuse-unknown-options.ts'
import { SDK_VERSION } from './version.ts'

/** The subset of `fetch` that is needed. It is called with a `Request`. */
export type Fetch = (request: Request) => Promise<Response>

/** The software that builds on this package, such as a shop system's extension. */
export interface AppInfo {
  /** Letters, digits and `.-_`, `harbour-shop-extension`. */
  readonly name: string
  /** The version of your program, `1.4.0`. */
  readonly version?: string
  /** The URL of its website. */
  readonly url?: string
}

/**
 * Options for {@link createClient}. The first five come from the operator; keep `clientSecret` or `privateKey` on the
 * server.
 */
export interface ClientOptions {
  /** Address of the API, `https://gateway.example`. */
  readonly baseUrl: string
  /** Address of the identity provider, `https://id.example`. */
  readonly authUrl: string
  /** The part of the token endpoint's path that names the service, `sluice`. */
  readonly realm: string
  /** The name that the gateway's operator gave your backend. */
  readonly clientId: string
  /** Sent only to the token endpoint; never printed. Give this or `privateKey`. */
  readonly clientSecret?: string
  /**
   * A private key as JWK (P-256, RSA or Ed25519) whose public half the operator has. The client then signs an assertion
   * for each token (RFC 7523, `private_key_jwt`), and no shared secret exists that could be stolen from either side.
   */
  readonly privateKey?: PrivateJwk
  /**
   * Called with a `Request`, for every exchange. Give one to go through a proxy or a test.
   *
   * @defaultValue the runtime's `fetch`
   */
  readonly fetch?: Fetch
  /**
   * Time limit for one attempt in milliseconds, including its access token, to the last byte of the response; 1 to
   * 2,147,483,647.
   *
   * @defaultValue 40,000: longer than the gateway waits for a provider (35,000 by default). The gateway responds
   *   within its own limit, even if the provider does not; with a shorter time limit, outcomes are unknown that the
   *   gateway was about to return.
   */
  readonly timeoutMs?: number
  /**
   * Milliseconds until a whole call ends, with its tries and the waits between them; 1 to 2,147,483,647.
   *
   * @defaultValue 60,000: room for a second try after a first one that took its whole time.
   */
  readonly deadlineMs?: number
  /**
   * The maximum number of attempts for a call; 1 to 4. With 1, nothing is retried except a call with a new token after
   * a 401. Queries for the outcome of an attempt that the gateway is still processing do not count.
   *
   * @defaultValue 4
   */
  readonly tries?: number
  /**
   * Whether to retry calls that may already have been executed, with the same `Idempotency-Key`. Only for gateways
   * that honour the header, as Sluice does. By default, the client retries only reads and calls that are safe by
   * their reference.
   *
   * @defaultValue `false`
   * @see docs/protocol/errors-and-limits.md#idempotency
   */
  readonly retryUnsafe?: boolean
  /**
   * Pins the keys that cards are sealed for: thumbprints (RFC 7638, SHA-256, base64url: their `kid`) that the operator
   * gave you by another way. Name the next key before the operator rotates to it.
   *
   * @defaultValue every key that the gateway publishes for this merchant
   * @see docs/protocol/card-encryption.md#key-distribution
   */
  readonly acceptedEncryptionKeys?: readonly string[]
  /**
   * The encryption of card members, for deployments that do it otherwise: {@link sealAsJwe}, {@link sealWithRsaOaep},
   * or a function of your own. No encryption keys are fetched then.
   *
   * @defaultValue envelopes for the keys that a Sluice gateway publishes
   */
  readonly sealing?: SealField
  /** Added to every request, those for access tokens too; headers that this package sets itself are refused. */
  readonly headers?: Readonly<Record<string, string>>
  /** Watch requests, for logs and traces. */
  readonly hooks?: Hooks | readonly Hooks[]
  /** Added to the `User-Agent`, so that the operator sees in whose software a request was made. */
  readonly appInfo?: AppInfo
  /**
   * Sent with every request; the edge of the service blocks requests without one.
   *
   * @defaultValue `sluice-server-sdk/<version>`
   */
  readonly userAgent?: string
  /**
   * Milliseconds since the epoch. For tests.
   *
   * @defaultValue `Date.now`; the lives of access tokens are measured by `performance.now`
   */
  readonly now?: () => number
  /**
   * Numbers from 0 up to 1, which waits between tries are spread by. For tests.
   *
   * @defaultValue `Math.random`
   */
  readonly random?: () => number
  /**
   * Starts a timer and returns what stops it. For tests.
   *
   * @defaultValue `setTimeout`
   */
  readonly startTimer?: StartTimer
}

/** {@link ClientOptions}, checked and completed. */
export interface Settings {
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string
  /** `{authUrl}/realms/{realm}`. */
  readonly realmUrl: string
  /** Form fields by which the client proves itself at the token endpoint. */
  readonly proveClient: ProveClient
  readonly fetch: Fetch
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly tries: number
  readonly retryUnsafe: boolean
  /** `undefined` accepts every key that is published. */
  readonly acceptedEncryptionKeys: readonly string[] | undefined
  /** `undefined` seals for the keys that the gateway publishes. */
  readonly sealing: SealField | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly watch: Watch
  readonly userAgent: string
  readonly now: () => number
  /** A clock that cannot be set. */
  readonly monotonicMs: () => number
  readonly random: () => number
  readonly startTimer: StartTimer
}

const CLIENT_OPTIONS: KnownOptions<ClientOptions> = {
  baseUrl: true,
  authUrl: true,
  realm: true,
  clientId: true,
  clientSecret: true,
  privateKey: true,
  timeoutMs: true,
  deadlineMs: true,
  tries: true,
  retryUnsafe: true,
  headers: true,
  hooks: true,
  appInfo: true,
  userAgent: true,
  acceptedEncryptionKeys: true,
  sealing: true,
  fetch: true,
  now: true,
  random: true,
  startTimer: true,
}

const APP_INFO: KnownOptions<AppInfo> = { name: true, version: true, url: true }

/** Longer than the gateway's limit for providers, SLUICE_PROVIDER_TIMEOUT_MS. */
const DEFAULT_TIMEOUT_MS = 40_000
const DEFAULT_DEADLINE_MS = 60_000

/**
 * Validates the options once, so that a typing mistake is reported at startup and not by the first payment.
 *
 * @throws When an option is missing, invalid or unknown. {@link ConfigurationError}
 */
export function readOptions(options: ClientOptions): Settings {
  refuseUnknownOptions(options, CLIENT_OPTIONS)
  const { hooks = [], tries = TRIES_MAX } = options
  if (!Number.isInteger(tries) || tries < 1 || tries > TRIES_MAX) {
    throw new ConfigurationError('tries', `must be a whole number from 1 to ${TRIES_MAX}`)
  }
  const realmUrl = readRealmUrl(options)
  return {
    baseUrl: readAddress('baseUrl', options.baseUrl),
    realmUrl,
    proveClient: readProof(options, realmUrl),
    fetch: withoutReceiver(options.fetch),
    timeoutMs: readDurationMs('timeoutMs', options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    deadlineMs: readDurationMs('deadlineMs', options.deadlineMs ?? DEFAULT_DEADLINE_MS),
    tries,
    retryUnsafe: options.retryUnsafe ?? false,
    acceptedEncryptionKeys: readThumbprints(options.acceptedEncryptionKeys),
    sealing: readSealing(options),
    headers: readHeaders(options.headers),
    watch: combineHooks('length' in hooks ? hooks : [hooks]),
    userAgent: readUserAgent(options),
    now: options.now ?? Date.now,
    monotonicMs: options.now ?? (() => performance.now()),
    random: options.random ?? Math.random,
    startTimer: options.startTimer ?? startSystemTimer,
  }
}

/** Calls a given `fetch` as a plain function: workerd and browsers refuse their own when it is called as a method. */
function withoutReceiver(fetch: Fetch | undefined): Fetch {
  // The global is looked up at each call: instrumentation and tests replace it after this module was loaded.
  return (request) => (fetch === undefined ? globalThis.fetch(request) : fetch(request))
}

/** The path of a token endpoint, or of a page of its realm, after `authUrl`. */
const BEHIND_AUTH_URL = /\/realms\/([^/]+)(?:\/protocol\/openid-connect(?:\/token)?)?$/

/** `{authUrl}/realms/{realm}`. A gateway prints its token endpoint, and many paste that: it says both. */
function readRealmUrl({ authUrl, realm }: ClientOptions): string {
  const address = readAddress('authUrl', authUrl)
  const wanted = encodeURIComponent(readText('realm', realm))
  const [behind = '', named] = BEHIND_AUTH_URL.exec(address) ?? []
  if (named !== undefined && named !== wanted)
    throw new ConfigurationError(
      'authUrl',
      'is the token endpoint of another realm: use the address before /realms',
    )
  return `${address.slice(0, address.length - behind.length)}/realms/${wanted}`
}

/** Returns the client's means of authentication: a secret, or a key that signs. */
function readProof(options: ClientOptions, realmUrl: string): ProveClient {
  const clientId = readText('clientId', options.clientId)
  const { clientSecret, privateKey, now = Date.now } = options
  if (privateKey === undefined) {
    const fields = { client_id: clientId, client_secret: readText('clientSecret', clientSecret) }
    return () => Promise.resolve(fields)
  }
  if (clientSecret !== undefined)
    throw new ConfigurationError('privateKey', 'must not be combined with clientSecret')
  return signAssertions({ clientId, privateKey, audience: realmUrl, now })
}

/** RFC 9110 §10.1.5: products, each with its version, and a comment. */
function readUserAgent({ userAgent, appInfo }: ClientOptions): string {
  const own = userAgent ?? `sluice-server-sdk/${SDK_VERSION}`
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(own)) {
    throw new ConfigurationError('userAgent', 'must be visible ASCII text')
  }
  if (appInfo === undefined) return own
  refuseUnknownOptions(appInfo, APP_INFO, 'appInfo')
  const { name, version, url } = appInfo
  if (![name, version ?? name].every((word) => /^[\w.-]{1,100}$/.test(word))) {
    throw new ConfigurationError(
      'appInfo',
      'must have a name, and optionally a version, of letters, digits and .-_',
    )
  }
  if (url !== undefined && !/^https?:\/\/[\x21-\x27\x2a-\x7e]{1,200}$/.test(url)) {
    throw new ConfigurationError('appInfo', 'must have an http(s) address as url')
  }
  return `${own} ${name}${version === undefined ? '' : `/${version}`}${url === undefined ? '' : ` (${url})`}`
}

function readThumbprints(thumbprints: readonly string[] | undefined): readonly string[] | undefined {
  const areUsable = thumbprints?.every((text) => /^[A-Za-z0-9_-]{43}$/.test(text)) ?? true
  if (!areUsable || thumbprints?.length === 0)
    throw new ConfigurationError(
      'acceptedEncryptionKeys',
      'must contain at least one thumbprint of 43 characters',
    )
  return thumbprints
}

function readSealing({ sealing, acceptedEncryptionKeys }: ClientOptions): SealField | undefined {
  if (sealing !== undefined && typeof sealing !== 'function')
    throw new ConfigurationError(
      'sealing',
      'must be a function: sealAsJwe(…), sealWithRsaOaep(…) or your own',
    )
  if (sealing !== undefined && acceptedEncryptionKeys !== undefined)
    throw new ConfigurationError(
      'acceptedEncryptionKeys',
      'pins the keys of a Sluice gateway: omit it if you set sealing',
    )
  return sealing
}

function readText(option: keyof ClientOptions, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new ConfigurationError(option, 'must not be empty')
  const problem = findCopyingProblem(value)
  if (problem !== undefined) throw new ConfigurationError(option, problem)
  return value
}

function readAddress(option: keyof ClientOptions, value: unknown): string {
  const text = readText(option, value)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new ConfigurationError(option, 'must be an http(s) address')
  }
  const { origin, pathname, search, hash, username, password } = new URL(text)
  if (search !== '' || hash !== '' || username !== '' || password !== '') {
    throw new ConfigurationError(option, 'must not contain credentials, a query or a fragment')
  }
  return (origin + pathname).replace(/([^/])\/+$/, '$1')
}
