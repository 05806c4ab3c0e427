/**
 * The only reader of the process's environment, arguments and secret files. Its result is typed, checked and frozen,
 * and it reports all errors at once.
 */
import { resolve } from 'node:path'
import type { LevelWithSilent } from 'pino'

import { Secret } from '@sluice/platform/kernel/secret'
import type { MasterKeySource } from '@sluice/platform/secrets/choose-key-provider'
import type { Environment, HttpConfig, ListenAddress } from '@sluice/platform/http/http-config'
import type { AuditTarget } from '@sluice/platform/audit/audit-stream'
import { isLoopbackAddress, isLoopbackHost } from '@sluice/platform/http/network-address'

import {
  CONFIG_VARIABLES,
  type ConfigVariable,
  type ConfigValues,
  type ConfigVariableName,
  type ProcessRole,
  ROLES,
} from './config-variables.ts'
import { misspeltProblems } from './config-misspelt.ts'
import { readMasterKey, readSecretFile } from './config-secrets.ts'
import type { ConfigProblem } from './config-values.ts'

export { type ConfigProblem } from './config-values.ts'
export {
  CONFIG_VARIABLES,
  type ConfigVariable,
  type ConfigVariableName,
  type ProcessRole,
} from './config-variables.ts'

export interface ExternalIssuerConfig {
  /** The issuer as its tokens name it. */
  readonly issuer: string
  /** The address of its keys; `null` to use its discovery document. */
  readonly jwksUrl: string | null
  /** The audience that its tokens must name; `null` for the gateway's own, if they name one at all. */
  readonly audience: string | null
  /** The `azp` of the clients that may call; `null` for any. */
  readonly allowedClients: readonly string[] | null
}

export interface SignInProviderConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret<string>
  readonly name: string
}

/** The validated configuration of a gateway, from `readConfig`. */
export interface Config {
  /** `test` has simulators and their tools; `production` has none. */
  readonly environment: Environment
  /** The configuration of the HTTP server. */
  readonly http: HttpConfig
  /** The absolute path of the data directory. */
  readonly dataDir: string
  /**
   * Absolute paths, in order of preference, for secrets that must not reach a disk. If the first was configured, it
   * must be usable.
   */
  readonly runtimeDirs: { readonly given: string | null; readonly usual: readonly string[] }
  /** The absolute path of the configuration file, which is read later; `null` without one. */
  readonly configFile: string | null
  /** The PostgreSQL database; `null` for the embedded one in the data directory. */
  readonly databaseUrl: Secret<string> | null
  /** The limits of PostgreSQL. The embedded database has one connection and needs none. */
  readonly database: { readonly maxConnections: number; readonly statementTimeoutMs: number }
  /** The roles of this process. */
  readonly roles: ReadonlySet<ProcessRole>
  /** The time between reporting "not ready" and rejecting requests. */
  readonly drainDelayMs: number
  /** The address of the metrics; `null` if they are off. */
  readonly metricsAddress: ListenAddress | null
  /** The collector of traces; `null` if nothing is traced. */
  readonly tracesUrl: string | null
  /** The destination for a copy of the audit trail; `null` for none. */
  readonly auditStream: AuditTarget | null
  /** 32 bytes; `null` in the test environment, which creates one in the data directory. */
  readonly masterKey: Secret<Buffer> | null
  /** The source of all master keys, read at the start and every few seconds; `null` for the data directory. */
  readonly masterKeySource: MasterKeySource | null
  /** Whether simulated banks, providers and wallets run in this process; never in production. */
  readonly simulators: boolean
  /** The token that opens the tools of the test environment to other machines; `null` to keep them closed. */
  readonly operatorToken: Secret<string> | null
  /** The token of the program that reads the metrics; `null` to require the operator's token, if there is one. */
  readonly metricsToken: Secret<string> | null
  /** Whether webhooks may be sent to this machine, and logos and fonts fetched from it; never in production. */
  readonly localReceivers: boolean
  /** Whether the documented rate limits apply. */
  readonly rateLimits: boolean
  /** Whether maintenance compares the pages that browsers get with those of this build. */
  readonly tamperCheck: boolean
  /** Whether this process only shows a restored copy, and sends nothing. */
  readonly isDrill: boolean
  /** An identity provider whose tokens are accepted in addition to the gateway's own. */
  readonly externalIssuer: ExternalIssuerConfig | null
  /** An OpenID Connect provider with which people may sign in to the portal; `null` for none. */
  readonly signInProvider: SignInProviderConfig | null
  /** The number of further providers after a decline. */
  readonly maxRetries: number
  /** The retention period of a payment's personal data; `null`: unlimited. */
  readonly retentionDays: number | null
  /** The number of the database in ids and addresses, 0 to 255; `null` for none. */
  readonly pod: number | null
  /** The time limit for one answer of a provider, in milliseconds, at least 1. Afterwards the outcome is unknown. */
  readonly providerTimeoutMs: number
  /** The ports on the internet that are allowed in merchants' addresses. */
  readonly outgoingPorts: readonly number[]
  /** The host names of webhook receivers that may be in a private network. */
  readonly insideReceivers: readonly string[]
  /** The name of the browser library's factory on `window`. */
  readonly browserGlobal: string
  /** The minimum level of log lines; `silent` writes none. */
  readonly logLevel: LevelWithSilent
}

/** A configuration, or all of its problems. */
export type ConfigReading =
  | { readonly ok: true; readonly config: Config }
  | {
      readonly ok: false
      readonly problems: readonly ConfigProblem[]
      /** The readable part of the configuration, for finding further problems. */
      readonly rest: Pick<Config, 'environment' | 'configFile'>
    }

/**
 * The directory of a system service for data that must not survive a power loss; systemd creates it for
 * `RuntimeDirectory=sluice`.
 */
const SYSTEM_RUNTIME_DIR = '/run/sluice'

export type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration.
 *
 * @param flags - options of the command line by name; they override the environment.
 */
export function readConfig(flags: Variables = {}, env: Variables = process.env): ConfigReading {
  return readConfigOf(flags, env, { fromOutside: false })
}

/**
 * Reads the parts of the configuration that are not secret, on a machine that only checks the service from outside.
 *
 * @param baseUrl - the address to check; it overrides the environment.
 */
export function readPublicConfig(baseUrl: string, flags: Variables, env: Variables): ConfigReading {
  const isPublic = ([name]: [string, unknown]) => {
    const row = CONFIG_VARIABLES[name.replace(/_FILE$/, '') as ConfigVariableName] as
      | ConfigVariable
      | undefined
    return !(row?.isSecret ?? false) && !name.startsWith('SLUICE_MASTER_KEY_')
  }
  const shown = Object.fromEntries(Object.entries(env).filter(isPublic))
  return readConfigOf(flags, { ...shown, SLUICE_BASE_URL: baseUrl }, { fromOutside: true })
}

function readConfigOf(
  flags: Variables,
  env: Variables,
  { fromOutside }: { readonly fromOutside: boolean },
): ConfigReading {
  const problems: ConfigProblem[] = []
  const values = readValues(flags, env, problems)
  problems.push(...misspeltProblems(env))
  const environment = values.SLUICE_ENVIRONMENT ?? 'test'
  const isProduction = environment === 'production'
  const masterKey = readMasterKey(
    values.SLUICE_MASTER_KEY_FILE,
    isProduction && !fromOutside && values.SLUICE_MASTER_KEY_COMMAND === null,
    isProduction,
    problems,
  )
  problems.push(...issuerProblems(values), ...signInProblems(values), ...processProblems(values))
  problems.push(...originProblems(values))
  if (environment === 'production' && !fromOutside) problems.push(...productionProblems(values, flags, env))
  if (problems.length > 0) {
    const configFile = values.SLUICE_CONFIG_FILE === null ? null : resolve(values.SLUICE_CONFIG_FILE)
    return { ok: false, problems, rest: { environment, configFile } }
  }
  return { ok: true, config: toConfig(values, environment, masterKey, env) }
}

function readValues(flags: Variables, env: Variables, problems: ConfigProblem[]): ConfigValues {
  const values: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(CONFIG_VARIABLES)) {
    const given = findText(name as ConfigVariableName, flags, env, problems)
    const text = given?.text ?? row.default
    const parsed = text === null ? null : row.parse(text)
    if (parsed?.ok === false) {
      const got = 'isSecret' in row ? 'a value that is not shown' : JSON.stringify(text)
      problems.push({ name: given?.name ?? name, got, fix: parsed.fix })
    }
    values[name] = parsed?.ok ? parsed.value : null
  }
  return values as unknown as ConfigValues
}

interface Given {
  readonly name: string
  readonly text: string
}

/**
 * Returns a value from the command line, the environment, or the file that the environment names. Empty values count
 * as absent.
 */
function findText(
  name: ConfigVariableName,
  flags: Variables,
  env: Variables,
  problems: ConfigProblem[],
): Given | null {
  const row = CONFIG_VARIABLES[name]
  const flag = 'flag' in row ? row.flag : undefined
  if (flag !== undefined && flags[flag] !== undefined)
    return { name: `--${flag} (${name})`, text: flags[flag] }

  const file = 'isSecret' in row ? env[`${name}_FILE`]?.trim() : undefined
  if (!file) return findVariable(name, env, problems)
  if (env[name]) problems.push({ name, got: `${name} and ${name}_FILE`, fix: 'set one of them' })
  const text = readSecretFile(`${name}_FILE`, file, env['SLUICE_ENVIRONMENT'] === 'production', problems)
  return text === null ? null : { name: `${name}_FILE`, text }
}

/** Drops the carriage return of a file with CRLF line endings, and rejects quotes, which `--env-file` keeps: no valid value has any. */
function findVariable(name: string, env: Variables, problems: ConfigProblem[]): Given | null {
  const text = env[name]?.trim()
  if (!text) return null
  if (!/^(["']).*\1$/s.test(text)) return { name, text }
  problems.push({ name, got: 'a value in quotes', fix: 'remove the quotes' })
  return null
}

/** The issuer alone does not show which of its tokens are meant for the gateway. */
function issuerProblems(values: ConfigValues): readonly ConfigProblem[] {
  const details = [
    'SLUICE_TRUSTED_ISSUER_AUDIENCE',
    'SLUICE_TRUSTED_ISSUER_CLIENTS',
    'SLUICE_TRUSTED_ISSUER_JWKS_URL',
  ] as const
  if (values.SLUICE_TRUSTED_ISSUER === null) {
    const fix = 'set SLUICE_TRUSTED_ISSUER as well, or remove this'
    return details
      .filter((name) => values[name] !== null)
      .map((name) => ({ name, got: JSON.stringify(values[name]), fix }))
  }
  const isOpen =
    values.SLUICE_TRUSTED_ISSUER_AUDIENCE === null && values.SLUICE_TRUSTED_ISSUER_CLIENTS === null
  const fix = 'set it, or set SLUICE_TRUSTED_ISSUER_CLIENTS to the clients that may call'
  return isOpen ? [{ name: 'SLUICE_TRUSTED_ISSUER_AUDIENCE', got: 'nothing', fix }] : []
}

/** A provider is useless without the gateway's client there. */
function signInProblems(values: ConfigValues): readonly ConfigProblem[] {
  const needed = ['SLUICE_SIGN_IN_CLIENT_ID', 'SLUICE_SIGN_IN_CLIENT_SECRET'] as const
  if (values.SLUICE_SIGN_IN_ISSUER !== null) {
    const fix = 'set it to the client id that the provider assigned to the gateway'
    return needed.filter((name) => values[name] === null).map((name) => ({ name, got: 'nothing', fix }))
  }
  const fix = 'set SLUICE_SIGN_IN_ISSUER as well, or remove this'
  return [...needed, 'SLUICE_SIGN_IN_NAME' as const]
    .filter((name) => values[name] !== null)
    .map((name) => ({ name, got: 'a value without a provider', fix }))
}

/** Configured origins must differ. An omitted one shares the base URL if that is allowed. */
function originProblems(values: ConfigValues): readonly ConfigProblem[] {
  const names = ['SLUICE_BASE_URL', 'SLUICE_METHODS_URL', 'SLUICE_PORTAL_URL', 'SLUICE_BANK_URL'] as const
  return names.flatMap((name, index) => {
    const twin = names
      .slice(0, index)
      .find((other) => values[other] !== null && values[other] === values[name])
    const fix = `use another origin than ${twin}: browsers isolate origins with different hosts or ports`
    return twin === undefined ? [] : [{ name, got: values[name] ?? '', fix }]
  })
}

/** Checks settings of one process that have conditions. */
function processProblems(values: ConfigValues): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = []
  if (
    values.SLUICE_DATABASE_URL === null &&
    values.SLUICE_ROLES &&
    values.SLUICE_ROLES.length < ROLES.length
  ) {
    problems.push({
      name: 'SLUICE_ROLES',
      got: values.SLUICE_ROLES.join(','),
      fix: 'remove it: the embedded database belongs to one process, which must have all roles. To share the work, set SLUICE_DATABASE_URL',
    })
  }
  if (values.SLUICE_MASTER_KEY_COMMAND !== null && values.SLUICE_MASTER_KEY_FILE !== null) {
    problems.push({
      name: 'SLUICE_MASTER_KEY_COMMAND',
      got: 'a command in addition to SLUICE_MASTER_KEY_FILE',
      fix: 'set one of them',
    })
  }
  const { SLUICE_METRICS_ADDRESS: metrics } = values
  const token = values.SLUICE_METRICS_TOKEN ?? values.SLUICE_OPERATOR_TOKEN
  if (metrics !== null && token === null && !isLoopbackAddress(metrics.host)) {
    problems.push({
      name: 'SLUICE_METRICS_ADDRESS',
      got: `${metrics.host}, which other machines can reach`,
      fix: 'use 127.0.0.1, or set SLUICE_METRICS_TOKEN for Prometheus to send',
    })
  }
  return problems
}

/** Checks rules for production, which a laptop need not follow. */
function productionProblems(values: ConfigValues, flags: Variables, env: Variables): ConfigProblem[] {
  const rules: readonly (readonly [isBroken: boolean, problem: ConfigProblem])[] = [
    [
      !values.SLUICE_BASE_URL?.startsWith('https:'),
      {
        name: 'SLUICE_BASE_URL',
        got: values.SLUICE_BASE_URL ?? 'nothing',
        fix: 'use the https address that clients use',
      },
    ],
    [
      values.SLUICE_AUTH_URL?.startsWith('http:') ?? false,
      { name: 'SLUICE_AUTH_URL', got: values.SLUICE_AUTH_URL ?? '', fix: 'use https in production' },
    ],
    [
      values.SLUICE_BANK_URL !== null || values.SLUICE_BANK_PORT !== null,
      {
        name: values.SLUICE_BANK_URL === null ? 'SLUICE_BANK_PORT' : 'SLUICE_BANK_URL',
        got: 'an address of simulated banks',
        fix: 'remove it: there are none in production',
      },
    ],
    ...(
      [
        'SLUICE_TRUSTED_ISSUER',
        'SLUICE_TRUSTED_ISSUER_JWKS_URL',
        'SLUICE_METHODS_URL',
        'SLUICE_PORTAL_URL',
        'SLUICE_SIGN_IN_ISSUER',
      ] as const
    ).map(
      (name) =>
        [
          values[name]?.startsWith('http:') ?? false,
          { name, got: values[name] ?? '', fix: 'use https in production' },
        ] as const,
    ),
    [
      values.SLUICE_TRUSTED_PROXIES === null,
      {
        name: 'SLUICE_TRUSTED_PROXIES',
        got: 'nothing',
        fix: 'set it to the networks of the proxies that terminate TLS: without them no request is HTTPS, and every request is rejected',
      },
    ],
    [
      values.SLUICE_SIMULATORS === true,
      { name: 'SLUICE_SIMULATORS', got: 'on', fix: 'remove it: simulated payments are not real' },
    ],
    [
      holdsPassword(flags['database-url'] ?? env['SLUICE_DATABASE_URL'] ?? ''),
      {
        name: 'SLUICE_DATABASE_URL',
        got: 'a password that every process listing or crash report of this machine may show',
        fix: 'put the address into a file and set SLUICE_DATABASE_URL_FILE to its path',
      },
    ],
    [
      values.SLUICE_DATABASE_TLS === 'verified' && isUnverifiedDatabase(values.SLUICE_DATABASE_URL),
      {
        name: 'SLUICE_DATABASE_URL',
        got: 'a server on another machine without sslmode=verify-full: the network between them can read and change payments',
        fix: 'add ?sslmode=verify-full (and sslrootcert=… for a CA of your own), or set SLUICE_DATABASE_TLS=unverified where the network itself is closed',
      },
    ],
    ...(['SLUICE_OPERATOR_TOKEN', 'SLUICE_METRICS_TOKEN', 'SLUICE_SIGN_IN_CLIENT_SECRET'] as const).map(
      (name) =>
        [
          Boolean(env[name]),
          {
            name,
            got: 'a secret that every process listing or crash report of this machine may show',
            fix: `put it into a file and set ${name}_FILE to its path`,
          },
        ] as const,
    ),
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, problem]) => problem)
}

/** The address of a local socket has no host, or a path as its host. */
function isUnverifiedDatabase(databaseUrl: string | null): boolean {
  const url = databaseUrl === null ? null : URL.parse(databaseUrl)
  if (url === null) return false
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '')
  const isHere = host === '' || host.startsWith('/') || host === 'localhost' || isLoopbackAddress(host)
  return !isHere && url.searchParams.get('sslmode') !== 'verify-full'
}

/** Reports whether a database URL contains a password. */
export function holdsPassword(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl)
  return url !== null && (url.password !== '' || url.searchParams.has('password'))
}

function toConfig(
  values: ConfigValues,
  environment: Environment,
  masterKey: Secret<Buffer> | null,
  env: Variables,
): Config {
  const isDrill = values.SLUICE_DRILL ?? false
  const http: HttpConfig = {
    environment,
    host: required(values.SLUICE_HOST),
    port: required(values.SLUICE_PORT),
    baseUrl: values.SLUICE_BASE_URL,
    originUrls: Object.freeze({
      methods: values.SLUICE_METHODS_URL,
      portal: values.SLUICE_PORTAL_URL,
      bank: values.SLUICE_BANK_URL,
    }),
    originPorts: Object.freeze({
      methods: values.SLUICE_METHODS_PORT,
      portal: values.SLUICE_PORTAL_PORT,
      bank: values.SLUICE_BANK_PORT,
    }),
    authUrl: values.SLUICE_AUTH_URL,
    realm: required(values.SLUICE_REALM),
    trustedProxies: Object.freeze([...(values.SLUICE_TRUSTED_PROXIES ?? [])]),
  }
  return Object.freeze({
    environment,
    http: Object.freeze(http),
    dataDir: resolve(required(values.SLUICE_DATA_DIR)),
    runtimeDirs: Object.freeze({
      given: values.SLUICE_RUNTIME_DIR === null ? null : resolve(values.SLUICE_RUNTIME_DIR),
      usual: Object.freeze([...(env['XDG_RUNTIME_DIR'] ? [env['XDG_RUNTIME_DIR']] : []), SYSTEM_RUNTIME_DIR]),
    }),
    configFile: values.SLUICE_CONFIG_FILE === null ? null : resolve(values.SLUICE_CONFIG_FILE),
    databaseUrl: values.SLUICE_DATABASE_URL === null ? null : new Secret(values.SLUICE_DATABASE_URL),
    database: Object.freeze({
      maxConnections: required(values.SLUICE_DATABASE_POOL),
      statementTimeoutMs: required(values.SLUICE_DATABASE_TIMEOUT_MS),
    }),
    // Jobs that are due in a copy are done by the original installation.
    roles: new Set<ProcessRole>(isDrill ? ['api'] : required(values.SLUICE_ROLES)),
    drainDelayMs: values.SLUICE_DRAIN_DELAY_MS ?? (environment === 'production' ? 5_000 : 0),
    // The port is that of the gateway next to it.
    metricsAddress: isDrill ? null : values.SLUICE_METRICS_ADDRESS,
    tracesUrl: isDrill ? null : values.SLUICE_TRACES_URL,
    auditStream: isDrill ? null : values.SLUICE_AUDIT_STREAM,
    masterKey,
    masterKeySource: toMasterKeySource(values),
    simulators: values.SLUICE_SIMULATORS ?? environment === 'test',
    localReceivers: environment === 'test' && (values.SLUICE_LOCAL_RECEIVERS ?? isThisMachineAlone(values)),
    rateLimits: values.SLUICE_RATE_LIMITS ?? environment === 'production',
    tamperCheck: values.SLUICE_TAMPER_CHECK ?? environment === 'production',
    isDrill,
    externalIssuer: toExternalIssuer(values),
    signInProvider: toSignInProvider(values),
    metricsToken: values.SLUICE_METRICS_TOKEN === null ? null : new Secret(values.SLUICE_METRICS_TOKEN),
    operatorToken: values.SLUICE_OPERATOR_TOKEN === null ? null : new Secret(values.SLUICE_OPERATOR_TOKEN),
    maxRetries: required(values.SLUICE_MAX_RETRIES),
    retentionDays: values.SLUICE_RETENTION_DAYS,
    pod: values.SLUICE_POD,
    providerTimeoutMs: required(values.SLUICE_PROVIDER_TIMEOUT_MS),
    outgoingPorts: required(values.SLUICE_OUTGOING_PORTS),
    insideReceivers: values.SLUICE_INSIDE_RECEIVERS ?? [],
    browserGlobal: required(values.SLUICE_BROWSER_GLOBAL),
    logLevel: required(values.SLUICE_LOG_LEVEL),
  })
}

/** Reports whether only programs on this machine reach the service. They could call any local address themselves. */
function isThisMachineAlone({ SLUICE_HOST: host, SLUICE_TRUSTED_PROXIES: proxies }: ConfigValues): boolean {
  return isLoopbackHost(required(host)) && (proxies ?? []).length === 0
}

function toMasterKeySource(values: ConfigValues): MasterKeySource | null {
  if (values.SLUICE_MASTER_KEY_COMMAND !== null) return { command: values.SLUICE_MASTER_KEY_COMMAND }
  return values.SLUICE_MASTER_KEY_FILE === null ? null : { file: resolve(values.SLUICE_MASTER_KEY_FILE) }
}

function toExternalIssuer(values: ConfigValues): ExternalIssuerConfig | null {
  if (values.SLUICE_TRUSTED_ISSUER === null) return null
  return Object.freeze({
    issuer: values.SLUICE_TRUSTED_ISSUER,
    jwksUrl: values.SLUICE_TRUSTED_ISSUER_JWKS_URL,
    audience: values.SLUICE_TRUSTED_ISSUER_AUDIENCE,
    allowedClients: values.SLUICE_TRUSTED_ISSUER_CLIENTS,
  })
}

function toSignInProvider(values: ConfigValues): SignInProviderConfig | null {
  const { SLUICE_SIGN_IN_ISSUER: issuer, SLUICE_SIGN_IN_CLIENT_SECRET: secret } = values
  if (issuer === null) return null
  return Object.freeze({
    issuer,
    clientId: required(values.SLUICE_SIGN_IN_CLIENT_ID),
    clientSecret: new Secret(required(secret)),
    name: values.SLUICE_SIGN_IN_NAME ?? new URL(issuer).host,
  })
}

/** Returns the value of a variable with a default. Without a value, a problem was found earlier. */
function required<Value>(value: Value | null): Value {
  if (value === null) throw new TypeError('a variable with a default has no value')
  return value
}
