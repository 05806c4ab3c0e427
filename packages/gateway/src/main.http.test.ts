import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findFreePort } from '../test/free-port.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(...args: readonly string[]): Promise<Ended> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SLUICE_')))
  const child = spawn(process.execPath, ['--conditions=@sluice/source', MAIN, ...args], { env })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (part) => (stdout += String(part)))
  child.stderr.on('data', (part) => (stderr += String(part)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

describe('sluice-gateway', () => {
  it('tells its version and its usage', async () => {
    const [version, help] = await Promise.all([run('--version'), run('--help')])
    expect(version).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/) as unknown,
    })
    expect(help).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: sluice-gateway start/) as unknown,
    })
  })

  it('ends with 2 and says where help is when it is misused, and keeps the standard output clean', async () => {
    const ended = await run('serve')
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toBe('There is no command serve. See sluice-gateway help.\n')
  })

  it('ends with 1 when its configuration cannot be used', async () => {
    const ended = await run('start', '--port', '70000', '--json')
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain('--port (SLUICE_PORT): got "70000"; give a whole number from 0 to 65535')
  })

  it('applies a configuration file, and tells everything that is wrong with one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-main-'))
    const [good, bad] = [join(folder, 'good.yaml'), join(folder, 'bad.yaml')]
    writeFileSync(good, 'merchants: [{ id: shop, name: Shop }]')
    writeFileSync(bad, 'merchants:\n  - { id: shop }')
    const place = `${bad}:2 merchants[0].name: got nothing; give a text`
    const [applied, refused, refusedTwice, nothing] = await Promise.all([
      run('apply', '--config', good, '--data', folder, '--dry-run'),
      run('apply', '--config', bad, '--data', folder),
      run('start', '--config', bad, '--port', 'x'),
      run('apply'),
    ])
    expect(applied).toMatchObject({ code: 0, stderr: '' })
    expect(applied.stdout).toMatch(/^shop \(.*\)\n {2}\+ merchant .*\n1 to change; nothing was written\.\n$/)
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `The configuration file cannot be used:\n  ${place}\n`,
    })
    expect(refusedTwice.stderr).toMatch(
      /^The configuration cannot be used:\n {2}--port .*\n {2}.*merchants\[0\]\.name: .*\n$/,
    )
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('--config') as unknown })
    rmSync(folder, { recursive: true })
  })

  it('ends with 1 and a reason when the database cannot be reached', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-main-'))
    const databaseUrl = `postgres://nobody:hunter2@127.0.0.1:${await findFreePort()}/none`
    const ended = await run('start', '--port', '0', '--data', folder, '--database-url', databaseUrl)
    rmSync(folder, { recursive: true })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^Sluice could not start: .*ECONNREFUSED/)
    expect(ended.stderr).not.toContain('hunter2')
  })
})
