import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

import { fileSchema } from '../../gateway/src/configuration-file/file-schema.ts'
import { describeFileSchema } from '../../gateway/src/configuration-file/json-schema.ts'
import { listMembers } from '../../gateway/src/configuration-file/list-members.ts'
import { loadConfigurationFile } from '../../gateway/src/configuration-file/load-configuration-file.ts'
import { parseConfigurationDocument } from '../../gateway/src/configuration-file/parse-document.ts'

const PACKAGE = fileURLToPath(new URL('../', import.meta.url))
const EXAMPLE = readFileSync(join(PACKAGE, 'sluice.example.yaml'), 'utf8')

function readExample() {
  const reading = parseConfigurationDocument(EXAMPLE)
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return fileSchema.parse(reading.document.value)
}

function makeWalletKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

function makeSecret(path: string): string {
  if (path.includes('gwallet')) return makeWalletKey()
  const random = randomBytes(32).toString('base64')
  if (!path.includes('signing')) return /webhook|callback/.test(path) ? `whsec_${random}` : random
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const key = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
  return `whsk_${key.toString('base64')}`
}

it('the example is valid in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-example-'))
  try {
    for (const [, path = ''] of EXAMPLE.matchAll(/(secrets\/[\w-]+)(?=[\],\n])/g)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), makeSecret(path), { mode: 0o600 })
    }
    writeFileSync(join(folder, 'sluice.yaml'), EXAMPLE)
    const file = loadConfigurationFile(join(folder, 'sluice.yaml'), {
      environment: 'production',
      masterKey: null,
      maxRetries: 5,
      providerTimeoutMs: 35_000,
    })
    expect(file.merchants[0]?.clients[0]?.secretHashes).toHaveLength(2)
    expect(file.providers.map(({ id }) => id)).toEqual(['northpay', 'eastpay'])
    expect(file.trustedIssuer?.audience).toBe('payment-gateway')
    expect(file.gwalletPay).toMatchObject({ recipientId: 'gateway:blueberry', acceptsEcV1: false })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('the example shows every member', () => {
  readExample()
  const names = listMembers(describeFileSchema()).map(
    ({ path }) => path.split('.').at(-1)?.replace('[]', '') ?? '',
  )
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !new RegExp(`\\b${name}:`).test(EXAMPLE))).toEqual([])
})

it('the shipped JSON Schema matches the code', () => {
  const shipped: unknown = JSON.parse(readFileSync(join(PACKAGE, 'configuration.schema.json'), 'utf8'))
  // To regenerate it: sluice-gateway schema > packages/cli/configuration.schema.json
  expect(shipped).toEqual(JSON.parse(JSON.stringify(describeFileSchema())))
})
