import { describe, expect, it } from 'vitest'
import { type Demo, describeReady } from './describe-ready.ts'
import { describeStartFailure } from './describe-start-failure.ts'

const addresses = {
  baseUrl: 'https://pay.example',
  authUrl: 'https://login.example',
  methodsUrl: 'https://methods.example',
  portalUrl: 'https://portal.example',
  bankUrl: 'https://bank.example',
  fallbackOrigins: { 'https://bank.example': 'http://127.0.0.1:8083' },
}
const origins = { methods_url: 'https://methods.example', portal_url: 'https://portal.example' }
const credentials = {
  sandbox_id: 'demo',
  base_url: 'http://127.0.0.1:8080',
  auth_url: 'http://127.0.0.1:8080',
  realm: 'sluice',
  client_id: 'c',
  client_secret: 's',
  client_key: 'k',
  terminal_id: 'T1',
} as Demo['credentials']
const LINK = 'http://portal.localhost:8080/#link=x'
const demo: Demo = { credentials, environmentFile: '.sluice/demo.env' }

describe('describeReady', () => {
  it('is one line of JSON with the sandbox, or the addresses alone', () => {
    const test = describeReady('test', addresses, demo, null, true)
    expect(test.split('\n')).toHaveLength(2)
    expect(JSON.parse(test)).toEqual({
      ...credentials,
      ...origins,
      bank_url: 'https://bank.example',
      fallback_origins: { 'https://bank.example': 'http://127.0.0.1:8083' },
    })
    expect(JSON.parse(describeReady('production', addresses, null, null, true))).toEqual({
      base_url: 'https://pay.example',
      auth_url: 'https://login.example',
      ...origins,
    })
  })

  it('prints the addresses and credentials to begin with', () => {
    const text = describeReady('test', addresses, demo, LINK, false)
    expect(text).toContain(`${LINK} (once`)
    expect(text).toContain('http://127.0.0.1:8080/realms/sluice/protocol/openid-connect/token')
    for (const value of ['c\n', 's\n', 'k\n', 'T1\n']) expect(text).toContain(value)
    // The names there are those of a client's options; the ones below are of the wire.
    expect(text.split('\n')[2]).toMatch(/^ {2}credentials +\.sluice\/demo\.env /)
    expect(describeReady('production', addresses, null, null, false)).toBe(
      'Sluice is ready at https://pay.example (production).\n',
    )
  })
})

describe('describeStartFailure', () => {
  it('prints the fix, and shows a stack only for bugs', () => {
    for (const [code, option] of [
      ['EADDRINUSE', '--port'],
      ['EADDRNOTAVAIL', '--host'],
      ['EACCES', '--port'],
    ] as const) {
      const error = Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' })
      expect(describeStartFailure(error), code).toContain(option)
    }
    const denied = Object.assign(new Error('permission denied'), { code: 'EACCES', syscall: 'open' })
    expect(describeStartFailure(denied)).toBe('Sluice could not start: permission denied\n')
    expect(describeStartFailure(new Error('The data directory is in use.'))).toBe(
      'Sluice could not start: The data directory is in use.\n',
    )
    expect(describeStartFailure(new TypeError('x is not a function'))).toMatch(/x is not a function\n {4}at /)
    expect(describeStartFailure('nonsense')).toBe('Sluice could not start.\n')
    expect(describeStartFailure(new Error('The file is damaged.'), 'users')).toBe(
      'sluice-gateway users failed: The file is damaged.\n',
    )
  })
})
