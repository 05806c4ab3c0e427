import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openEphemeralFiles } from './ephemeral-files.ts'

let parent: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sluice-test-'))
})

afterEach(() => {
  rmSync(parent, { recursive: true, force: true })
})

const SECRET = Buffer.from('0123456789abcdef0123456789abcdef')

describe('ephemeral secrets in files', () => {
  it('are found until they are erased, by the next process too', async () => {
    const directory = join(parent, 'run')
    await openEphemeralFiles(directory).keep('payment-1', SECRET)
    const secrets = openEphemeralFiles(directory)
    expect(await secrets.find('payment-1')).toEqual(SECRET)
    await secrets.erase('payment-1')
    expect(await secrets.find('payment-1')).toBeNull()
    expect(readdirSync(directory)).toEqual([])
    await secrets.erase('payment-1')
  })

  it('keep their first secret', async () => {
    const secrets = openEphemeralFiles(parent)
    await secrets.keep('payment-1', SECRET)
    await secrets.keep('payment-1', Buffer.alloc(32, 1))
    expect(await secrets.find('payment-1')).toEqual(SECRET)
  })

  it('are overwritten before their file goes', async () => {
    const secrets = openEphemeralFiles(join(parent, 'run'))
    await secrets.keep('payment-1', SECRET)
    linkSync(join(parent, 'run', 'payment-1'), join(parent, 'block'))
    await secrets.erase('payment-1')
    expect(readFileSync(join(parent, 'block'))).toEqual(Buffer.alloc(32))
  })

  it('can be read by their owner only', async () => {
    const directory = join(parent, 'run')
    await openEphemeralFiles(directory).keep('payment-1', SECRET)
    expect((statSync(directory).mode & 0o777).toString(8)).toBe('700')
    expect((statSync(join(directory, 'payment-1')).mode & 0o777).toString(8)).toBe('600')
  })

  it('are listed by age', async () => {
    const secrets = openEphemeralFiles(parent)
    await secrets.keep('payment-1', SECRET)
    expect(await secrets.listNames(Date.now() - 60_000)).toEqual([])
    expect(await secrets.listNames(Date.now() + 60_000)).toEqual(['payment-1'])
  })

  it.each(['../secrets', 'a/b', '', '.'])('refuse the name %j', async (name) => {
    await expect(openEphemeralFiles(parent).keep(name, SECRET)).rejects.toThrow(TypeError)
  })
})
