import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('the folder of a run is open to PostgreSQL’s account, and goes with the run', () => {
  const module = join(import.meta.dirname, 'temporary-folder.mjs')
  const script = `
    import { statSync } from 'node:fs'
    import { makeTemporaryFolder } from ${JSON.stringify(module)}
    const folder = makeTemporaryFolder()
    process.stdout.write(JSON.stringify({ folder, mode: statSync(folder).mode & 0o7777 }))
  `
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  const { folder, mode } = JSON.parse(output) as { folder: string; mode: number }
  expect(mode).toBe(0o1777)
  expect(folder).toMatch(/sluice-/)
  expect(existsSync(folder)).toBe(false)
})
