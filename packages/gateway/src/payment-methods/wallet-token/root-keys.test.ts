import { exportPublicKey } from '@sluice/shared/p256'
import { describe, expect, it } from 'vitest'

import { KEYS, NOW_MS } from '../../../test/wallet-tokens.ts'
import { readRootKeys, usableRootKeys } from './root-keys.ts'

const ENTRY = {
  keyValue: exportPublicKey(KEYS.root).toString('base64'),
  protocolVersion: 'ECv2',
  keyExpiration: String(NOW_MS),
}
const read = (...keys: unknown[]) => readRootKeys(JSON.stringify({ keys }))

describe('the file of root keys', () => {
  it.each(['', 'null', '[]', '{}', '{"keys":{}}'])('is unreadable as %j', (text) => {
    expect(readRootKeys(text)).toBeNull()
  })

  it('returns each key with its version and expiry', () => {
    const { keyExpiration: _, ...withoutEnd } = { ...ENTRY, protocolVersion: 'ECv1' }
    expect(read(ENTRY, withoutEnd)).toMatchObject([
      { protocolVersion: 'ECv2', expiresAtMs: NOW_MS },
      { protocolVersion: 'ECv1', expiresAtMs: null },
    ])
  })

  it.each<[string, unknown]>([
    ['that is not an object', 'key'],
    ['null', null],
    ['without a key', { ...ENTRY, keyValue: undefined }],
    ['with a number for a key', { ...ENTRY, keyValue: 1234 }],
    ['with a key that is not Base64', { ...ENTRY, keyValue: '!!!!' }],
    ['with a key of no curve', { ...ENTRY, keyValue: 'AAAA' }],
    ['without a version', { ...ENTRY, protocolVersion: undefined }],
    ['with a number for a version', { ...ENTRY, protocolVersion: 2 }],
    ['with an invalid expiry', { ...ENTRY, keyExpiration: 'soon' }],
    ['with null as expiry', { ...ENTRY, keyExpiration: null }],
  ])('omits an entry %s', (_, entry) => {
    expect(read(entry, ENTRY)).toHaveLength(1)
  })
})

it('a root key may sign until it expires, and without expiry only for the retired version', () => {
  const { keyExpiration: _, ...withoutEnd } = ENTRY
  const roots = read(ENTRY, withoutEnd, { ...withoutEnd, protocolVersion: 'ECv1' }) ?? []
  expect(usableRootKeys(roots, 'ECv2', NOW_MS - 1)).toEqual([roots[0]])
  expect(usableRootKeys(roots, 'ECv2', NOW_MS)).toEqual([])
  expect(usableRootKeys(roots, 'ECv1', NOW_MS)).toEqual([roots[2]])
})
