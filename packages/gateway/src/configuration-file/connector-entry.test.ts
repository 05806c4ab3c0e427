import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  ConfigurationFileError,
  type FileSurroundings,
  loadConfigurationFile,
} from './load-configuration-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-connector-'))
  write('test-key', 'sk_test_ForThisTest0001\n')
  write('live-key', 'sk_live_ForThisTest0001\n')
  write('hook', 'whsec_ForThisTest000001')
  write('new-hook', 'whsec_ForThisTest000002')
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, 0o600)
  return path
}

const TEST: FileSurroundings = {
  environment: 'test',
  masterKey: null,
  maxRetries: 5,
  providerTimeoutMs: 35_000,
}

const STRIPE = (members: string) => `providers:
  - id: stripe-eu
    type: stripe
    accounts: [main]
    ${members}
`

const load = (members: string, surroundings = TEST) =>
  loadConfigurationFile(write('sluice.yaml', STRIPE(members)), surroundings)

function fixesOf(members: string, surroundings = TEST): string[] {
  try {
    load(members, surroundings)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationFileError)) throw error
    return error.problems.map(({ name, fix }) => `${name.replace(/^.* /, '')}: ${fix}`)
  }
}

const SECRETS = 'secret_files: { api_key: test-key, webhook: hook }'

describe('a provider with a connector', () => {
  it('does not refund a method that its provider cannot refund, regardless of the file', () => {
    const { providers } = load(
      `methods: [card, { type: provider-redirect-blt, refundable: true }, provider-redirect-idl]\n    ${SECRETS}`,
    )
    const { methodSettings } = providers[0]?.capabilities ?? expect.fail('no provider')
    expect(methodSettings.get('provider-redirect-blt')).toMatchObject({ refundable: false })
    expect(methodSettings.get('provider-redirect-idl')).toBeUndefined()
  })

  it('needs no address, and has the declarations of the connector', () => {
    const [provider] = load(SECRETS).providers
    expect(provider).toMatchObject({ url: 'https://api.stripe.com', type: 'stripe' })
    const { calls, operations, reports, amounts, exponents } = provider?.capabilities ?? expect.fail()
    expect(calls.authorization).toMatchObject({
      lookup: 'by-their-id',
      fence: 'cancel-prepared',
      idempotency: { windowMs: 86_400_000, replaysErrors: true, maxKeyChars: 40 },
    })
    expect(calls.refund).toMatchObject({ lookup: 'by-repeat', fence: 'none' })
    expect([...operations.void]).toEqual(['authorization', 'rest'])
    expect(reports).toBe('HINT')
    // The connector converts amounts to Stripe's units itself; the gateway rejects only those that do not fit.
    expect(exponents.size).toBe(0)
    expect(amounts.get('KWD')).toMatchObject({ stepMinor: 10 })
  })

  it('lets terminals offer the installments that the connector declares, and no others', () => {
    const terminalWith = (installments: string) =>
      `${SECRETS}\nmerchants:\n  - { id: shop, name: Shop, terminals: [{ terminal_id: T00000000001, features: [],
      routing: [{ provider: stripe-eu, account: main }], installments: [${installments}] }] }`
    expect(fixesOf(terminalWith('{ currency: MXN, max_count: 6 }'))).toEqual([])
    expect(fixesOf(terminalWith('{ currency: EUR, max_count: 6 }'))).toEqual([
      expect.stringContaining('declare operations.installments for a provider that does'),
    ])
  })

  it('has two secrets of a kind during a rotation', () => {
    const [provider] = load('secret_files: { api_key: test-key, webhook: [new-hook, hook] }').providers
    expect(provider?.callbackSecrets.map((secret) => secret.reveal())).toEqual([
      'whsec_ForThisTest000002',
      'whsec_ForThisTest000001',
    ])
    expect(provider?.secrets?.['api_key']?.map((secret) => secret.reveal())).toEqual([
      'sk_test_ForThisTest0001',
    ])
  })

  it('sends no reports without the secret of its webhook', () => {
    const [provider] = load('secret_files: { api_key: test-key }').providers
    expect(provider?.capabilities.reports).toBe('NONE')
  })

  it.each([
    ['methods: [card]', /secret_files: add api_key/],
    [`${SECRETS}\n    secret_file: test-key`, /secret_file: remove it/],
    [`${SECRETS}\n    methods: [provider-redirect-psc]`, /methods: remove provider-redirect-psc/],
    ['secret_files: { api_key: hook }', /api_key: use this: A secret or restricted key/],
  ])('is refused with %s', (members, fix) => {
    expect(fixesOf(members).join('\n')).toMatch(fix)
  })

  it.each([
    ['fences: true', 'fences', 'fences'],
    // Stripe fences by canceling: the default would be ignored, too.
    ['fences: false', 'fences', 'fences'],
    // The usual operations.
    ['operations: [CAPTURE, REFUND, INCREMENT]', 'operations', 'operations'],
    ['operations: [CAPTURE, REFUND, VOID]', 'operations', 'operations'],
    ['reports: AUTHORITATIVE', 'reports', 'reports'],
    ['declarations: { operations: { installments: true } }', 'declarations.operations', 'operations'],
    [
      'declarations: { operations: { capture: { several: false } } }',
      'declarations.operations',
      'operations',
    ],
    ['declarations: { deadlines: { capture: 30d } }', 'declarations.deadlines', 'deadlines'],
    ['declarations: { amounts: { EUR: { max: 100 } } }', 'declarations.amounts', 'amounts'],
    ['declarations: { calls: { capture: { lookup: by-repeat } } }', 'declarations.calls', 'calls'],
    ['declarations: { requires: [] }', 'declarations.requires', 'requires'],
    ['declarations: { upi_address: true }', 'declarations.upi_address', 'upi_address'],
  ])('is refused with %s, which its connector declares', (member, place, name) => {
    expect(fixesOf(`${SECRETS}\n    ${member}`)).toEqual([
      `providers[0].${place}: leave it out: the connector to Stripe declares its own ${name}`,
    ])
  })

  it('is refused with each of several members that its connector declares', () => {
    const two = 'declarations: { operations: { verify: true }, deadlines: { refund: 30d } }'
    expect(fixesOf(`${SECRETS}\n    fences: true\n    ${two}`)).toHaveLength(3)
    expect(fixesOf(`${SECRETS}\n    declarations: {}`)).toEqual([])
  })

  it('accepts only a key of its own environment', () => {
    expect(fixesOf('secret_files: { api_key: live-key }')).toHaveLength(1)
    const production = { ...TEST, environment: 'production' } as const
    expect(fixesOf(SECRETS, production)).toHaveLength(1)
    expect(fixesOf('secret_files: { api_key: live-key }', production)).toEqual([])
  })
})

it('a provider process still needs its address and its secret', () => {
  const text = 'providers:\n  - { id: acme, accounts: [main] }\n'
  expect(() => loadConfigurationFile(write('sluice.yaml', text), TEST)).toThrow(
    /url: got nothing; use a string/,
  )
  expect(() => loadConfigurationFile(write('sluice.yaml', text), TEST)).toThrow(/secret_file: got nothing/)
})
