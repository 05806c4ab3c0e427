import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ALWAYS_SPOKEN, LANGUAGES, SPOKEN_WHEN_ENABLED } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'

import {
  ConfigurationFileError,
  type FileSurroundings,
  loadConfigurationFile,
} from './load-configuration-file.ts'
import { listTerminalWarnings } from './terminal-warnings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-file-'))
  write('secret-a', `${SECRET_A}\n`)
  write('secret-b', randomBytes(32).toString('hex'))
  write('hook', `whsec_${randomBytes(32).toString('base64')}\n`)
})
afterAll(() => rmSync(folder, { recursive: true }))

const SECRET_A = randomBytes(32).toString('base64')

function write(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const TEST: FileSurroundings = {
  environment: 'test',
  masterKey: null,
  maxRetries: 5,
  providerTimeoutMs: 35_000,
}
const PRODUCTION: FileSurroundings = { ...TEST, environment: 'production' }

function load(text: string, surroundings = TEST) {
  return loadConfigurationFile(write('sluice.yaml', text), surroundings)
}

/** Returns each problem as `line member: got …; fix`. */
function problemsOf(text: string, surroundings = TEST): string[] {
  try {
    load(text, surroundings)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationFileError)) throw error
    const path = join(folder, 'sluice.yaml')
    return error.problems.map(({ name, got, fix }) =>
      `${name}: got ${got}; ${fix}`.replaceAll(`${path}:`, '').replaceAll(`${folder}/`, ''),
    )
  }
}

/** Returns a merchant with another member in the third line. */
function merchantWith(member: string): string {
  return `merchants:\n  - { id: shop, name: Shop,\n      ${member} }\n`
}

function terminalWith(member: string): string {
  return merchantWith(`terminals: [{ terminal_id: T00000000001, features: [], ${member} }]`)
}

describe('the web wallet', () => {
  const { signing_keys_for_simulators: published } = JSON.parse(
    readFileSync(new URL('../../test/vectors/gwallet-pay.json', import.meta.url), 'utf8'),
  ) as { signing_keys_for_simulators: { recipient_private_pkcs8_b64: string } }
  const toPem = (key: KeyObject) => key.export({ format: 'pem', type: 'sec1' }).toString()
  const makeKey = (namedCurve: string) => toPem(generateKeyPairSync('ec', { namedCurve }).privateKey)

  it('has the gateway’s keys, the new one before the old one', () => {
    const keys = ['new', 'old'].map((name) => {
      const pem = makeKey('prime256v1')
      write(`wallet-${name}`, pem)
      return pem.trimEnd()
    })
    const { gwalletPay } = load(
      'gwallet_pay: { gateway_id: shop, private_key_files: [wallet-new, wallet-old] }',
      PRODUCTION,
    )
    expect(gwalletPay?.privateKeys.map((key) => key.reveal())).toEqual(keys)
    expect(gwalletPay).toMatchObject({ recipientId: 'gateway:shop', rootsUrl: null, acceptsEcV1: false })
  })

  it.each([
    ['of another curve', makeKey('secp384r1'), 'a value other than a private P-256 key in PEM'],
    ['that is invalid', 'secret', 'a value other than a private P-256 key in PEM'],
    [
      'that is published, in any encoding',
      toPem(
        createPrivateKey({
          key: Buffer.from(published.recipient_private_pkcs8_b64, 'base64'),
          format: 'der',
          type: 'pkcs8',
        }),
      ),
      'a key that is published in a repository',
    ],
  ])('accepts no key %s', (_, pem, got) => {
    write('wallet-bad', pem)
    expect(problemsOf('gwallet_pay: { gateway_id: shop, private_key_files: [wallet-bad] }')).toEqual([
      `1 gwallet_pay.private_key_files[0]: got ${got}; create one with openssl ecparam -name prime256v1 -genkey -noout`,
    ])
  })

  it.each([
    ['the base origin, where card numbers are typed', null, null, false],
    ['the base origin by name', 'https://pay.example', null, false],
    ['a separate origin', 'https://methods.example', null, true],
    ['a separate port', null, 8081, true],
  ])('runs its script at %s', (_, methodsUrl, methodsPort, isAllowed) => {
    write('wallet-key', makeKey('prime256v1'))
    const file = 'gwallet_pay: { gateway_id: shop, private_key_files: [wallet-key] }'
    const http = {
      originUrls: { methods: methodsUrl, portal: null, bank: null },
      originPorts: { methods: methodsPort, portal: null, bank: null },
      baseUrl: 'https://pay.example',
    } as unknown as NonNullable<FileSurroundings['http']>
    expect(problemsOf(file, { ...PRODUCTION, http })).toEqual(
      isAllowed
        ? []
        : [
            '1 gwallet_pay: got a wallet whose script would share an origin with card numbers; set SLUICE_METHODS_URL to another origin than SLUICE_BASE_URL',
          ],
    )
    expect(problemsOf(file, { ...TEST, http })).toEqual([])
  })
})

describe('a configuration file', () => {
  it('has the digest of its content, not of the defaults that a release adds', () => {
    const digestOf = (text: string) => load(text).version.digest
    expect(digestOf('{ merchants: [] }')).not.toBe(digestOf('{}'))
    expect(digestOf('{ revision: 2, merchants: [] }')).toBe(digestOf('{ merchants: [], revision: 1 }'))
  })

  it('may be empty, JSON, or little more than names', () => {
    const nothing = {
      version: { revision: null, digest: expect.stringMatching(/^[\w-]{43}$/) },
      merchants: [],
      providers: [],
      threeDsServers: [],
      gwalletPay: null,
      clientRates: new Map(),
      operatorPrograms: [],
      trustedIssuer: null,
      secretFiles: [],
    }
    expect(load('')).toEqual(nothing)
    expect(load('{"merchants": []}')).toEqual(nothing)
    expect(load('merchants: [{ id: shop, name: Shop }]').merchants).toEqual([
      {
        label: 'shop',
        managedBy: null,
        merchant: {
          id: merchantIdOf('shop'),
          name: 'Shop',
          status: 'ACTIVE',
          languages: [],
          locale: 'en-US',
          shoppersRemoveCards: false,
          webhookHosts: [],
          branding: { merchant_name: 'Shop', logo_url: null, font_family: null, font_url: null, colors: {} },
          business: null,
          risk: null,
          terminals: [],
          clientKeys: [],
        },
        clients: [],
        subscriptions: [],
      },
    ])
  })

  it('contains everything about a merchant', () => {
    const { merchants } = load(`
merchants:
  - id: 01900000-0000-7000-8000-000000000001
    name: Blåbär
    status: INACTIVE
    language: sv
    branding: { logo_url: https://shop.example/logo.png?v=2, font_family: Inter Tight, colors: { accent: '#0055aa' } }
    terminals:
      - terminal_id: T00000000001
        status: NOT_ACCEPTING
        features: [TRX_TYPE_PURCHASE]
        brands: [VISA]
        payment_methods: [card, partner-blik]
        routing: [{ provider: sim-a, account: a-eur }]
        alternative_accounts: { partner-blik: { provider: partner-blik, account: blik-1 } }
        max_retries: 2
        three_ds: { on_unavailable: PROCEED }
        origin: https://shop.example
    clients: [{ client_id: shop, roles: [merchant, 'transactions:payout'], secret_files: [secret-a, secret-b] }]
    client_keys: [{ client_key: ck_test_00000000000000000000000000000001, origins: ['*'] }]
    webhooks: [{ id: orders, url: 'https://shop.example/hook?x=1', filters: ['transaction:approved'], secret_file: hook }]
`)
    const [{ merchant, clients, subscriptions } = { merchant: null, clients: [], subscriptions: [] }] =
      merchants
    expect(merchant).toMatchObject({ status: 'INACTIVE', locale: 'sv-SE' })
    expect(merchant?.branding).toEqual({
      merchant_name: 'Blåbär',
      logo_url: 'https://shop.example/logo.png?v=2',
      font_family: 'Inter Tight',
      font_url: null,
      colors: { accent: '#0055aa' },
    })
    expect(merchant?.terminals).toEqual([
      {
        id: 'T00000000001',
        status: 'NOT_ACCEPTING',
        features: new Set(['TRX_TYPE_PURCHASE']),
        brands: new Set(['VISA']),
        methods: new Set(['card', 'partner-blik']),
        methodSettings: new Map(),
        alternativeAccounts: new Map([['partner-blik', { providerId: 'partner-blik', accountId: 'blik-1' }]]),
        routing: [{ providerId: 'sim-a', accountId: 'a-eur' }],
        maxRetries: 2,
        onUnavailable: 'PROCEED',
        installments: [],
        threeDsServer: null,
        business: null,
        risk: null,
        origins: ['https://shop.example'],
      },
    ])
    expect(clients[0]?.secretHashes[0]).toEqual(hashSecret(SECRET_A))
    expect(clients[0]?.secretHashes).toHaveLength(2)
    expect(subscriptions[0]?.secret?.reveal()).toMatch(/^whsec_/)
  })

  it('contains the addresses of providers, the 3DS server and another identity provider', () => {
    const file = load(`
providers: [{ id: acme, url: 'https://acme.example/v1/', secret_file: secret-a, accounts: [eur], callback_secret_files: [hook], timeout_ms: 9000 }]
three_ds_servers: [{ id: main, url: https://3ds.example, secret_file: secret-b }]
identity: { trusted_issuer: { issuer: https://login.example/, audience: gateway } }
`)
    expect(file.providers[0]).toMatchObject({
      id: 'acme',
      url: 'https://acme.example/v1',
      accounts: [{ id: 'eur', acquirers: {}, threeDsServer: null, business: null }],
      timeoutMs: 9000,
    })
    expect(file.providers[0]?.secret.reveal()).toBe(SECRET_A)
    expect(file.providers[0]?.callbackSecrets).toHaveLength(1)
    expect(file.threeDsServers[0]?.url).toBe('https://3ds.example')
    expect(file.trustedIssuer).toEqual({
      issuer: 'https://login.example/',
      jwksUrl: null,
      audience: 'gateway',
      allowedClients: null,
    })
  })

  it('contains the data of accounts, merchants and terminals for card schemes', () => {
    const { providers, merchants } = load(`
providers:
  - id: acme
    url: https://acme.example
    secret_file: secret-a
    accounts:
      - eur
      - id: sek
        acquirers:
          VISA: { bin: '401200', merchant_id: M-1, requestor_id: R-1, requestor_name: Shop, requestor_url: https://r.example }
          default: { bin: '520000', merchant_id: M-2 }
        three_ds_server: other
        business: { country: SE, mcc: '5942', url: https://shop.example }
three_ds_servers:
  - { id: main, url: https://3ds.example, secret_file: secret-a }
  - { id: other, url: https://3ds-2.example, secret_file: secret-b }
merchants:
  - id: shop
    name: Shop
    business: { country: NO }
    terminals: [{ terminal_id: T00000000001, features: [], business: { name: Kiosk, mcc: '5994' } }]
`)
    const unknown = { requestorId: null, requestorName: null, requestorUrl: null }
    expect(providers[0]?.accounts).toEqual([
      { id: 'eur', acquirers: {}, threeDsServer: null, business: null },
      {
        id: 'sek',
        acquirers: {
          VISA: {
            bin: '401200',
            merchantId: 'M-1',
            requestorId: 'R-1',
            requestorName: 'Shop',
            requestorUrl: 'https://r.example',
          },
          default: { bin: '520000', merchantId: 'M-2', ...unknown },
        },
        threeDsServer: 'other',
        business: { name: null, country: 'SE', mcc: '5942', url: 'https://shop.example' },
      },
    ])
    const { business, terminals } = merchants[0]?.merchant ?? {}
    expect(business).toEqual({ name: null, country: 'NO', mcc: null, url: null })
    expect(terminals?.[0]?.business).toEqual({ name: 'Kiosk', country: null, mcc: '5994', url: null })
  })

  it('reads the keys that a 3DS server issued, newer first during a rotation', () => {
    write('old', '5f0c2f9a-41d7-4c8e-9b36-0a7de2c41b58')
    write('new', 'c7b5a1de-0b8f-4d0b-8a39-5e1f6a2d9c04')
    const keysOf = (files: string) =>
      load(
        `three_ds_servers: [{ id: main, type: 3dsecure-io, url: https://3ds.example, secret_files: { api_key: ${files} } }]`,
      ).threeDsServers[0]?.secrets['api_key']?.map((key) => key.reveal().slice(0, 8))
    expect(keysOf('old')).toEqual(['5f0c2f9a'])
    expect(keysOf('[new, old]')).toEqual(['c7b5a1de', '5f0c2f9a'])
  })

  it('never prints its secrets', () => {
    const file = load('three_ds_servers: [{ id: main, url: https://3ds.example, secret_file: secret-a }]')
    expect(JSON.stringify(file)).not.toContain(SECRET_A)
  })
})

describe('problems in a configuration file', () => {
  it('are reported all at once, each with its line and fix', () => {
    expect(problemsOf(`merchants:\n  - id: A B\n    name: Shop\n    language: da\nproviders: 1\n`)).toEqual([
      '2 merchants[0].id: got "A B"; use a UUID, or a name of lower-case letters, digits and hyphens',
      `4 merchants[0].language: got "da"; use one of ${Object.keys(LANGUAGES).join(', ')}`,
      '5 providers: got 1; use a list',
    ])
  })

  const NO_MEMBER =
    'got an unknown member; correct its name or remove it; secrets can only be set as paths of files'
  it.each([
    ['a: 1\na: 2', '2: got invalid YAML; correct it: Map keys must be unique'],
    ['merchants: { [a, b]: 1 }', expect.stringMatching(/^1: got invalid YAML; .*keys/)],
    ['merchants: !!js/function x', expect.stringMatching(/^1: got invalid YAML; .*tag/)],
    ['[1, 2]', '1: got a list of 2; use an object'],
    ['merchant: []', `1 merchant: ${NO_MEMBER}`],
    ['merchants: [{ id: shop }]', '1 merchants[0].name: got nothing; use a string'],
    [
      'merchants: [{ id: shop, name: Shop, languages: [sv] }]',
      `1 merchants[0].languages[0]: got "sv"; use one of ${SPOKEN_WHEN_ENABLED.join(', ')}`,
    ],
    [
      'merchants: [{ id: shop, name: Shop, language: de, languages: [pl] }]',
      `1 merchants[0].language: got "de", which \`languages\` does not list; add de to languages, or use one of ${ALWAYS_SPOKEN.join(', ')}`,
    ],
    [
      'merchants: [{ id: shop, name: "<b>" }]',
      '1 merchants[0].name: got "<b>"; remove control characters, < and >',
    ],
    ['merchants: [{ id: shop, name: 7 }]', '1 merchants[0].name: got 7; use a string'],
    [merchantWith('status: OFF'), '3 merchants[0].status: got "OFF"; use one of ACTIVE, INACTIVE'],
    [
      merchantWith('risk: { rules: [{ id: a, subject: CARD, counts: AMOUNT, most: 1, within_minutes: 1 }] }'),
      '3 merchants[0].risk.rules[0].currency: got nothing; is required',
    ],
    [
      merchantWith(
        'risk: { rules: [{ id: a, subject: CARD, counts: PAYMENTS, most: 1, within_minutes: 1, codes: [] }] }',
      ),
      '3 merchants[0].risk.rules[0].codes: got a list of 0; means something with REFUSALS and REFUSED_CARDS only',
    ],
    [
      merchantWith(
        'risk: { rules: [{ id: a, subject: CARD, counts: REFUSED_CARDS, most: 1, within_minutes: 1 }] }',
      ),
      '3 merchants[0].risk.rules[0].counts: got "REFUSED_CARDS"; counts one card only: take REFUSALS',
    ],
    [
      merchantWith('risk: { blocked: { addresses: [somewhere] } }'),
      '3 merchants[0].risk.blocked.addresses[0]: got "somewhere"; has an invalid format',
    ],
    [merchantWith('branding: { css: x }'), `3 merchants[0].branding.css: ${NO_MEMBER}`],
    [
      merchantWith('branding: { colors: { accent: red } }'),
      '3 merchants[0].branding.colors.accent: got "red"; use # and six hexadecimal digits',
    ],
    [
      merchantWith("branding: { colors: { acent: '#000000' } }"),
      `3 merchants[0].branding.colors.acent: ${NO_MEMBER}`,
    ],
    [
      merchantWith('branding: { font_family: "a;b" }'),
      '3 merchants[0].branding.font_family: got "a;b"; use 1 to 40 letters, digits, spaces and hyphens',
    ],
    [
      merchantWith('branding: { logo_url: "data:image/png;base64,AA" }'),
      '3 merchants[0].branding.logo_url: got "data:image/png;base64,AA"; use an https address such as https://shop.example.com/path',
    ],
    [
      merchantWith('branding: { font_url: "https://u:p@x.example/f.woff2" }'),
      '3 merchants[0].branding.font_url: got "https://u:p@x.example/f.woff2"; omit user, password and fragment',
    ],
    [
      merchantWith('terminals: [{ features: [] }]'),
      '3 merchants[0].terminals[0].terminal_id: got nothing; use a string',
    ],
    [
      merchantWith('terminals: [{ terminal_id: T1, features: [] }]'),
      '3 merchants[0].terminals[0].terminal_id: got "T1"; use T and 11 digits',
    ],
    [
      merchantWith('terminals: [{ terminal_id: T00000000001 }]'),
      '3 merchants[0].terminals[0].features: got nothing; use a list',
    ],
    [
      terminalWith('brands: [VIZA]'),
      expect.stringMatching(/^3 merchants\[0\]\.terminals\[0\]\.brands\[0\]: got "VIZA"; use one of VISA, /),
    ],
    [
      terminalWith('payment_methods: [partner-blik]'),
      '3 merchants[0].terminals[0].payment_methods: got partner-blik; add an account in alternative_accounts.partner-blik, or remove it',
    ],
    [
      terminalWith('routing: [{ provider: sim-a }]'),
      '3 merchants[0].terminals[0].routing[0].account: got nothing; use a string',
    ],
    [
      terminalWith('alternative_accounts: { card: { provider: a, account: b } }'),
      `3 merchants[0].terminals[0].alternative_accounts.card: ${NO_MEMBER}`,
    ],
    [terminalWith('max_retries: 21'), '3 merchants[0].terminals[0].max_retries: got 21; use at most 20'],
    [
      terminalWith('max_retries: 1.5'),
      '3 merchants[0].terminals[0].max_retries: got 1.5; use a whole number',
    ],
    [terminalWith('max_retries: -1'), '3 merchants[0].terminals[0].max_retries: got -1; use at least 0'],
    [
      terminalWith('three_ds: { on_unavailable: MAYBE }'),
      '3 merchants[0].terminals[0].three_ds.on_unavailable: got "MAYBE"; use one of DECLINE, PROCEED',
    ],
    [
      terminalWith('origin: https://shop.example/a'),
      '3 merchants[0].terminals[0].origin: got "https://shop.example/a"; omit the path',
    ],
    [
      merchantWith('clients: [{ client_id: shop, secret: hunter2 }]'),
      `3 merchants[0].clients[0].secret: ${NO_MEMBER}`,
    ],
    [
      merchantWith('clients: [{ client_id: shop }]'),
      '3 merchants[0].clients[0].secret_files: got nothing; add a file with its secret or its public key; without one, only another identity provider could issue its tokens',
    ],
    [
      merchantWith('clients: [{ client_id: shop, secret_files: hunter2 }]'),
      '3 merchants[0].clients[0].secret_files: got a value that is not shown; use a list',
    ],
    [
      merchantWith('clients: [{ client_id: shop, secret_files: [a, b, c] }]'),
      '3 merchants[0].clients[0].secret_files: got a value that is not shown; use two at most: the old one and the new one',
    ],
    [
      merchantWith('clients: [{ client_id: shop, roles: [], secret_files: [secret-a] }]'),
      '3 merchants[0].clients[0].roles: got a list of 0; use at least one role',
    ],
    [
      merchantWith('clients: [{ client_id: "a b", secret_files: [secret-a] }]'),
      '3 merchants[0].clients[0].client_id: got "a b"; use 1 to 100 letters, digits, dots, hyphens and underscores',
    ],
    [
      merchantWith('client_keys: [{ client_key: ck_live_1, origins: [] }]'),
      '3 merchants[0].client_keys[0].client_key: got "ck_live_1"; use ck_live_ (or ck_test_) and 32 hexadecimal digits',
    ],
    [
      merchantWith(
        'client_keys: [{ client_key: ck_live_00000000000000000000000000000001, origins: [shop.example] }]',
      ),
      '3 merchants[0].client_keys[0].origins[0]: got "shop.example"; use an origin such as https://shop.example.com',
    ],
    [
      merchantWith('webhooks: [{ id: a, url: http://shop.example }]'),
      '3 merchants[0].webhooks[0].url: got "http://shop.example"; use an https address such as https://shop.example.com/path',
    ],
    [
      merchantWith('webhooks: [{ id: a, url: https://shop.example, filters: [all] }]'),
      expect.stringMatching(/^3 merchants\[0\]\.webhooks\[0\]\.filters\[0\]: got "all"; use one of \*, /),
    ],
    [
      'providers: [{ id: a, url: ftp://x, secret_file: secret-a }]',
      '1 providers[0].url: got "ftp://x"; use an address such as https://pay.example.com',
    ],
    [
      'providers: [{ id: a, url: https://x.example, secret_file: secret-a, timeout_ms: 5 }]',
      '1 providers[0].timeout_ms: got 5; use at least 1000',
    ],
    [
      'identity: { trusted_issuer: { issuer: https://x.example } }',
      '1 identity.trusted_issuer: got an object; use an audience or clients',
    ],
    [
      'providers: [{ id: a, url: https://x.example, secret_file: secret-a, accounts: [{ id: eur, acquirers: { VISA: { bin: 401200, merchant_id: M-1 } } }] }]',
      '1 providers[0].accounts[0].acquirers.VISA.bin: got 401200; use a string',
    ],
    [
      'providers: [{ id: a, url: https://x.example, secret_file: secret-a, accounts: [7] }]',
      '1 providers[0].accounts[0]: got 7; use an id, or an object with `id`',
    ],
    [
      'providers: [{ id: a, url: https://x.example, secret_file: secret-a, accounts: [eur, { id: eur }] }]',
      '1 providers[0].accounts[1]: got "eur", which 1 providers[0].accounts[0] also has; use a different one for each',
    ],
    [
      'three_ds_server: { url: https://x.example, secret_file: secret-a }',
      '1 three_ds_server: got an unknown member; use three_ds_servers, a list of servers: `three_ds_servers: [{ id: main, url: …, secret_file: … }]`',
    ],
    [
      terminalWith('three_ds: { server: other }'),
      '3 merchants[0].terminals[0].three_ds.server: got other; use the id of an entry in three_ds_servers',
    ],
    [
      'providers: [{ id: a, url: https://x.example, secret_file: secret-a, accounts: [{ id: eur, three_ds_server: other }] }]',
      '1 providers[0].accounts[0].three_ds_server: got other; use the id of an entry in three_ds_servers',
    ],
    [
      'three_ds_servers: [{ id: main, url: https://x.example, secret_file: secret-a }, { id: main, url: https://y.example, secret_file: secret-b }]',
      '1 three_ds_servers[1].id: got "main", which 1 three_ds_servers[0].id also has; use a different one for each',
    ],
    [
      'three_ds_servers: [{ id: main, url: https://x.example }]',
      '1 three_ds_servers[0].secret_file: got nothing; set what the type http requires',
    ],
    [
      'three_ds_servers: [{ id: main, type: 3dsecure-io, url: https://x.example }]',
      '1 three_ds_servers[0].secret_files: got nothing; set what the type 3dsecure-io requires',
    ],
    [
      'three_ds_servers: [{ id: main, type: 3dsecure-io, url: https://x.example, secret_files: { api_key: secret-a }, secret_file: secret-b }]',
      '1 three_ds_servers[0].secret_file: got a value; remove it: the type 3dsecure-io has secret_files',
    ],
    [
      'three_ds_servers: [{ id: main, url: https://x.example, secret_file: absent }]',
      '1 three_ds_servers[0].secret_file: got absent, which cannot be read (ENOENT); use a file that this process can read',
    ],
  ])('%s', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })

  it('requires existing areas, a unique id and a unique token for each program of the operator', () => {
    const program = (id: string, area: string, file: string) =>
      `  - { id: ${id}, areas: [${area}], token_files: [${file}] }`
    const programs = (...lines: string[]) => ['operator_programs:', ...lines].join('\n')
    expect(load(programs(program('a', 'decisions', 'secret-a'))).operatorPrograms).toEqual([
      { id: 'a', areas: new Set(['decisions']), tokenHashes: [hashSecret(SECRET_A)] },
    ])
    expect(problemsOf(programs(program('a', 'everything', 'secret-a')))).toEqual([
      expect.stringMatching(/^2 operator_programs\[0\]\.areas\[0\]: /),
    ])
    const twins = programs(program('a', 'decisions', 'secret-a'), program('a', 'providers', 'secret-b'))
    expect(problemsOf(twins)).toEqual([
      '3 operator_programs[1].id: got "a", which 2 operator_programs[0].id also has; use a different one for each',
    ])
    const metricsToken = new Secret(SECRET_A)
    expect(
      problemsOf(programs(program('a', 'decisions', 'secret-a')), { ...PRODUCTION, metricsToken }),
    ).toEqual([
      '2 operator_programs[0].token_files[0]: got the same secret as SLUICE_METRICS_TOKEN; use a different one for each',
    ])
  })

  it('include the name of another merchant', () => {
    const text = `merchants:
  - { id: a, name: A, terminals: [{ terminal_id: T00000000001, features: [] }], clients: [{ client_id: c, secret_files: [secret-a] }] }
  - { id: b, name: B, terminals: [{ terminal_id: T00000000001, features: [] }], clients: [{ client_id: c, secret_files: [secret-b] }] }
  - { id: a, name: C, webhooks: [{ id: w, url: https://a.example }, { id: w, url: https://b.example }] }`
    expect(problemsOf(text)).toEqual([
      '4 merchants[2].id: got "a", which 2 merchants[0].id also has; use a different one for each',
      '3 merchants[1].terminals[0].terminal_id: got "T00000000001", which 2 merchants[0].terminals[0].terminal_id also has; use a different one for each',
      '3 merchants[1].clients[0].client_id: got "c", which 2 merchants[0].clients[0].client_id also has; use a different one for each',
      '4 merchants[2].webhooks[1].id: got "w", which 4 merchants[2].webhooks[0].id also has; use a different one for each',
    ])
  })

  it('include a rule with the name of another one in the list', () => {
    const rules = (...ids: string[]) =>
      `risk: { rules: [${ids.map((id) => `{ id: ${id}, subject: CARD, counts: PAYMENTS, most: 1, within_minutes: 1 }`).join(', ')}] }`
    const text = `merchants:
  - { id: a, name: A, ${rules('one', 'two', 'one')}, terminals: [{ terminal_id: T00000000001, features: [], ${rules('one', 'one')} }] }
  - { id: b, name: B, ${rules('one')} }`
    expect(problemsOf(text)).toEqual([
      '2 merchants[0].risk.rules[2].id: got "one", which 2 merchants[0].risk.rules[0].id also has; use a different one for each',
      '2 merchants[0].terminals[0].risk.rules[1].id: got "one", which 2 merchants[0].terminals[0].risk.rules[0].id also has; use a different one for each',
    ])
  })

  it.each(['- '.repeat(3_000), '['.repeat(20_000), ': '.repeat(20_000)])(
    'include too deep nesting',
    (text) => {
      const [problem, ...others] = problemsOf(text)
      expect(problem).toMatch(/nested too deeply/)
      expect(others).toEqual([])
    },
  )

  it('include a missing file', () => {
    expect(() => loadConfigurationFile(join(folder, 'absent.yaml'), TEST)).toThrow(
      /cannot be read \(ENOENT\)/,
    )
  })
})

describe('the test environment', () => {
  const GIVEN = { ...TEST, givenAccounts: new Map([['sim-a', ['sim-a-eur']]]) }

  it.each([
    ['routing: [{ provider: sim-a, account: shop-eur }]', 'routing[0]'],
    [
      'alternative_accounts: { partner-blik: { provider: sim-a, account: shop-eur } }',
      'alternative_accounts.partner-blik',
    ],
  ])('refuses an account that a provider has not given out: %s', (member, place) => {
    expect(problemsOf(terminalWith(member), GIVEN)).toEqual([
      `3 merchants[0].terminals[0].${place}: got account shop-eur of sim-a, which has not assigned it: payments would end INVALID 2011; use sim-a-eur`,
    ])
  })

  it.each([
    ['the assigned account', terminalWith('routing: [{ provider: sim-a, account: sim-a-eur }]')],
    [
      'an account of a provider that a program adds',
      terminalWith('routing: [{ provider: mine, account: eur }]'),
    ],
    [
      'an account of an entry with the same name',
      `providers: [{ id: sim-a, url: https://x.example, secret_file: secret-a, accounts: [eur] }]\n${terminalWith('routing: [{ provider: sim-a, account: eur }]')}`,
    ],
  ])('accepts an account %s', (_what, text) => {
    expect(problemsOf(text, GIVEN)).toEqual([])
  })
})

describe('secrets in files', () => {
  const THOUGHT_OF = 'got a secret that is not random; create one with openssl rand -base64 32'
  it.each([
    ['hunter2', 'got a secret of 7 bytes; create one with openssl rand -base64 32'],
    ['correct horse battery staple Correct Horse 1', THOUGHT_OF],
    ['correct-horse-battery-staple-of-my-shop', THOUGHT_OF],
    ['Secret1!'.repeat(8), THOUGHT_OF],
    ['0'.repeat(64), THOUGHT_OF],
  ])('are random, not chosen: %s', (secret, problem) => {
    write('weak', secret)
    const text = 'three_ds_servers: [{ id: main, url: https://x.example, secret_file: weak }]'
    expect(problemsOf(text)).toEqual([`1 three_ds_servers[0].secret_file: ${problem}`])
  })

  it.each([
    [SECRET_A, 'got a value other than whsec_ and Base64'],
    ['whsec_c2hvcnQ=', 'got a secret of 5 bytes'],
    [`whsec_${Buffer.alloc(32, 'ab').toString('base64')}`, 'got a secret that is not random'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'got a secret that is published in a repository'],
  ])('of webhooks have their form: %s', (secret, got) => {
    write('weak', secret)
    expect(
      problemsOf(merchantWith('webhooks: [{ id: a, url: https://x.example, secret_file: weak }]')),
    ).toEqual([
      `3 merchants[0].webhooks[0].secret_file: ${got}; create one with echo "whsec_$(openssl rand -base64 32)"`,
    ])
  })

  it('are rejected in the configuration file, and not quoted', () => {
    const text = `three_ds_servers: [{ id: main, url: https://x.example, secret_file: ${randomBytes(32).toString('hex')} }]`
    expect(problemsOf(text)).toEqual([
      '1 three_ds_servers[0].secret_file: got a value that looks like the secret itself; put it into a file and use the path of the file; and create a new secret, because this one has been exposed',
    ])
  })
})

it('reports that settle orders need a secret for their signature', () => {
  const text =
    'providers: [{ id: acme, url: https://x.example, secret_file: secret-a, reports: AUTHORITATIVE }]'
  expect(problemsOf(text)).toEqual([
    '1 providers[0].reports: got AUTHORITATIVE without a secret that authenticates provider callbacks; add a file to callback_secret_files, or remove it',
  ])
})

describe('a terminal with 3-D Secure at an account without the data for 3DS servers', () => {
  const textWith = (account: string, merchant = '') => `
providers: [{ id: acme, url: https://x.example, secret_file: secret-a, accounts: [${account}] }]
merchants:
  - id: shop
    name: Shop
    ${merchant}
    terminals:
      - terminal_id: T00000000001
        features: [TRX_TYPE_PURCHASE, THREE_DS]
        brands: [VISA, AMEX]
        routing: [{ provider: acme, account: eur }]
`
  const found = (missing: string) => `without ${missing}: 3DS servers refuse such payments`
  const acquirer = "{ bin: '401200', merchant_id: M-1 }"

  it.each([
    [
      'an id alone',
      textWith('eur'),
      'acquirers.VISA, acquirers.AMEX, business.country, business.mcc, business.url',
    ],
    [
      'one brand',
      textWith(
        `{ id: eur, acquirers: { VISA: ${acquirer} }, business: { country: SE, mcc: '5942', url: https://s.example } }`,
      ),
      'acquirers.AMEX',
    ],
    [
      'no business',
      textWith(
        `{ id: eur, acquirers: { default: ${acquirer} } }`,
        'business: { country: SE, url: https://s.example }',
      ),
      'business.mcc',
    ],
  ])('is refused in production and warned of in the test environment: %s', (_, text, missing) => {
    const [problem = ''] = problemsOf(text, PRODUCTION)
    expect(problem).toContain(found(missing))
    expect(problem).toContain('merchants[0].terminals[0]')
    expect(listTerminalWarnings(load(text), 'test')).toEqual([
      `shop: terminal T00000000001 authenticates cards at account eur of acme ${found(missing)}`,
    ])
  })

  it.each([
    [
      'of the merchant',
      textWith(
        `{ id: eur, acquirers: { default: ${acquirer} } }`,
        "business: { country: SE, mcc: '5942', url: https://s.example }",
      ),
    ],
    [
      'of the account',
      textWith(
        `{ id: eur, acquirers: { VISA: ${acquirer}, AMEX: ${acquirer} }, business: { country: SE, mcc: '5942', url: https://s.example } }`,
      ),
    ],
  ])('is not one when the business is that %s', (_, text) => {
    expect(problemsOf(text, PRODUCTION)).toEqual([])
    expect(listTerminalWarnings(load(text), 'test')).toEqual([])
  })

  it('is accepted at an account whose provider authenticates itself', () => {
    const text = textWith('{ id: eur, authentication: PROVIDER }')
    expect(problemsOf(text, PRODUCTION)).toEqual([])
    const [provider] = load(text).providers
    expect(provider?.capabilities.authenticatesAt).toEqual(new Set(['eur']))
  })
})

describe('installments of a terminal', () => {
  it.each([
    [
      'installments that no provider offers',
      `providers: [{ id: acme, url: https://x.example, secret_file: secret-a, accounts: [eur] }]\n${terminalWith('routing: [{ provider: acme, account: eur }], installments: [{ currency: EUR, max_count: 6 }]')}`,
      '4 merchants[0].terminals[0].installments[0].currency: got EUR in 2 to 6 installments at terminal T00000000001, which no provider of its routing offers; declare operations.installments for a provider that does, or remove the entry',
    ],
    [
      'installments in a number that no provider offers',
      `providers: [{ id: acme, url: https://x.example, secret_file: secret-a, accounts: [eur], declarations: { operations: { installments: { MXN: [3, 6] } } } }]\n${terminalWith('routing: [{ provider: acme, account: eur }], installments: [{ currency: MXN, min_count: 4, max_count: 5 }]')}`,
      '4 merchants[0].terminals[0].installments[0].currency: got MXN in 4 to 5 installments at terminal T00000000001, which no provider of its routing offers; declare operations.installments for a provider that does, or remove the entry',
    ],
  ])('are refused: %s', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })
})

describe('production refuses', () => {
  const SECRETS = 'secret_files: [secret-a]'
  it.each([
    [
      'plain HTTP',
      'providers: [{ id: a, url: http://localhost:1, secret_file: secret-a }]',
      '1 providers[0].url: got http://localhost:1; use https in production',
    ],
    [
      'any origin',
      merchantWith("client_keys: [{ client_key: ck_live_00000000000000000000000000000001, origins: ['*'] }]"),
      '3 merchants[0].client_keys[0].origins[0]: got "*"; list the origins of the merchant’s pages',
    ],
    [
      'keys of the test environment',
      merchantWith('client_keys: [{ client_key: ck_test_00000000000000000000000000000001, origins: [] }]'),
      '3 merchants[0].client_keys[0].client_key: got ck_test_00000000000000000000000000000001; create a key that begins with ck_live_',
    ],
    [
      'a provider that is not configured',
      terminalWith('routing: [{ provider: acme, account: eur }]'),
      '3 merchants[0].terminals[0].routing[0]: got account eur of acme; list the provider with this account in providers',
    ],
    [
      'a method that its provider does not serve',
      `providers: [{ id: acme, url: https://x.example, secret_file: secret-a, accounts: [eur] }]\n${terminalWith('alternative_accounts: { payment_upi: { provider: acme, account: eur } }')}`,
      '4 merchants[0].terminals[0].alternative_accounts.payment_upi: got payment_upi of terminal T00000000001 at acme, which does not support it; use a provider that supports it, or add payment_upi to the methods of acme',
    ],
    [
      'cards at a provider without cards',
      `providers: [{ id: acme, url: https://x.example, secret_file: secret-a, accounts: [eur], methods: [payout_upi] }]\n${terminalWith('routing: [{ provider: acme, account: eur }]')}`,
      '4 merchants[0].terminals[0].routing[0]: got card of terminal T00000000001 at acme, which does not support it; use a provider that supports it, or add card to the methods of acme',
    ],
    [
      'cards without a route',
      terminalWith('payment_methods: [card]'),
      '3 merchants[0].terminals[0].payment_methods: got cards at terminal T00000000001, which has no route for them; add a provider that supports card to routing, or remove the cards',
    ],
    [
      'a simulated provider',
      `providers: [{ id: sim-a, url: https://x.example, secret_file: secret-a, accounts: [eur] }]\n${terminalWith('routing: [{ provider: sim-a, account: eur }]')}`,
      '4 merchants[0].terminals[0].routing[0].provider: got sim-a; use a real provider: simulated payments are not real',
    ],
    [
      'a secret that is used twice',
      merchantWith(`clients: [{ client_id: a, ${SECRETS} }, { client_id: b, ${SECRETS} }]`),
      '3 merchants[0].clients[1].secret_files[0]: got the same secret as 3 merchants[0].clients[0].secret_files[0]; use a different one for each',
    ],
    [
      'a world-readable secret',
      merchantWith('clients: [{ client_id: a, secret_files: [open] }]'),
      '3 merchants[0].clients[0].secret_files[0]: got open, which every user of this machine can read; run chmod o= open',
    ],
  ])('%s', (_, text, problem) => {
    write('open', randomBytes(32).toString('base64'), 0o644)
    expect(problemsOf(text, PRODUCTION)).toEqual([problem])
    expect(problemsOf(text)).toEqual([])
  })

  it('the master key as another secret', () => {
    const masterKey = new Secret(Buffer.from(SECRET_A, 'base64'))
    const text = merchantWith(`clients: [{ client_id: a, ${SECRETS} }]`)
    expect(problemsOf(text, { ...PRODUCTION, masterKey })).toEqual([
      '3 merchants[0].clients[0].secret_files[0]: got the same secret as SLUICE_MASTER_KEY_FILE; use a different one for each',
    ])
  })
})
