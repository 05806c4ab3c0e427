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
      'What is at stake: `test` has simulators and plain HTTP on this machine, `production` has neither',
    default: 'test',
    example: 'production',
    parse: oneOf('test', 'production'),
  }),
  SLUICE_HOST: variable({
    meaning: 'The address to listen at',
    default: '127.0.0.1',
    example: '0.0.0.0',
    flag: 'host',
    parse: anyText,
  }),
  SLUICE_PORT: variable({
    meaning: 'The port to listen at; 0 takes a free one',
    default: '8080',
    example: '8443',
    flag: 'port',
    parse: wholeNumber(0, 65_535),
  }),
  SLUICE_BASE_URL: variable({
    meaning:
      'Where clients and browsers reach the service. In the test environment it is where the server listens',
    default: null,
    example: 'https://pay.example.com',
    parse: originUrl,
  }),
  SLUICE_METHODS_URL: variable({
    meaning:
      'The origin of the frames that wallets’ scripts and banks’ pages run in. Beside a base URL of this machine it is `methods.localhost` at the same port; elsewhere without it these frames share the base URL, which production permits only without wallets',
    default: null,
    example: 'https://methods.pay.example.com',
    parse: originUrl,
  }),
  SLUICE_PORTAL_URL: variable({
    meaning:
      'The origin of the portal and of what explains the service. Beside a base URL of this machine it is `portal.localhost` at the same port; production serves neither without it',
    default: null,
    example: 'https://portal.example.com',
    parse: originUrl,
  }),
  SLUICE_BANK_URL: variable({
    meaning:
      'The origin of the pages of simulated banks, wallets and providers, in the test environment. Beside a base URL of this machine it is `bank.localhost` at the same port',
    default: null,
    example: 'https://bank.test.example.com',
    parse: originUrl,
  }),
  SLUICE_METHODS_PORT: variable({
    meaning:
      'A further port for the methods frames, where browsers do not resolve `methods.localhost`; 0 takes a free one',
    default: null,
    example: '8081',
    parse: wholeNumber(0, 65_535),
  }),
  SLUICE_PORTAL_PORT: variable({
    meaning: 'A further port for the portal, where browsers do not resolve `portal.localhost`',
    default: null,
    example: '8082',
    parse: wholeNumber(0, 65_535),
  }),
  SLUICE_BANK_PORT: variable({
    meaning: 'A further port for simulated banks, where browsers do not resolve `bank.localhost`',
    default: null,
    example: '8083',
    parse: wholeNumber(0, 65_535),
  }),
  SLUICE_AUTH_URL: variable({
    meaning: 'Where access tokens come from; without it the service issues them itself below its base URL',
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
      'The directory, in memory (tmpfs), for what must not outlive a challenge beside the embedded database; without it a directory in `XDG_RUNTIME_DIR` or `/run/sluice`, else `volatile` in the data directory',
    default: null,
    example: '/run/sluice',
    parse: anyText,
  }),
  SLUICE_CONFIG_FILE: variable({
    meaning:
      'A YAML or JSON file with merchants, terminals, clients, webhooks and providers; it is applied at the start',
    default: null,
    example: '/etc/sluice/sluice.yaml',
    flag: 'config',
    parse: anyText,
  }),
  SLUICE_DATABASE_URL: variable({
    meaning:
      'A PostgreSQL database, for several processes that share the load; without it the embedded one is used',
    default: null,
    example: 'postgres://sluice@db.internal:5432/sluice',
    flag: 'database-url',
    isSecret: true,
    parse: postgresUrl,
  }),
  SLUICE_DATABASE_TLS: variable({
    meaning:
      'Whether production demands `sslmode=verify-full` in the address of a PostgreSQL server on another machine: `verified` does, `unverified` leaves it to the network between them',
    default: 'verified',
    example: 'unverified',
    parse: oneOf('verified', 'unverified'),
  }),
  SLUICE_DATABASE_POOL: variable({
    meaning: 'How many connections to PostgreSQL this process opens at most',
    // Eight connections saturate a small server (measured); more would only queue inside it.
    default: '8',
    example: '6',
    parse: wholeNumber(2, 100),
  }),
  SLUICE_DATABASE_TIMEOUT_MS: variable({
    meaning: 'How long PostgreSQL may work on one statement, in milliseconds; then it is canceled',
    // No query of the gateway takes long; one that does must not hold a connection and its locks.
    default: '3000',
    example: '5000',
    parse: wholeNumber(100, 60_000),
  }),
  SLUICE_ROLES: variable({
    meaning:
      'What this process does: `api` serves requests, `dispatcher` delivers webhooks, `janitor` runs due work: deadlines, retries, deletions. Fewer than all need PostgreSQL, and one process for each role',
    default: ROLES.join(','),
    example: 'api,dispatcher',
    flag: 'roles',
    parse: someOf(...ROLES),
  }),
  SLUICE_DRAIN_DELAY_MS: variable({
    meaning:
      'How long a process that was told to end goes on taking requests after it has said that it is not ready, in milliseconds: as long as the balancer needs to notice. Without it: 5000 in production, none in the test environment',
    default: null,
    example: '10000',
    parse: wholeNumber(0, 60_000),
  }),
  SLUICE_RETENTION_DAYS: variable({
    meaning:
      'How many days after a payment what names its customer is kept: names, addresses, e-mail, IP address, browser. Amounts, ids and masked numbers stay. Without it everything is kept',
    default: null,
    example: '730',
    parse: wholeNumber(RETENTION_MIN_DAYS, RETENTION_MAX_DAYS),
  }),
  SLUICE_POD: variable({
    meaning:
      'The number of this database among several that share the merchants, 0 to 255, the same for all its processes. Every id and address that is made from then on carries it. Without it ids carry no number',
    default: null,
    example: '3',
    parse: wholeNumber(0, POD_MAX),
  }),
  SLUICE_METRICS_ADDRESS: variable({
    meaning:
      'An address and port of its own at which Prometheus reads GET /metrics; without it there are none. Elsewhere than on this machine it wants the operator token',
    default: null,
    example: '127.0.0.1:9464',
    parse: listenAddress,
  }),
  SLUICE_TRACES_URL: variable({
    meaning:
      'Where OpenTelemetry traces are sent (OTLP over HTTP, JSON), with the path; without it none are made',
    default: null,
    example: 'http://127.0.0.1:4318/v1/traces',
    parse: collectorUrl,
  }),
  SLUICE_AUDIT_STREAM: variable({
    meaning:
      'Where a copy of the audit trail goes as JSON lines: a file, or `udp://` and the address and port of a syslog collector; without it to none',
    default: null,
    example: '/var/log/sluice/audit.jsonl',
    parse: auditTarget,
  }),
  SLUICE_MASTER_KEY_FILE: variable({
    meaning:
      'A file with the keys that everything secret is sealed under, a line each: 32 random bytes in Base64 and, from the second key on, the time from which it seals. The test environment makes one in the data directory',
    default: null,
    example: '/run/secrets/sluice-master-key',
    parse: anyText,
  }),
  SLUICE_MASTER_KEY_COMMAND: variable({
    meaning:
      'A program that prints what the master key file would hold, in its place; it asks a KMS or an HSM for it. No shell reads the line',
    default: null,
    example: '/usr/local/bin/sluice-master-keys --region eu',
    parse: anyText,
  }),
  SLUICE_TRUSTED_PROXIES: variable({
    meaning:
      'Networks of the proxies that terminate TLS: only from them do X-Forwarded-Proto and X-Forwarded-For count, whose entries may have a port',
    default: null,
    example: '10.0.0.0/8,fd00::/8',
    parse: networks,
  }),
  SLUICE_LOG_LEVEL: variable({
    meaning: 'The least important lines that are logged, as JSON on the standard error output',
    default: 'info',
    example: 'warn',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  }),
  SLUICE_MAX_RETRIES: variable({
    meaning: 'How many further providers are tried after a decline, for terminals with fallback routing',
    default: String(LIMITS.FALLBACK_RETRIES_DEFAULT),
    example: '2',
    parse: wholeNumber(0, 20),
  }),
  SLUICE_PROVIDER_TIMEOUT_MS: variable({
    meaning:
      'How long a provider may take, in milliseconds; after that the outcome is unknown and is asked for',
    // Longer than the longest delay of a simulated provider, so that a slow answer is not yet a lost one.
    default: '35000',
    example: '20000',
    parse: wholeNumber(1_000, 120_000),
  }),
  SLUICE_SIMULATORS: variable({
    meaning: 'Whether the simulated bank, card provider and clock are plugged in; `off` in production',
    default: null,
    example: 'off',
    parse: switchedOn,
  }),
  SLUICE_OPERATOR_TOKEN: variable({
    meaning:
      'Opens sandboxes, test clocks and the other tools below /simulators to callers on other machines; without it only this machine may call them',
    default: null,
    example: 'made-with-openssl-rand-base64-32',
    isSecret: true,
    parse: bearerToken,
  }),
  SLUICE_METRICS_TOKEN: variable({
    meaning:
      'The bearer token for `GET /metrics` only; without it, the token is SLUICE_OPERATOR_TOKEN, which can also resolve payments',
    default: null,
    example: 'made-with-openssl-rand-base64-32',
    isSecret: true,
    parse: bearerToken,
  }),
  SLUICE_INSIDE_RECEIVERS: variable({
    meaning:
      'Host names of webhook receivers in your own network, separated by commas: these names alone may lead to private addresses (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7), by https and at the ports of SLUICE_OUTGOING_PORTS. Every merchant of the installation may send events to them and sees what they answer',
    default: null,
    example: 'erp.corp.example,orders.corp.example',
    parse: hostNames,
  }),
  SLUICE_BROWSER_GLOBAL: variable({
    meaning: 'What `embedded-fields.js` calls its factory on the window of merchants’ pages',
    default: 'PaymentComponent',
    example: 'AcmePayments',
    parse: identifier,
  }),
  SLUICE_OUTGOING_PORTS: variable({
    meaning:
      'Ports on the internet that webhooks are sent to and logos fetched from, separated by commas. This machine is reached at any, in the test environment only',
    default: '443',
    example: '443,8443',
    parse: ports,
  }),
  SLUICE_LOCAL_RECEIVERS: variable({
    meaning:
      'Whether merchants of the test environment may have webhooks sent to this machine, and logos and fonts fetched from it. Without it: yes where only this machine’s programs reach the service (a loopback `SLUICE_HOST`, no proxies), else no. Never in production',
    default: null,
    example: 'on',
    parse: switchedOn,
  }),
  SLUICE_RATE_LIMITS: variable({
    meaning:
      'Whether callers are held to the documented rates, all processes of a database together. Without it: in production yes, in the test environment no',
    default: null,
    example: 'on',
    parse: switchedOn,
  }),
  SLUICE_TAMPER_CHECK: variable({
    meaning:
      'Whether a process of the role `janitor` compares the service’s pages, as its base URL answers them, with those of its build once an hour. Without it: in production yes, in the test environment no. Turn it off where that address leads nowhere from inside',
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
      'An identity provider whose access tokens are accepted beside our own, written exactly as its tokens name it',
    default: null,
    example: 'https://login.example.com/realms/shop',
    parse: issuerUrl,
  }),
  SLUICE_TRUSTED_ISSUER_JWKS_URL: variable({
    meaning: 'Where the trusted issuer publishes its keys; without it its discovery document says so',
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
      'An OpenID Connect provider by which people may sign in to the portal, beside passwords and passkeys',
    default: null,
    example: 'https://login.example.com/realms/staff',
    parse: issuerUrl,
  }),
  SLUICE_SIGN_IN_CLIENT_ID: variable({
    meaning: 'The client that the gateway is at that provider',
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
    meaning: 'What that provider is called on the page where people sign in; its host without it',
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
