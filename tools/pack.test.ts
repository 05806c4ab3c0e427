import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { pack } from './pack.ts'

const folder = mkdtempSync(join(tmpdir(), 'pack-test-'))

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Takes the place of the package manager: writes an empty tarball where it is told to. */
const PACKER = `#!/bin/sh
while [ "$1" != --pack-destination ]; do shift; done
: > "$2/sluice-types-0.1.0.tgz"
`

it('needs no temporary folder, from which a tarball could not be moved to another file system', () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const destination = mkdtempSync(join(folder, 'tarballs-'))
  writeFileSync(join(bin, 'npx'), PACKER)
  chmodSync(join(bin, 'npx'), 0o755)
  vi.stubEnv('PATH', [bin, process.env['PATH']].join(delimiter))
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'))
  const tarball = pack('types', destination)
  expect(tarball).toBe(join(destination, 'sluice-types-0.1.0.tgz'))
  expect(readdirSync(destination)).toEqual(['sluice-types-0.1.0.tgz'])
})
