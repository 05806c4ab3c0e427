import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listPublished } from './pack.ts'
import { findMissingDeclarations } from './require-declarations.mjs'

it('names each declaration that a build without types lacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-declarations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const types = './dist/index.d.ts'
  const exports = {
    '.': { import: { types, default: './dist/index.js' }, require: { types: './dist/cjs/index.d.ts' } },
    './package.json': './package.json',
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ types, exports }))
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/index.d.ts'), '')
  expect(findMissingDeclarations(folder)).toEqual(['./dist/cjs/index.d.ts'])
})

it.each(listPublished())('packages/%s asks before it is packed', (name) => {
  const { scripts } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  expect(scripts['prepack']).toBe('node ../../tools/require-declarations.mjs')
})
