import { LIMITS } from '@sluice/types/vocabulary'
import {
  anyText,
  auditTarget,
  identifier,
  issuerUrl,
  bearerToken,
  collectorUrl,
  listenAddress,
  hostNames,
  networks,
  oneOf,
  originUrl,
  type Parse,
  ports,
  postgresUrl,
  realmName,
  someOf,
  switchedOn,
  webUrl,
  wholeNumber,
  words,
} from './config-values.ts'

/** The roles of a gateway process. @see docs/operations/processes.md#roles */
export const ROLES = ['api', 'dispatcher', 'janitor'] as const

export type ProcessRole = (typeof ROLES)[number]

/**
 * Chargebacks arrive months later, refunds within days. With less than a month, open payments would lose their
 * customer.
 */
const RETENTION_MIN_DAYS = 30
/** A century, beyond which a limit has no effect. */
const RETENTION_MAX_DAYS = 36_500
/** Ids contain one byte for it. */
const POD_MAX = 255

/** One environment variable that the gateway reads. */
export interface ConfigVariable<Value = unknown> {
  /** The meaning, in one sentence of the documentation. */
  readonly meaning: string
  /** The default as it would be written; `null` without one. */
  readonly default: string | null
  /** A valid value. */
  readonly example: string
  /** The option of `sluice-gateway start` that overrides the variable, without its dashes. */
  readonly flag?: string
  /** Secrets are never printed, and `<name>_FILE` may name a file with the value. */
  readonly isSecret?: true
  /** Parses the text of the environment; a rejected value becomes a {@link ConfigProblem}. */
  readonly parse: Parse<Value>
}

function variable<Value>(row: ConfigVariable<Value>): ConfigVariable<Value> {
  return row
}

/** All configuration variables. The table in the documentation and `--help` are generated from them. */
export const CONFIG_VARIABLES = {
  SLUICE_ENVIRONMENT: variable({
    meaning:
      'The environment: `test` has simulators and allows plain HTTP on this machine, `production` has neither',
    default: 'test',
    example: 'production',
    parse: oneOf('test', 'production'),
  }),
  SLUICE_HOST: variable({
    meaning: 'The address to listen on',
    default: '127.0.0.1',
    example: '0.0.0.0',
    flag: 'host',
    parse: anyText,
  }),
  SLUICE_PORT: variable({
    meaning: 'The port to listen on; 0 picks a free one',
    default: '8080',
    example: '8443',
    flag: 'port',
    parse: wholeNumber(0, 65_535),
  }),
  SLUICE_BASE_URL: variable({
    meaning:
      'The address at which clients and browsers reach the service. Default in the test environment: the listening address',
    default: null,
    example: 'https://pay.example.com',
    parse: originUrl,
  }),
  SLUICE_METHODS_URL: variable({
    meaning:
      'The origin of the frames for wallets’ scripts and banks’ pages. Default with a base URL on this machine: `methods.localhost` with the same port; otherwise the base URL, which production allows only without wallets',
    default: null,
    example: 'https://methods.pay.example.com',
    parse: originUrl,
  }),
  SLUICE_PORTAL_URL: variable({
    meaning:
      'The origin of the portal and the documentation. Default with a base URL on this machine: `portal.localhost` with the same port; without it, production serves neither',
    default: null,
    example: 'https://portal.example.com',
    parse: originUrl,
  }),
  SLUICE_BANK_URL: variable({
    meaning:
      'The origin of the pages of simulated banks, wallets and providers, in the test environment. Default with a base URL on this machine: `bank.localhost` with the same port',
    default: null,
    example: 'https://bank.test.example.com',
    parse: originUrl,
  }),
  SLUICE_METHODS_PORT: variable({
    meaning:
      'An additional port for the methods frames, for browsers that do not resolve `methods.localhost`; 0 picks a free one',
    default: null,
    example: '8081',
    parse: wholeNumber(0, 65_535),
  }),
  SLUICE_PORTAL_PORT: variable({
    meaning: 'An additional port for the portal, for browsers that do not resolve `portal.localhost`',
    default: null,
    example: '8082',
    parse: wholeNumber(0, 65_535),
  }),
  SLUICE_BANK_PORT: variable({
    meaning: 'An additional port for simulated banks, for browsers that do not resolve `bank.localhost`',
    default: null,
    example: '8083',
    parse: wholeNumber(0, 65_535),
  }),
  SLUICE_AUTH_URL: variable({
    meaning: 'The issuer of access tokens. Default: the service issues them itself below its base URL',
    default: null,
    example: 'https://login.example.com/auth',
    parse: webUrl,
  }),
  SLUICE_REALM: variable({
    meaning: 'The realm of the identity provider, a part of the token endpoint’s path',
    default: 'sluice',
    example: 'payments',
    parse: realmName,
  }),
  SLUICE_DATA_DIR: variable({
    meaning: 'The directory of the embedded database and, in the test environment, of generated secrets',
    default: '.sluice',
    example: '/var/lib/sluice',
    flag: 'data',
    parse: anyText,
  }),
  SLUICE_RUNTIME_DIR: variable({
    meaning:
      'With the embedded database, the directory in memory (tmpfs) for secrets that must not outlive a challenge. Default: a directory in `XDG_RUNTIME_DIR` or `/run/sluice`, else `volatile` in the data directory',
    default: null,
    example: '/run/sluice',
    parse: anyText,
  }),
  SLUICE_CONFIG_FILE: variable({
    meaning:
      'A YAML or JSON file with merchants, terminals, clients, webhooks and providers, which is applied at startup',
    default: null,
    example: '/etc/sluice/sluice.yaml',
    flag: 'config',
    parse: anyText,
  }),
  SLUICE_DATABASE_URL: variable({
    meaning:
      'A PostgreSQL database, for several processes that share the load. Default: the embedded database',
    default: null,
    example: 'postgres://sluice@db.internal:5432/sluice',
    flag: 'database-url',
    isSecret: true,
    parse: postgresUrl,
  }),
  SLUICE_DATABASE_TLS: variable({
    meaning:
      'Whether production requires `sslmode=verify-full` in the address of a PostgreSQL server on another machine: `verified` does, `unverified` trusts the network between them',
    default: 'verified',
    example: 'unverified',
    parse: oneOf('verified', 'unverified'),
  }),
  SLUICE_DATABASE_POOL: variable({
    meaning: 'The maximum number of connections to PostgreSQL of this process',
    // Eight connections saturate a small server (measured); more would only queue inside it.
    default: '8',
    example: '6',
    parse: wholeNumber(2, 100),
  }),
  SLUICE_DATABASE_TIMEOUT_MS: variable({
    meaning: 'The time limit for one PostgreSQL statement, in milliseconds; then it is canceled',
    // The gateway's own queries are short. A slow one must not keep a connection and its locks.
    default: '3000',
    example: '5000',
    parse: wholeNumber(100, 60_000),
  }),
  SLUICE_ROLES: variable({
    meaning:
      'The roles of this process: `api` serves requests, `dispatcher` delivers webhooks, `janitor` runs scheduled jobs: deadlines, retries, deletions. A process without all roles requires PostgreSQL, and each role needs at least one process',
    default: ROLES.join(','),
    example: 'api,dispatcher',
    flag: 'roles',
    parse: someOf(...ROLES),
  }),
  SLUICE_DRAIN_DELAY_MS: variable({
    meaning:
      'How long a stopping process still accepts requests after it reports that it is not ready, in milliseconds: as long as the load balancer takes to notice. Default: 5000 in production, 0 in the test environment',
    default: null,
    example: '10000',
    parse: wholeNumber(0, 60_000),
  }),
  SLUICE_RETENTION_DAYS: variable({
    meaning:
      'How many days after a payment its personal data is kept: names, addresses, e-mail, IP address, browser. Amounts, ids and masked numbers stay. Default: everything is kept',
    default: null,
    example: '730',
    parse: wholeNumber(RETENTION_MIN_DAYS, RETENTION_MAX_DAYS),
  }),
  SLUICE_POD: variable({
    meaning:
      'The number of this database among several that share the merchants, 0 to 255, the same for all its processes. Every new id and address contains it. Default: ids contain no number',
    default: null,
    example: '3',
    parse: wholeNumber(0, POD_MAX),
  }),
  SLUICE_METRICS_ADDRESS: variable({
    meaning:
      'A separate address and port for GET /metrics (Prometheus). Default: no metrics. Unless the address is on this machine, a token is required',
    default: null,
    example: '127.0.0.1:9464',
    parse: listenAddress,
  }),
  SLUICE_TRACES_URL: variable({
    meaning: 'The address for OpenTelemetry traces (OTLP over HTTP, JSON), with the path. Default: no traces',
    default: null,
    example: 'http://127.0.0.1:4318/v1/traces',
    parse: collectorUrl,
  }),
  SLUICE_AUDIT_STREAM: variable({
    meaning:
      'The destination of a copy of the audit trail as JSON lines: a file, or `udp://` with the address and port of a syslog collector. Default: no copy',
    default: null,
    example: '/var/log/sluice/audit.jsonl',
    parse: auditTarget,
  }),
  SLUICE_MASTER_KEY_FILE: variable({
    meaning:
      'A file with the master keys that seal all secrets, one per line: 32 random bytes in Base64 and, from the second key on, the time from which it is used. The test environment creates one in the data directory',
    default: null,
    example: '/run/secrets/sluice-master-key',
    parse: anyText,
  }),
  SLUICE_MASTER_KEY_COMMAND: variable({
    meaning:
      'A program that prints the content of the master key file, from a KMS or an HSM, instead of the file. The line is not interpreted by a shell',
    default: null,
    example: '/usr/local/bin/sluice-master-keys --region eu',
    parse: anyText,
  }),
  SLUICE_TRUSTED_PROXIES: variable({
    meaning:
      'The networks of the proxies that terminate TLS. X-Forwarded-Proto and X-Forwarded-For, whose entries may have a port, are trusted only from them',
    default: null,
    example: '10.0.0.0/8,fd00::/8',
    parse: networks,
  }),
  SLUICE_LOG_LEVEL: variable({
    meaning: 'The minimum level of log lines, which are JSON on standard error',
    default: 'info',
    example: 'warn',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  }),
  SLUICE_MAX_RETRIES: variable({
    meaning: 'The number of further providers to try after a decline, for terminals with fallback routing',
    default: String(LIMITS.FALLBACK_RETRIES_DEFAULT),
    example: '2',
    parse: wholeNumber(0, 20),
  }),
  SLUICE_PROVIDER_TIMEOUT_MS: variable({
    meaning:
      'The time limit for a provider’s answer, in milliseconds; afterwards the outcome is unknown, and queried',
    // Longer than the longest delay of a simulated provider, so that a slow answer is not yet a lost one.
    default: '35000',
    example: '20000',
    parse: wholeNumber(1_000, 120_000),
  }),
  SLUICE_SIMULATORS: variable({
    meaning: 'Whether the simulated bank, card provider and clock are enabled; `off` in production',
    default: null,
    example: 'off',
    parse: switchedOn,
  }),
  SLUICE_OPERATOR_TOKEN: variable({
    meaning:
      'The bearer token that opens sandboxes, test clocks and the other tools below /simulators to callers on other machines. Default: only this machine may call them',
    default: null,
    example: 'made-with-openssl-rand-base64-32',
    isSecret: true,
    parse: bearerToken,
  }),
  SLUICE_METRICS_TOKEN: variable({
    meaning:
      'The bearer token for `GET /metrics` only. Default: SLUICE_OPERATOR_TOKEN, which can also resolve payments',
    default: null,
    example: 'made-with-openssl-rand-base64-32',
    isSecret: true,
    parse: bearerToken,
  }),
  SLUICE_INSIDE_RECEIVERS: variable({
    meaning:
      'The host names of webhook receivers in your own network, separated by commas. Only these names may resolve to private addresses (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7), over https and on the ports of SLUICE_OUTGOING_PORTS. Every merchant of the installation may send events to them and sees their answers',
    default: null,
    example: 'erp.corp.example,orders.corp.example',
    parse: hostNames,
  }),
  SLUICE_BROWSER_GLOBAL: variable({
    meaning: 'The name of the factory of `embedded-fields.js` on the window of merchants’ pages',
    default: 'PaymentComponent',
    example: 'AcmePayments',
    parse: identifier,
  }),
  SLUICE_OUTGOING_PORTS: variable({
    meaning:
      'The ports on the internet for sending webhooks and fetching logos, separated by commas. On this machine any port is allowed, in the test environment only',
    default: '443',
    example: '443,8443',
    parse: ports,
  }),
  SLUICE_LOCAL_RECEIVERS: variable({
    meaning:
      'Whether merchants of the test environment may send webhooks to this machine, and fetch logos and fonts from it. Default: yes if only this machine’s programs reach the service (a loopback `SLUICE_HOST`, no proxies), else no. Never in production',
    default: null,
    example: 'on',
    parse: switchedOn,
  }),
  SLUICE_RATE_LIMITS: variable({
    meaning:
      'Whether the documented rate limits apply, across all processes of a database. Default: yes in production, no in the test environment',
    default: null,
    example: 'on',
    parse: switchedOn,
  }),
  SLUICE_TAMPER_CHECK: variable({
    meaning:
      'Whether a process with the role `janitor` compares the pages at the base URL with those of its build once an hour. Default: yes in production, no in the test environment. Turn it off if that address is unreachable from inside',
    default: null,
    example: 'off',
    parse: switchedOn,
  }),
  SLUICE_DRILL: variable({
    meaning:
      'Starts on a restored copy for inspection: with `on`, the process sends nothing to providers, 3-D Secure servers, receivers and collectors, runs no scheduled work, and never reports that it is ready',
    default: 'off',
    example: 'on',
    parse: switchedOn,
  }),
  SLUICE_TRUSTED_ISSUER: variable({
    meaning:
      'An identity provider whose access tokens are accepted in addition to the gateway’s own, written exactly as in its tokens',
    default: null,
    example: 'https://login.example.com/realms/shop',
    parse: issuerUrl,
  }),
  SLUICE_TRUSTED_ISSUER_JWKS_URL: variable({
    meaning: 'The address of the trusted issuer’s keys. Default: from its discovery document',
    default: null,
    example: 'https://login.example.com/realms/shop/protocol/openid-connect/certs',
    parse: webUrl,
  }),
  SLUICE_TRUSTED_ISSUER_AUDIENCE: variable({
    meaning: 'The audience that tokens of the trusted issuer must name',
    default: null,
    example: 'payment-gateway',
    parse: anyText,
  }),
  SLUICE_TRUSTED_ISSUER_CLIENTS: variable({
    meaning:
      'The only clients of the trusted issuer that may call, by their `azp`; its tokens then need no audience',
    default: null,
    example: 'shop-backend,shop-jobs',
    parse: words,
  }),
  SLUICE_SIGN_IN_ISSUER: variable({
    meaning:
      'An OpenID Connect provider with which people may sign in to the portal, in addition to passwords and passkeys',
    default: null,
    example: 'https://login.example.com/realms/staff',
    parse: issuerUrl,
  }),
  SLUICE_SIGN_IN_CLIENT_ID: variable({
    meaning: 'The gateway’s client id at that provider',
    default: null,
    example: 'sluice-portal',
    parse: anyText,
  }),
  SLUICE_SIGN_IN_CLIENT_SECRET: variable({
    meaning: 'The secret of that client',
    default: null,
    example: 'made-with-openssl-rand-base64-32',
    isSecret: true,
    parse: anyText,
  }),
  SLUICE_SIGN_IN_NAME: variable({
    meaning: 'The name of that provider on the sign-in page. Default: its host',
    default: null,
    example: 'Example staff login',
    parse: anyText,
  }),
} as const

/** The name of an environment variable of the gateway, `SLUICE_PORT`. */
export type ConfigVariableName = keyof typeof CONFIG_VARIABLES

/** The parsed variables; `null` for those without a value and a default. */
export type ConfigValues = {
  readonly [Name in ConfigVariableName]:
    | ((typeof CONFIG_VARIABLES)[Name] extends ConfigVariable<infer Value> ? Value : never)
    | null
}
