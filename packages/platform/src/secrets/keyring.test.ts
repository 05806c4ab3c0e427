import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createKeyring } from './keyring.ts'
import { createCommandKeyProvider, createFileKeyProvider } from './key-provider.ts'
import { createSealer, keyIdOf, WrongMasterKeyError } from './sealer.ts'

const random = { bytes: (length: number) => randomBytes(length), uuid: () => 'unused' }
const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]

describe('a keyring', () => {
  it('seals with the latest valid key, and opens with all', () => {
    let nowMs = 1_000
    const keyring = createKeyring(
      [
        { key: second, notBeforeMs: 5_000 },
        { key: first, notBeforeMs: 0 },
      ],
      { now: () => nowMs },
    )
    const sealer = createSealer(keyring, random)
    const before = sealer.seal('p', Buffer.from('before'))
    expect(keyring.current().key).toEqual(first)
    nowMs = 5_000
    expect(keyring.current().key).toEqual(second)
    const after = sealer.seal('p', Buffer.from('after'))
    expect(keyIdOf(after)).not.toBe(keyIdOf(before))
    expect(sealer.open('p', before).toString()).toBe('before')
    expect(sealer.open('p', after).toString()).toBe('after')
  })

  it('seals only under keys that all processes have, and opens with all', () => {
    const keys = [
      { key: first, notBeforeMs: 0 },
      { key: second, notBeforeMs: 1 },
      { key: third, notBeforeMs: 9 },
    ]
    const keyring = createKeyring(keys, { now: () => 5 })
    const [oldest, middle, latest] = keyring.list().map(({ id }) => id)
    if (!oldest || !middle || !latest) throw new Error('a key is missing')
    keyring.sealOnlyUnder(new Set([oldest]))
    expect(keyring.current().id).toBe(oldest)
    expect(keyring.find(middle)?.id).toBe(middle)
    expect(keyring.latestOf(new Set([oldest, latest])).id).toBe(latest)
    keyring.sealOnlyUnder(null)
    expect(keyring.current().id).toBe(middle)
    // Nothing in common: to seal under a key of its own is all that is left.
    keyring.sealOnlyUnder(new Set(['another']))
    expect(keyring.current().id).toBe(middle)
  })

  it('opens nothing of a removed key', () => {
    const keyring = createKeyring([{ key: first, notBeforeMs: 0 }], { now: () => 0 })
    const sealer = createSealer(keyring, random)
    const sealed = sealer.seal('p', Buffer.from('x'))
    keyring.replace([{ key: third, notBeforeMs: 0 }])
    expect(() => sealer.open('p', sealed)).toThrow(WrongMasterKeyError)
  })
})

function makeFile(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-keys-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'keys')
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

describe('master keys in a file', () => {
  it('are added one by one, readable only by their owner', async () => {
    const file = makeFile(first.toString('base64'))
    const provider = createFileKeyProvider(file)
    await provider.add?.({ key: second, notBeforeMs: Date.UTC(2026, 10, 22, 16) })
    expect(readFileSync(file, 'utf8')).toBe(
      `${first.toString('base64')}\n${second.toString('base64')} 2026-11-22T16:00:00.000Z\n`,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await provider.load()).map(({ key }) => key)).toEqual([first, second])
  })

  it('stay readable for the same accounts: the file keeps its mode', async () => {
    const file = makeFile(first.toString('base64'))
    chmodSync(file, 0o640)
    await createFileKeyProvider(file).add?.({ key: second, notBeforeMs: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  it.runIf(process.getuid?.() === 0)('keep owner and group when root adds one', async () => {
    const file = makeFile(first.toString('base64'))
    chownSync(file, 12_345, 23_456)
    await createFileKeyProvider(file).add?.({ key: second, notBeforeMs: 0 })
    expect(statSync(file)).toMatchObject({ uid: 12_345, gid: 23_456 })
    expect((await createFileKeyProvider(file).load()).map(({ key }) => key)).toEqual([first, second])
  })

  it('stay unchanged if a new file cannot be given to their owner, and no other file is left behind', async () => {
    const text = first.toString('base64')
    const file = makeFile(text)
    const probe = await open(file, 'r')
    const handles = Object.getPrototypeOf(probe) as typeof probe
    await probe.close()
    const refuse = vi.spyOn(handles, 'chmod').mockRejectedValue(Object.assign(new Error(), { code: 'EPERM' }))
    onTestFinished(() => refuse.mockRestore())
    const adding = createFileKeyProvider(file).add?.({ key: second, notBeforeMs: 0 })
    await expect(adding).rejects.toThrow(
      /No key was added: .* \(EPERM\)\. Run this as root or as that user\./,
    )
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readdirSync(dirname(file))).toHaveLength(1)
  })

  it('are refused without being shown', async () => {
    const loading = createFileKeyProvider(makeFile('hidden-value')).load()
    await expect(loading).rejects.toThrow(/must contain one master key per line/)
    await expect(loading).rejects.not.toThrow(/hidden-value/)
  })
})

describe('master keys of a command', () => {
  it('are those that it prints', async () => {
    const program = makeFile(`#!/bin/sh\necho ${first.toString('base64')}\n`)
    chmodSync(program, 0o700)
    const provider = createCommandKeyProvider(`${program} --region eu`)
    expect(await provider.load()).toEqual([{ key: first, notBeforeMs: 0 }])
    expect(provider.add).toBeNull()
  })

  it('are reported as missing with the name of a command that fails', async () => {
    await expect(createCommandKeyProvider('/nowhere/kms').load()).rejects.toThrow(
      '/nowhere/kms returned no master keys (ENOENT)',
    )
  })
})
