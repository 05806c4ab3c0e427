import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Random } from '../kernel/random.ts'
import { prepareMasterKeyFile } from './master-key.ts'
import { SecretFileError } from './secret-file.ts'

const random: Random = { bytes: (length) => randomBytes(length), uuid: () => 'unused' }
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-test-'))
})

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

it('is created once for a data directory', () => {
  const file = prepareMasterKeyFile(dataDir, random)
  const text = readFileSync(file, 'utf8')
  expect(Buffer.from(text, 'base64')).toHaveLength(32)
  expect(readFileSync(prepareMasterKeyFile(dataDir, random), 'utf8')).toBe(text)
  expect(readFileSync(prepareMasterKeyFile(join(dataDir, 'other'), random), 'utf8')).not.toBe(text)
})

it.each([
  ['31 bytes', Buffer.alloc(31, 1).toString('base64')],
  ['33 bytes', Buffer.alloc(33, 1).toString('base64')],
  ['a pass phrase', 'correct horse battery staple, and some'],
])('refuses %s without repeating it', (_, text) => {
  prepareMasterKeyFile(dataDir, random)
  writeFileSync(join(dataDir, 'secrets', 'master-key'), text)
  expect(() => prepareMasterKeyFile(dataDir, random)).toThrow(SecretFileError)
  expect(() => prepareMasterKeyFile(dataDir, random)).toThrow(/must contain 32 bytes in Base64/)
  expect(() => prepareMasterKeyFile(dataDir, random)).not.toThrow(text)
})
