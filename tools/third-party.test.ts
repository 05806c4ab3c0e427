import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { rollup } from 'rollup'
import { describe, expect, it, onTestFinished } from 'vitest'

import { isAccepted, readThirdParty, thirdParty, thirdPartyOfPrograms } from './third-party.ts'

/** A folder with a package `left` that a program imports, licensed as given. */
function makeProject(license: string, name = 'left'): { readonly folder: string; readonly entry: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-third-party-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entry = join(folder, 'entry.js')
  const home = join(folder, 'node_modules', name)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version: '1.2.3', license }))
  writeFileSync(join(home, 'index.js'), 'export const left = Math.random()')
  writeFileSync(join(home, 'LICENSE'), 'Copyright Ada\n')
  writeFileSync(entry, `import { left } from './node_modules/${name}/index.js'\nconsole.log(left)`)
  return { folder, entry }
}

const bundle = (project: { folder: string; entry: string }, served: readonly string[] = []) =>
  build({
    entryPoints: [project.entry],
    bundle: true,
    write: false,
    logLevel: 'silent',
    plugins: [thirdParty(join(project.folder, 'dist'), served)],
  })

describe('a bundle', () => {
  it('lists its packages for scanners, and their licenses for people', async () => {
    const project = makeProject('MIT', '@ada/left')
    await bundle(project)
    const dist = join(project.folder, 'dist')
    expect(readThirdParty(dist)).toEqual([
      expect.objectContaining({ purl: 'pkg:npm/%40ada/left@1.2.3', name: '@ada/left', version: '1.2.3' }),
    ])
    expect(readFileSync(join(dist, 'third-party-licenses.txt'), 'utf8')).toBe(
      '@ada/left 1.2.3\n\nCopyright Ada\n',
    )
  })

  it('lists what the pages that it serves bundle, too', async () => {
    const page = makeProject('BSD-3-Clause', 'right')
    const served = join(page.folder, 'dist')
    const program = await rollup({ input: page.entry, plugins: [thirdPartyOfPrograms(served)] })
    await program.generate({})
    const project = makeProject('MIT')
    await bundle(project, [served])
    expect(readThirdParty(join(project.folder, 'dist')).map(({ name }) => name)).toEqual(['left', 'right'])
  })

  it('is not built with a license that is not accepted', async () => {
    await expect(bundle(makeProject('AGPL-3.0-only'))).rejects.toThrow('has the license AGPL-3.0-only')
  })
})

it('one accepted license of several is enough', () => {
  expect(isAccepted('(GPL-2.0 OR MIT)')).toBe(true)
  expect(isAccepted('GPL-2.0 AND MIT')).toBe(false)
  expect(isAccepted('')).toBe(false)
})
