import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeDemoEnvironment } from './demo-environment.ts'

it('writes the demo’s variables readable only by their owner, and replaces those of the last start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  writeDemoEnvironment(dataDir, 'SLUICE_BASE_URL=http://127.0.0.1:1\nSLUICE_CLIENT_ID=demo\n')
  const path = writeDemoEnvironment(dataDir, 'SLUICE_BASE_URL=http://127.0.0.1:2\n')
  expect(path).toBe(join(dataDir, 'demo.env'))
  expect(readFileSync(path, 'utf8')).toBe('SLUICE_BASE_URL=http://127.0.0.1:2\n')
  expect(readdirSync(dataDir)).toEqual(['.gitignore', 'demo.env'])
  expect(readFileSync(join(dataDir, '.gitignore'), 'utf8')).toBe('*\n')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
