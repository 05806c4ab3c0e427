import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, vi } from 'vitest'

import { makeSandbox } from './make-sandbox.ts'

it('requests no sandbox whose secrets cannot be stored', async () => {
  const home = mkdtempSync(join(tmpdir(), 'sluice-sandbox-file-'))
  const file = join(home, 'file')
  writeFileSync(file, '')
  const useTestTool = vi.fn(() => Promise.reject(new Error('asked')))
  await expect(makeSandbox({ useTestTool }, {}, file)).rejects.toThrow('EEXIST')
  await expect(makeSandbox({ useTestTool }, {}, join(file, 'below'))).rejects.toThrow('ENOTDIR')
  expect(useTestTool).not.toHaveBeenCalled()
  rmSync(home, { recursive: true })
})
