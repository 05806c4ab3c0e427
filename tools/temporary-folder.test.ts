import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const module = join(import.meta.dirname, 'temporary-folder.mjs')

it.runIf(existsSync('/dev/shm'))('the next run deletes what a killed run left in memory', () => {
  const runAnd = (end: string) => {
    const script = `
      import { writeSync } from 'node:fs'
      import { makeTemporaryFolder } from ${JSON.stringify(module)}
      writeSync(1, makeTemporaryFolder())
      ${end}
    `
    return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).stdout
  }
  const left = runAnd("process.kill(process.pid, 'SIGKILL')")
  expect(existsSync(left)).toBe(true)
  const next = runAnd('')
  // If memory is full, the folder is elsewhere, and remains.
  expect(existsSync(left)).toBe(!left.startsWith('/dev/shm'))
  expect(existsSync(next)).toBe(false)
  rmSync(left, { recursive: true, force: true })
})

it('the folder of a run is accessible to PostgreSQL’s account, and deleted with the run', () => {
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
