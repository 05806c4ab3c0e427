import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ConfigProblem } from '../config-values.ts'
import { readPublicKey } from './read-public-key.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-keys-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function read(pem: string | Buffer) {
  const path = join(folder, 'key.pem')
  writeFileSync(path, pem)
  const problems: ConfigProblem[] = []
  return { key: readPublicKey('place', path, problems), problems }
}

const PEM = { type: 'spki', format: 'pem' } as const
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })

it('reads P-256, RSA and Ed25519 keys, and no private keys', () => {
  expect(read(p256.publicKey.export(PEM)).key).toMatchObject({ kty: 'EC', crv: 'P-256' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  expect(read(rsa.publicKey.export(PEM)).key).toMatchObject({ kty: 'RSA' })
  const ed25519 = generateKeyPairSync('ed25519')
  expect(read(ed25519.publicKey.export(PEM)).key).toMatchObject({ kty: 'OKP', crv: 'Ed25519' })
})

it('rejects a private key, a weak key, another curve and text that is not a key', () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  for (const [pem, got] of [
    [p256.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'a private key'],
    [short.publicKey.export(PEM), 'a key that cannot verify assertions'],
    [p384.publicKey.export(PEM), 'a key that cannot verify assertions'],
    ['nothing', 'a key that cannot verify assertions'],
  ] as const) {
    const { key, problems } = read(pem)
    expect([key, problems[0]?.got]).toEqual([null, got])
  }
})

it('reports a missing file', () => {
  const problems: ConfigProblem[] = []
  expect(readPublicKey('place', join(folder, 'missing'), problems)).toBeNull()
  expect(problems[0]?.got).toBe('a file that cannot be read (ENOENT)')
})
