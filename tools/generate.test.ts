import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeOthers, writeChanged } from './generate.ts'

it('writes what changed, removes what is gone, and does not touch the rest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-generate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [same, changed, gone] = ['same.ts', 'in/changed.ts', 'gone.ts'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(same, 'one')
  writeFileSync(gone, 'old')
  utimesSync(same, 1, 1)
  const files = new Map([
    [same, 'one'],
    [changed, 'two'],
  ])
  writeChanged(files)
  removeOthers(folder, files)
  expect(statSync(same).mtimeMs).toBe(1_000)
  expect(readFileSync(changed, 'utf8')).toBe('two')
  expect(existsSync(gone)).toBe(false)
})
