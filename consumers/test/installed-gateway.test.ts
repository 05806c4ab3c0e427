import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pack, unpack } from '../../tools/pack.ts'

const run = promisify(execFile)
const DEPENDENCIES = join(import.meta.dirname, '../../packages/cli/node_modules')

const FILE = `
merchants:
  - id: shop
    name: Shop
    terminals: [{ terminal_id: T00000000001, features: [TRX_TYPE_PURCHASE] }]
`

describe('the packed gateway, with what it depends on', () => {
  let folder: string
  let program: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-installed-'))
    const home = unpack(pack('cli', folder), folder)
    await symlink(DEPENDENCIES, join(home, 'node_modules'))
    program = join(home, 'dist/main.js')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('reads a configuration file, in YAML and in JSON', async () => {
    await writeFile(join(folder, 'sluice.yaml'), FILE)
    await writeFile(
      join(folder, 'sluice.json'),
      JSON.stringify({ merchants: [{ id: 'shop', name: 'Shop 2' }] }),
    )
    const apply = (file: string) =>
      run(process.execPath, [program, 'apply', '--config', file, '--data', join(folder, 'data')], {
        cwd: folder,
      })
    expect((await apply('sluice.yaml')).stdout).toMatch(/^ {2}\+ merchant /m)
    expect((await apply('sluice.json')).stdout).toMatch(/^ {2}~ merchant .*: name, branding$/m)
  })
})
