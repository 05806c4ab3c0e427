import { describe, expect, it } from 'vitest'

import { Secret } from '../kernel/secret.ts'
import { isOperator, operatorRule } from './identify-operator.ts'

const TOKEN = 'o'.repeat(32)
const LAPTOP = operatorRule({ host: '127.0.0.1', trustedProxies: [] }, null)
const SERVER = operatorRule({ host: '0.0.0.0', trustedProxies: [] }, new Secret(TOKEN))
const PORTAL = 'http://portal.localhost:8080'
const LOCAL = { host: 'localhost:8080' }

describe('who may use the tools of the test environment', () => {
  it.each(['localhost:8080', 'LOCALHOST', '127.0.0.1:1', '[::1]:8080', '[::1]'])(
    'is everybody on this machine, by the name %s',
    (host) => {
      expect(isOperator({ host }, LAPTOP, PORTAL)).toBe(true)
    },
  )

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:80',
    '192.0.2.1',
    '',
    undefined,
  ])('is not who reaches this machine by the name %s', (host) => {
    expect(isOperator(host === undefined ? {} : { host }, LAPTOP, PORTAL)).toBe(false)
  })

  it.each([
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '' },
  ])('is not who comes through a proxy that adds %j', (added) => {
    expect(isOperator({ ...LOCAL, ...added }, LAPTOP, PORTAL)).toBe(false)
  })

  it('is who comes through a proxy with the token', () => {
    const headers = { host: 'localhost:8080', via: '1.1 proxy', authorization: `Bearer  ${TOKEN}` }
    const rule = operatorRule({ host: '127.0.0.1', trustedProxies: [] }, new Secret(TOKEN))
    expect(isOperator(headers, rule, PORTAL)).toBe(true)
  })

  it.each([
    { host: '0.0.0.0', trustedProxies: [] },
    { host: '192.0.2.1', trustedProxies: [] },
    { host: 'gateway.internal', trustedProxies: [] },
    { host: '127.0.0.1', trustedProxies: ['10.0.0.0/8'] },
  ])('is not everybody who reaches a server at %j', (config) => {
    expect(isOperator(LOCAL, operatorRule(config, null), PORTAL)).toBe(false)
  })

  it('trusts no machine in production', () => {
    const rule = operatorRule({ environment: 'production', host: '127.0.0.1', trustedProxies: [] }, null)
    expect(rule.isThisMachineTrusted).toBe(false)
  })

  it.each(['127.0.0.1', '::1', 'localhost', '127.0.0.2'])(
    'trusts this machine when it listens at %s',
    (host) => {
      expect(operatorRule({ host, trustedProxies: [] }, null).isThisMachineTrusted).toBe(true)
    },
  )

  it('is who has the token, from anywhere', () => {
    const headers = { host: 'gateway.example', authorization: `Bearer ${TOKEN}` }
    expect(isOperator(headers, SERVER, PORTAL)).toBe(true)
    expect(isOperator({ ...headers, authorization: `bearer ${TOKEN}` }, SERVER, PORTAL)).toBe(true)
  })

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    TOKEN,
  ])('is not who says %j', (authorization) => {
    expect(
      isOperator(authorization === undefined ? LOCAL : { ...LOCAL, authorization }, SERVER, PORTAL),
    ).toBe(false)
  })

  it('is unknown where there is no token', () => {
    const rule = operatorRule({ host: '0.0.0.0', trustedProxies: [] }, null)
    expect(isOperator({ ...LOCAL, authorization: 'Bearer ' }, rule, PORTAL)).toBe(false)
  })

  it.each([
    'https://evil.example',
    'http://localhost:3000',
    'null',
    'http://localhost:8080.evil.example',
    '',
  ])('is no page of %j, not even with the token', (origin) => {
    const refused = expect.objectContaining({ status: 403 }) as Error
    expect(() => isOperator({ ...LOCAL, origin }, LAPTOP, PORTAL)).toThrow(refused)
    const headers = { ...LOCAL, origin, authorization: `Bearer ${TOKEN}` }
    expect(() => isOperator(headers, SERVER, PORTAL)).toThrow(refused)
  })

  it('may be a page of the gateway itself', () => {
    expect(isOperator({ ...LOCAL, origin: 'http://localhost:8080' }, LAPTOP, PORTAL)).toBe(true)
  })
})
