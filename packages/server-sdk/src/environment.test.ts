import { afterEach, describe, expect, it, vi } from 'vitest'
import { CANARIES, createFakeGateway, type FakeGateway, json } from '../test/fake-gateway.ts'
import { session } from '../test/records.ts'
import { createClient } from './client.ts'

const ENV = {
  SLUICE_BASE_URL: 'https://gateway.example',
  SLUICE_AUTH_URL: 'https://id.example',
  SLUICE_REALM: 'payments',
  SLUICE_CLIENT_ID: 'shop',
  SLUICE_CLIENT_SECRET: CANARIES.clientSecret,
}

afterEach(() => vi.unstubAllEnvs())

describe('createClient.fromEnv', () => {
  const fake = () => createFakeGateway({ api: () => json(200, { ...session, transaction_id: null }) })

  const fetchOf = ({ options: { fetch } }: FakeGateway) => ({ ...(fetch && { fetch }) })

  it('creates the client of the gateway that the process environment names', async () => {
    for (const [name, value] of Object.entries(ENV)) vi.stubEnv(name, value)
    const gateway = fake()
    await createClient.fromEnv(fetchOf(gateway)).sessions.get('s')
    expect(gateway.apiRequests[0]?.url).toBe('https://gateway.example/api/sessions/s')
  })

  it('reads the given variables, and options take precedence', async () => {
    const gateway = fake()
    const options = { ...gateway.options, baseUrl: 'https://other.example' }
    await createClient.fromEnv(options, ENV).sessions.get('s')
    expect(gateway.apiRequests[0]?.url).toBe('https://other.example/api/sessions/s')
  })

  it('names every missing variable and no value', () => {
    const { SLUICE_REALM: _, SLUICE_CLIENT_ID: __, ...env } = ENV
    expect(() => createClient.fromEnv({}, env)).toThrow(/^SLUICE_REALM, SLUICE_CLIENT_ID must be set/)
    expect(() => createClient.fromEnv({}, env)).not.toThrow(CANARIES.clientSecret)
  })

  it('needs no variable whose option is given', async () => {
    const gateway = fake()
    const { SLUICE_CLIENT_SECRET: _, ...env } = ENV
    await createClient
      .fromEnv({ clientSecret: CANARIES.clientSecret, ...fetchOf(gateway) }, env)
      .sessions.get('s')
    expect(gateway.tokenForms[0]?.get('client_secret')).toBe(CANARIES.clientSecret)
  })

  it.each([
    ['set', ENV],
    ['missing', { ...ENV, SLUICE_CLIENT_SECRET: undefined }],
  ])('signs with a private key when the secret is %s in the environment', async (_, env) => {
    const gateway = fake()
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
    ])
    const jwk = await crypto.subtle.exportKey('jwk', privateKey)
    await createClient.fromEnv({ privateKey: jwk, ...fetchOf(gateway) }, env).sessions.get('s')
    expect(gateway.tokenForms[0]?.has('client_secret')).toBe(false)
    expect(gateway.tokenForms[0]?.get('client_assertion')).toBeTruthy()
  })

  it.each([
    ['a carriage return', (value: string) => `${value}\r`],
    ['a line break', (value: string) => `${value}\n`],
    ['a space in front', (value: string) => ` ${value}`],
    ['double quotes', (value: string) => `"${value}"`],
    ['single quotes', (value: string) => `'${value}'`],
  ])('names the variable whose value has %s around it', (_, spoil) => {
    for (const name of Object.keys(ENV)) {
      const env = { ...ENV, [name]: spoil(ENV[name as keyof typeof ENV]) }
      expect(() => createClient.fromEnv({}, env)).toThrow(new RegExp(`^${name} must not`))
      expect(() => createClient.fromEnv({}, env)).not.toThrow(CANARIES.clientSecret)
    }
  })
})
