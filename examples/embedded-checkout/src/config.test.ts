import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const env = {
  SLUICE_BASE_URL: 'http://127.0.0.1:8080/',
  SLUICE_METHODS_URL: 'http://methods.localhost:8080',
  SLUICE_AUTH_URL: 'http://127.0.0.1:8080',
  SLUICE_REALM: 'payments',
  SLUICE_CLIENT_ID: 'shop',
  SLUICE_CLIENT_SECRET: 'canary-secret',
  SLUICE_CLIENT_KEY: 'ck_test_1',
  SLUICE_TERMINAL_ID: 'T00000000001',
}

describe('the configuration', () => {
  it('has defaults for where to listen', () => {
    expect(readConfig(env)).toMatchObject({
      gatewayUrl: 'http://127.0.0.1:8080',
      port: 3000,
      host: '127.0.0.1',
    })
    expect(readConfig({ ...env, PORT: '0', HOST: '::1' })).toMatchObject({ port: 0, host: '::1' })
    expect(readConfig(env).methodsFallbackUrl).toBeNull()
    const byPort = 'http://127.0.0.1:40001'
    expect(readConfig({ ...env, SLUICE_METHODS_FALLBACK_URL: byPort }).methodsFallbackUrl).toBe(byPort)
  })

  it('names everything that is missing, and shows no value', () => {
    const incomplete = { ...env, SLUICE_REALM: '', SLUICE_CLIENT_KEY: undefined }
    expect(() => readConfig(incomplete)).toThrow(
      'Set these environment variables: SLUICE_REALM, SLUICE_CLIENT_KEY',
    )
    for (const port of ['x', '-1', '70000', '1.5'])
      expect(() => readConfig({ ...env, PORT: port })).toThrow(/^PORT/)
  })
})
