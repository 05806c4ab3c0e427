import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { findSecret, loadOrCreateSecret, replaceSecret, SecretFileError } from './secret-file.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-test-'))
})

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('loadOrCreateSecret', () => {
  it('creates a secret once and reads it from then on', () => {
    expect(loadOrCreateSecret(dataDir, 'key', () => 'first')).toBe('first')
    expect(loadOrCreateSecret(dataDir, 'key', () => 'second')).toBe('first')
    expect(loadOrCreateSecret(dataDir, 'other', () => 'second')).toBe('second')
  })

  it('is readable only by its user, and leaves no other file behind', () => {
    loadOrCreateSecret(dataDir, 'key', () => 'secret')
    expect(modeOf(join(dataDir, 'secrets'))).toBe('700')
    expect(modeOf(join(dataDir, 'secrets', 'key'))).toBe('600')
    expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['key'])
  })

  it('uses the secret that another process created in the meantime', () => {
    const secret = loadOrCreateSecret(dataDir, 'key', () => {
      mkdirSync(join(dataDir, 'secrets'))
      writeFileSync(join(dataDir, 'secrets', 'key'), 'theirs', { mode: 0o600 })
      return 'ours'
    })
    expect(secret).toBe('theirs')
  })

  it('reports why a secret cannot be stored, without showing it', () => {
    writeFileSync(join(dataDir, 'file'), '')
    const loading = () => loadOrCreateSecret(join(dataDir, 'file'), 'key', () => 'hidden-value')
    expect(loading).toThrow(SecretFileError)
    expect(loading).toThrow(/The secret key cannot be written into/)
    expect(loading).not.toThrow(/hidden-value/)
  })
})

describe('findSecret', () => {
  it('returns null before there is one, and the one that replaced it later', () => {
    expect(findSecret(dataDir, 'key')).toBeNull()
    expect(existsSync(join(dataDir, 'secrets'))).toBe(false)
    loadOrCreateSecret(dataDir, 'key', () => 'first')
    replaceSecret(dataDir, 'key', 'second')
    expect(findSecret(dataDir, 'key')).toBe('second')
  })
})

describe('an existing secret', () => {
  function write(text: string, mode: number): string {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true })
    const path = join(dataDir, 'secrets', 'key')
    writeFileSync(path, text)
    chmodSync(path, mode)
    return path
  }
  const load = () => loadOrCreateSecret(dataDir, 'key', () => 'new')

  it('may have a line break at its end, and be readable for a group', () => {
    write('secret\n', 0o440)
    expect(load()).toBe('secret')
  })

  it.each([0o604, 0o602, 0o644])('is refused with mode %o, with the fix in the message', (mode) => {
    const path = write('hidden-value', mode)
    expect(load).toThrow(SecretFileError)
    expect(load).toThrow(`chmod 600 ${path}`)
    expect(load).not.toThrow(/hidden-value/)
  })

  it('is refused when it is empty', () => {
    const path = write(' \n', 0o600)
    expect(load).toThrow(SecretFileError)
    expect(load).toThrow(`The secret file ${path} is empty`)
  })

  it('is refused when it cannot be read', () => {
    mkdirSync(join(dataDir, 'secrets', 'key'), { recursive: true, mode: 0o700 })
    expect(load).toThrow(SecretFileError)
    expect(load).toThrow(/cannot be read: EISDIR/)
  })
})
