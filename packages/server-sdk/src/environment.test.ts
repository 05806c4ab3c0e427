import { afterEach, describe, expect, it, vi } from 'vitest'
import { CANARIES, createFakeGateway, json } from '../test/fake-gateway.ts'
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

  it('makes the client of the gateway that the process environment names', async () => {
    for (const [name, value] of Object.entries(ENV)) vi.stubEnv(name, value)
    const gateway = fake()
    await createClient
      .fromEnv({ ...(gateway.options.fetch && { fetch: gateway.options.fetch }) })
      .sessions.get('s')
    expect(gateway.apiRequests[0]?.url).toBe('https://gateway.example/api/sessions/s')
  })

  it('reads the variables it is given, and options win', async () => {
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
})
