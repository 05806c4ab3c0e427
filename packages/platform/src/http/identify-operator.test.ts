import { describe, expect, it } from 'vitest'
import { OPERATOR_AREAS } from '@sluice/types/vocabulary'

import { Secret } from '../kernel/secret.ts'
import { hashSecret } from '../crypto/secret-hash.ts'
import { findOperator, operatorRule } from './identify-operator.ts'

const TOKEN = 'o'.repeat(32)
const LAPTOP = operatorRule({ host: '127.0.0.1', trustedProxies: [] }, null)
const SERVER = operatorRule({ host: '0.0.0.0', trustedProxies: [] }, new Secret(TOKEN))
const PORTAL = 'http://portal.localhost:8080'
const LOCAL = { host: 'localhost:8080' }

describe('who may use the tools of the test environment', () => {
  it.each(['localhost:8080', 'LOCALHOST', '127.0.0.1:1', '[::1]:8080', '[::1]'])(
    'includes every caller on this machine, by the name %s',
    (host) => {
      expect(findOperator({ host }, LAPTOP, PORTAL)).not.toBeNull()
    },
  )

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:80',
    '192.0.2.1',
    '',
    undefined,
  ])('excludes callers that reach this machine by the name %s', (host) => {
    expect(findOperator(host === undefined ? {} : { host }, LAPTOP, PORTAL)).toBeNull()
  })

  it.each([
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '' },
  ])('excludes callers through a proxy that adds %j', (added) => {
    expect(findOperator({ ...LOCAL, ...added }, LAPTOP, PORTAL)).toBeNull()
  })

  it('includes callers through a proxy with the token', () => {
    const headers = { host: 'localhost:8080', via: '1.1 proxy', authorization: `Bearer  ${TOKEN}` }
    const rule = operatorRule({ host: '127.0.0.1', trustedProxies: [] }, new Secret(TOKEN))
    expect(findOperator(headers, rule, PORTAL)).not.toBeNull()
  })

  it.each([
    { host: '0.0.0.0', trustedProxies: [] },
    { host: '192.0.2.1', trustedProxies: [] },
    { host: 'gateway.internal', trustedProxies: [] },
    { host: '127.0.0.1', trustedProxies: ['10.0.0.0/8'] },
  ])('excludes callers without the token of a server at %j', (config) => {
    expect(findOperator(LOCAL, operatorRule(config, null), PORTAL)).toBeNull()
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

  it('includes callers with the token, from anywhere', () => {
    const headers = { host: 'gateway.example', authorization: `Bearer ${TOKEN}` }
    expect(findOperator(headers, SERVER, PORTAL)).not.toBeNull()
    expect(findOperator({ ...headers, authorization: `bearer ${TOKEN}` }, SERVER, PORTAL)).not.toBeNull()
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
  ])('excludes callers that send %j', (authorization) => {
    expect(
      findOperator(authorization === undefined ? LOCAL : { ...LOCAL, authorization }, SERVER, PORTAL),
    ).toBeNull()
  })

  it('excludes everybody if no token is configured', () => {
    const rule = operatorRule({ host: '0.0.0.0', trustedProxies: [] }, null)
    expect(findOperator({ ...LOCAL, authorization: 'Bearer ' }, rule, PORTAL)).toBeNull()
  })

  it.each([
    'https://evil.example',
    'http://localhost:3000',
    'null',
    'http://localhost:8080.evil.example',
    '',
  ])('excludes pages of %j, even with the token', (origin) => {
    const refused = expect.objectContaining({ status: 403 }) as Error
    expect(() => findOperator({ ...LOCAL, origin }, LAPTOP, PORTAL)).toThrow(refused)
    const headers = { ...LOCAL, origin, authorization: `Bearer ${TOKEN}` }
    expect(() => findOperator(headers, SERVER, PORTAL)).toThrow(refused)
  })

  it('includes pages of the gateway itself', () => {
    expect(findOperator({ ...LOCAL, origin: 'http://localhost:8080' }, LAPTOP, PORTAL)).not.toBeNull()
  })
})

describe('a program that the operator trusts with some areas', () => {
  const [OLD, NEW] = ['p'.repeat(32), 'q'.repeat(32)]
  const PROGRAM = {
    id: 'reconciler',
    areas: new Set(['decisions'] as const),
    tokenHashes: [hashSecret(OLD), hashSecret(NEW)],
  }
  const rule = operatorRule({ host: '0.0.0.0', trustedProxies: [] }, new Secret(TOKEN), () => [PROGRAM])
  const find = (token: string, by = rule) =>
    findOperator({ ...LOCAL, authorization: `Bearer ${token}` }, by, PORTAL)

  it('is recognized by either of its tokens, and the operator by its own', () => {
    const known = { token: 'reconciler', areas: PROGRAM.areas }
    expect([find(OLD), find(NEW)]).toEqual([known, known])
    expect(find(TOKEN)).toEqual({ token: 'SLUICE_OPERATOR_TOKEN', areas: new Set(OPERATOR_AREAS) })
    expect(find('r'.repeat(32))).toBeNull()
  })

  it('has no additional rights on a trusted machine', () => {
    const laptop = operatorRule({ host: '127.0.0.1', trustedProxies: [] }, null, () => [PROGRAM])
    expect(find(OLD, laptop)?.areas).toEqual(PROGRAM.areas)
    expect(findOperator(LOCAL, laptop, PORTAL)).toEqual({ token: null, areas: new Set(OPERATOR_AREAS) })
  })
})
