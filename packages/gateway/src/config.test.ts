import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIG_VARIABLES, readConfig, type Variables } from './config.ts'

let folder: string
/** A key from this repository, which everybody has. */
const publishedKey = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 256)).toString(
  'base64',
)
const key = randomBytes(32).toString('base64')

function secretFile(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function productionEnv(): Variables {
  return {
    SLUICE_ENVIRONMENT: 'production',
    SLUICE_BASE_URL: 'https://pay.example.com',
    SLUICE_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
    SLUICE_MASTER_KEY_FILE: secretFile('master-key', `${key}\n`),
    SLUICE_DATABASE_URL_FILE: secretFile(
      'database-url',
      'postgres://sluice:pw@db:5432/sluice?sslmode=verify-full',
    ),
  }
}

function problemsOf(env: Variables, flags: Variables = {}): string[] {
  const reading = readConfig(flags, env)
  return reading.ok ? [] : reading.problems.map(({ name }) => name)
}

describe('readConfig', () => {
  it.each([
    ['SLUICE_METRIC_ADDRESS', 'SLUICE_METRICS_ADDRESS'],
    ['SLUICE_RETENTION_DAY', 'SLUICE_RETENTION_DAYS'],
    ['SLUICE_MASTER_KEY_FLIE', 'SLUICE_MASTER_KEY_FILE'],
    ['SLUICE_OPERATOR_TOKENS_FILE', 'SLUICE_OPERATOR_TOKEN_FILE'],
  ])('refuses %s, which no component reads, and suggests %s', (name, meant) => {
    const problem = { name, got: 'an unknown variable', fix: `use ${meant}, or remove it` }
    expect(readConfig({}, { [name]: 'on' })).toMatchObject({ ok: false, problems: [problem] })
    expect(readConfig({}, { [name]: '' })).toMatchObject({ ok: true })
  })

  it('ignores variables of clients, tools and Kubernetes', () => {
    const names = [
      'SLUICE_CLIENT_ID',
      'SLUICE_TERMINAL_ID',
      'SLUICE_CHROMIUM',
      'SLUICE_DATA',
      'SLUICE_PORT_8080_TCP',
    ]
    expect(problemsOf(Object.fromEntries(names.map((name) => [name, 'given'])))).toEqual([])
  })

  it('requires nothing on a laptop', () => {
    const reading = readConfig({}, {})
    expect(reading).toMatchObject({
      ok: true,
      config: {
        environment: 'test',
        http: { host: '127.0.0.1', port: 8080, baseUrl: null, authUrl: null, trustedProxies: [] },
        dataDir: resolve('.sluice'),
        databaseUrl: null,
        masterKey: null,
        simulators: true,
        maxRetries: 5,
      },
    })
  })

  it('prefers options to the environment, and treats empty variables as absent', () => {
    const reading = readConfig(
      { port: '0', data: '/tmp/x' },
      { SLUICE_PORT: '9', SLUICE_BASE_URL: '', SLUICE_DATA_DIR: 'y' },
    )
    expect(reading).toMatchObject({
      ok: true,
      config: { http: { port: 0, baseUrl: null }, dataDir: '/tmp/x' },
    })
  })

  it('trims variables, and rejects quotes with the name of the variable', () => {
    expect(readConfig({}, { SLUICE_REALM: ' shop\r\n' })).toMatchObject({
      config: { http: { realm: 'shop' } },
    })
    for (const SLUICE_REALM of ['"shop"', "'shop'"])
      expect(problemsOf({ SLUICE_REALM })).toEqual(['SLUICE_REALM'])
  })

  it('has all roles in one process by default', () => {
    const rolesOf = (env: Variables) => {
      const reading = readConfig({}, env)
      return reading.ok ? [...reading.config.roles] : reading.problems
    }
    const SLUICE_DATABASE_URL = 'postgres://sluice@db/sluice'
    expect(rolesOf({})).toEqual(['api', 'dispatcher', 'janitor'])
    expect(rolesOf({ SLUICE_ROLES: 'janitor, api,janitor', SLUICE_DATABASE_URL })).toEqual(['api', 'janitor'])
    expect(rolesOf({ SLUICE_ROLES: 'api,worker', SLUICE_DATABASE_URL })).toEqual([
      {
        name: 'SLUICE_ROLES',
        got: '"api,worker"',
        fix: 'use one or more of api, dispatcher, janitor, separated by commas',
      },
    ])
    expect(rolesOf({ SLUICE_ROLES: 'api' })).toMatchObject([
      {
        name: 'SLUICE_ROLES',
        fix: expect.stringContaining('embedded database belongs to one process') as unknown,
      },
    ])
  })

  it('serves metrics to other machines only with a token', () => {
    const token = 'x'.repeat(40)
    expect(problemsOf({ SLUICE_METRICS_ADDRESS: '127.0.0.1:9464' })).toEqual([])
    expect(problemsOf({ SLUICE_METRICS_ADDRESS: '[::1]:0' })).toEqual([])
    expect(problemsOf({ SLUICE_METRICS_ADDRESS: '10.0.0.5:9464' })).toEqual(['SLUICE_METRICS_ADDRESS'])
    expect(problemsOf({ SLUICE_METRICS_ADDRESS: '10.0.0.5:9464', SLUICE_OPERATOR_TOKEN: token })).toEqual([])
    for (const text of ['9464', 'localhost:9464', '127.0.0.1:70000', '::1:9464', '[127.0.0.1]:1']) {
      expect(problemsOf({ SLUICE_METRICS_ADDRESS: text }), text).toEqual(['SLUICE_METRICS_ADDRESS'])
    }
  })

  it('reports all problems at once: the name, the value and the fix', () => {
    const reading = readConfig(
      { port: '80a' },
      {
        SLUICE_ENVIRONMENT: 'staging',
        SLUICE_BASE_URL: 'ftp://x',
        SLUICE_TRUSTED_PROXIES: '10.0.0.0/33',
        SLUICE_DATABASE_URL: 'mysql://root:hunter2@db/x',
        SLUICE_MAX_RETRIES: '-1',
      },
    )
    if (reading.ok) throw new Error('was accepted')
    expect(reading.problems).toEqual([
      { name: 'SLUICE_ENVIRONMENT', got: '"staging"', fix: 'use one of test, production' },
      { name: '--port (SLUICE_PORT)', got: '"80a"', fix: 'use a whole number from 0 to 65535' },
      { name: 'SLUICE_BASE_URL', got: '"ftp://x"', fix: 'use an address such as https://pay.example.com' },
      {
        name: 'SLUICE_DATABASE_URL',
        got: 'a value that is not shown',
        fix: 'use an address such as postgres://user:password@host:5432/database',
      },
      {
        name: 'SLUICE_TRUSTED_PROXIES',
        got: '"10.0.0.0/33"',
        fix: 'use networks such as 10.0.0.0/8, fd00::/8',
      },
      { name: 'SLUICE_MAX_RETRIES', got: '"-1"', fix: 'use a whole number from 0 to 20' },
    ])
  })

  it.each([
    'postgres://u:p@127.0.0.1:5432,127.0.0.1:5433/db?target_session_attrs=read-write',
    'postgres://u:p@a.example,b.example/db?sslmode=verify-full',
    'postgres:///db?host=a.example,b.example&port=5432,5433',
  ])('refuses several servers in one address, and explains how to reach the primary: %s', (url) => {
    const reading = readConfig({}, { SLUICE_DATABASE_URL: url })
    if (reading.ok) throw new Error('was accepted')
    expect(reading.problems).toEqual([
      {
        name: 'SLUICE_DATABASE_URL',
        got: 'a value that is not shown',
        fix: expect.stringContaining('HAProxy'),
      },
    ])
  })

  it.each([
    ['http://pay.example.com', false],
    ['https://pay.example.com/shop', false],
    ['https://user:pw@pay.example.com', false],
    ['https://pay.example.com/?a=1', false],
    ['http://localhost:8080', true],
    ['http://[::1]:8080', true],
    ['https://pay.example.com/', true],
  ])('base URL %s is accepted: %s', (url, isAccepted) => {
    expect(problemsOf({ SLUICE_BASE_URL: url })).toEqual(isAccepted ? [] : ['SLUICE_BASE_URL'])
  })

  it.each([
    ['erp.corp.example', ['erp.corp.example']],
    ['ERP.corp.example, b.example', ['erp.corp.example', 'b.example']],
    ['10.0.0.5', null],
    ['https://erp.corp.example', null],
    ['erp.corp.example:8443', null],
    ['localhost', null],
  ])('reads the names of receivers inside from %j', (text, expected) => {
    if (expected === null)
      expect(problemsOf({ SLUICE_INSIDE_RECEIVERS: text })).toEqual(['SLUICE_INSIDE_RECEIVERS'])
    else
      expect(readConfig({}, { SLUICE_INSIDE_RECEIVERS: text })).toMatchObject({
        config: { insideReceivers: expected },
      })
  })

  it.each(['0.0.0.0/0', '::/0', 'proxy.internal', '10.0.0.0/8/8', '10.0.0.0/', ''])(
    'rejects networks of trusted proxies that are too wide or malformed: %j',
    (networks) => {
      expect(problemsOf({ SLUICE_TRUSTED_PROXIES: networks })).toEqual(
        networks ? ['SLUICE_TRUSTED_PROXIES'] : [],
      )
    },
  )

  it('requires origins that browsers isolate, and none of simulators in production', () => {
    const pay = { ...productionEnv(), SLUICE_METHODS_URL: 'https://methods.example.com' }
    expect(problemsOf(pay)).toEqual([])
    expect(problemsOf({ ...pay, SLUICE_METHODS_URL: 'https://pay.example.com' })).toEqual([
      'SLUICE_METHODS_URL',
    ])
    expect(problemsOf({ ...pay, SLUICE_PORTAL_URL: 'https://pay.example.com' })).toEqual([
      'SLUICE_PORTAL_URL',
    ])
    expect(problemsOf({ ...pay, SLUICE_PORTAL_URL: 'https://methods.example.com' })).toEqual([
      'SLUICE_PORTAL_URL',
    ])
    expect(problemsOf({ ...pay, SLUICE_METHODS_URL: 'http://methods.localhost' })).toEqual([
      'SLUICE_METHODS_URL',
    ])
    expect(problemsOf({ ...pay, SLUICE_BANK_URL: 'https://bank.example.com' })).toEqual(['SLUICE_BANK_URL'])
    expect(problemsOf({ ...pay, SLUICE_BANK_PORT: '8083' })).toEqual(['SLUICE_BANK_PORT'])
  })

  it('prints no secret of a configuration', () => {
    const reading = readConfig({}, productionEnv())
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    expect(reading.config.databaseUrl?.reveal()).toBe(
      'postgres://sluice:pw@db:5432/sluice?sslmode=verify-full',
    )
    expect(reading.config.masterKey?.reveal().toString('base64')).toBe(key)
    expect(JSON.stringify(reading.config)).not.toMatch(/pw|sluice@/)
    expect(Object.isFrozen(reading.config) && Object.isFrozen(reading.config.http)).toBe(true)
  })

  it.each<[string, Variables, string]>([
    ['no base URL', { SLUICE_BASE_URL: undefined }, 'SLUICE_BASE_URL'],
    ['a plain base URL', { SLUICE_BASE_URL: 'http://localhost:8080' }, 'SLUICE_BASE_URL'],
    ['a plain identity provider', { SLUICE_AUTH_URL: 'http://localhost:9090' }, 'SLUICE_AUTH_URL'],
    ['no proxy that terminates TLS', { SLUICE_TRUSTED_PROXIES: undefined }, 'SLUICE_TRUSTED_PROXIES'],
    ['simulators', { SLUICE_SIMULATORS: 'on' }, 'SLUICE_SIMULATORS'],
    ['no master key', { SLUICE_MASTER_KEY_FILE: undefined }, 'SLUICE_MASTER_KEY_FILE'],
    [
      'a password in the environment',
      {
        SLUICE_DATABASE_URL_FILE: undefined,
        SLUICE_DATABASE_URL: 'postgres://sluice:pw@db/sluice?sslmode=verify-full',
      },
      'SLUICE_DATABASE_URL',
    ],
    [
      'an operator token in the environment',
      { SLUICE_OPERATOR_TOKEN: randomBytes(32).toString('hex') },
      'SLUICE_OPERATOR_TOKEN',
    ],
  ])('rejects in production: %s', (_, change, name) => {
    expect(problemsOf({ ...productionEnv(), ...change })).toEqual([name])
  })

  it('accepts several master keys, and seals with the latest', () => {
    const next = randomBytes(32).toString('base64')
    const file = secretFile('keyring', `# rotated yearly\n${key}\n${next} 2026-11-22T16:00:00Z\n`)
    const reading = readConfig({}, { ...productionEnv(), SLUICE_MASTER_KEY_FILE: file })
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    expect(reading.config.masterKey?.reveal().toString('base64')).toBe(next)
    expect(reading.config.masterKeySource).toEqual({ file })
  })

  it('accepts a command instead of the master key file, but not both', () => {
    const command = { SLUICE_MASTER_KEY_COMMAND: '/usr/local/bin/keys' }
    expect(problemsOf({ ...productionEnv(), ...command })).toEqual(['SLUICE_MASTER_KEY_COMMAND'])
    expect(problemsOf({ ...productionEnv(), ...command, SLUICE_MASTER_KEY_FILE: undefined })).toEqual([])
  })

  it.each<[string, string, number]>([
    ['an invalid time', `${randomBytes(32).toString('base64')} tomorrow`, 0o600],
    ['31 bytes', Buffer.alloc(31, 'abcdefghijklmnopqrstuvwxyz').toString('base64'), 0o600],
    ['zeros', Buffer.alloc(32).toString('base64'), 0o600],
    ['a key from a repository', publishedKey, 0o600],
    ['a pass phrase', 'correct horse battery staple', 0o600],
    ['a world-readable file', key, 0o644],
    ['a group-writable file', key, 0o660],
  ])('rejects a master key: %s', (name, text, mode) => {
    const file = secretFile(name, text, mode)
    expect(problemsOf({ ...productionEnv(), SLUICE_MASTER_KEY_FILE: file })).toEqual([
      'SLUICE_MASTER_KEY_FILE',
    ])
  })

  it('rejects a secret that is given twice or cannot be read', () => {
    expect(problemsOf({ ...productionEnv(), SLUICE_DATABASE_URL: 'postgres://db/sluice' })).toEqual([
      'SLUICE_DATABASE_URL',
    ])
    expect(problemsOf({ SLUICE_DATABASE_URL_FILE: join(folder, 'absent') })).toEqual([
      'SLUICE_DATABASE_URL_FILE',
    ])
  })

  it.each([
    [{ SLUICE_TRUSTED_ISSUER: 'https://login.example/' }, ['SLUICE_TRUSTED_ISSUER_AUDIENCE']],
    [{ SLUICE_TRUSTED_ISSUER_CLIENTS: 'shop' }, ['SLUICE_TRUSTED_ISSUER_CLIENTS']],
    [
      { SLUICE_TRUSTED_ISSUER: 'login.example', SLUICE_TRUSTED_ISSUER_AUDIENCE: 'us' },
      ['SLUICE_TRUSTED_ISSUER', 'SLUICE_TRUSTED_ISSUER_AUDIENCE'],
    ],
    [
      { SLUICE_TRUSTED_ISSUER: 'https://login.example/', SLUICE_TRUSTED_ISSUER_CLIENTS: 'shop,' },
      ['SLUICE_TRUSTED_ISSUER_CLIENTS', 'SLUICE_TRUSTED_ISSUER_AUDIENCE'],
    ],
  ])('accepts no incomplete issuer: %j', (env, names) => {
    expect(problemsOf(env)).toEqual(names)
  })

  it('keeps an issuer as written, and requires https for it and its keys in production', () => {
    const issuer = 'https://login.example/tenant/'
    const env = { SLUICE_TRUSTED_ISSUER: issuer, SLUICE_TRUSTED_ISSUER_CLIENTS: 'shop, jobs' }
    expect(readConfig({}, { ...productionEnv(), ...env })).toMatchObject({
      ok: true,
      config: { externalIssuer: { issuer, jwksUrl: null, audience: null, allowedClients: ['shop', 'jobs'] } },
    })
    const plain = {
      ...env,
      SLUICE_TRUSTED_ISSUER: 'http://localhost:8080/',
      SLUICE_TRUSTED_ISSUER_JWKS_URL: 'http://localhost:8080/certs',
    }
    expect(problemsOf(plain)).toEqual([])
    expect(problemsOf({ ...productionEnv(), ...plain })).toEqual([
      'SLUICE_TRUSTED_ISSUER',
      'SLUICE_TRUSTED_ISSUER_JWKS_URL',
    ])
  })

  it('limits rates in production, and elsewhere if configured', () => {
    const limits = (env: Variables) => {
      const reading = readConfig({}, env)
      return reading.ok && reading.config.rateLimits
    }
    expect([limits({}), limits({ SLUICE_RATE_LIMITS: 'on' })]).toEqual([false, true])
    expect([limits(productionEnv()), limits({ ...productionEnv(), SLUICE_RATE_LIMITS: 'off' })]).toEqual([
      true,
      false,
    ])
  })

  it('sends webhooks to this machine if no other machine reaches it, and otherwise if configured', () => {
    const sends = (env: Variables) => {
      const reading = readConfig({}, env)
      return reading.ok && reading.config.localReceivers
    }
    const shared = { SLUICE_HOST: '0.0.0.0' }
    expect([sends({}), sends({ SLUICE_LOCAL_RECEIVERS: 'off' })]).toEqual([true, false])
    expect([sends(shared), sends({ ...shared, SLUICE_LOCAL_RECEIVERS: 'on' })]).toEqual([false, true])
    expect(sends({ SLUICE_TRUSTED_PROXIES: '127.0.0.1' })).toBe(false)
    expect(sends({ ...productionEnv(), SLUICE_LOCAL_RECEIVERS: 'on' })).toBe(false)
  })

  it('documents every variable with an example that it accepts', () => {
    for (const [name, row] of Object.entries(CONFIG_VARIABLES)) {
      expect([name, row.parse(row.example).ok]).toEqual([name, true])
      expect([name, row.default === null || row.parse(row.default).ok]).toEqual([name, true])
    }
  })

  it.each([
    ['postgres://sluice@db.internal:5432/sluice', true],
    ['postgres://sluice@db.internal:5432/sluice?sslmode=require', true],
    ['postgres://sluice@db.internal:5432/sluice?sslmode=verify-ca', true],
    ['postgres://sluice@10.0.0.5/sluice?sslmode=disable', true],
    ['postgres://sluice@db.internal:5432/sluice?sslmode=verify-full', false],
    ['postgres://sluice@127.0.0.1:5432/sluice', false],
    ['postgres://sluice@[::1]:5432/sluice', false],
    ['postgres://sluice@localhost/sluice', false],
    ['postgres:///sluice?host=/run/postgresql', false],
    ['postgres://sluice@localhost/sluice?host=db.internal', true],
  ])('demands verified TLS of %s in production: %s', (address, isRefused) => {
    const env = { ...productionEnv(), SLUICE_DATABASE_URL_FILE: secretFile('address', address) }
    const expected = isRefused ? ['SLUICE_DATABASE_URL'] : []
    expect(problemsOf(env)).toEqual(expected)
    expect(problemsOf({ ...env, SLUICE_DATABASE_TLS: 'unverified' })).toEqual([])
    const test = { SLUICE_DATABASE_URL: address }
    expect(problemsOf(test)).toEqual([])
  })
})
