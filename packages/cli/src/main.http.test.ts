import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findFreePort } from '../../platform/test/free-port.ts'
import { runProgram, startProgram } from '../test/gateway-program.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

describe('sluice-gateway', () => {
  it('prints its version and its help', async () => {
    const [version, help] = await Promise.all([runProgram(['--version']), runProgram(['--help'])])
    expect(version).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/) as unknown,
    })
    expect(help).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: sluice-gateway <command>/) as unknown,
    })
  })

  it('exits with 2 and points to the help when it is misused, and writes nothing to standard output', async () => {
    const ended = await runProgram(['serve'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toBe('Unknown command serve. See sluice-gateway help.\n')
  })

  it('exits with 1 when its configuration cannot be used', async () => {
    const ended = await runProgram(['start', '--port', '70000', '--json'])
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain('--port (SLUICE_PORT): got "70000"; use a whole number from 0 to 65535')
  })

  it('applies a configuration file, and reports every error of an invalid one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-main-'))
    const [good, bad] = [join(folder, 'good.yaml'), join(folder, 'bad.yaml')]
    writeFileSync(good, 'merchants: [{ id: shop, name: Shop }]')
    writeFileSync(bad, 'merchants:\n  - { id: shop }')
    const place = `${bad}:2 merchants[0].name: got nothing; use a string`
    const [applied, refused, refusedTwice, nothing] = await Promise.all([
      runProgram(['apply', '--config', good, '--data', folder, '--dry-run']),
      runProgram(['apply', '--config', bad, '--data', folder]),
      runProgram(['start', '--config', bad, '--port', 'x']),
      runProgram(['apply']),
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

  it('exits without serving when it cannot write what shops read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-main-'))
    mkdirSync(join(folder, 'demo.env'))
    const ended = await runProgram(['start', '--port', '0', '--data', folder])
    rmSync(folder, { recursive: true })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^Sluice could not start: .*demo\.env/m)
  })

  it('exits silently when its output is closed', async () => {
    const child = spawn(process.execPath, ['--conditions=@sluice/source', MAIN, 'completion', 'bash'])
    child.stdout.destroy()
    let said = ''
    child.stderr.on('data', (part) => (said += String(part)))
    expect(await once(child, 'close')).toEqual([141, null])
    expect(said).toBe('')
  })

  it('exits with 1 and a reason when the database cannot be reached', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-main-'))
    const databaseUrl = `postgres://unknown:hunter2@127.0.0.1:${await findFreePort()}/none`
    const ended = await runProgram(['start', '--port', '0', '--data', folder], {
      SLUICE_DATABASE_URL: databaseUrl,
    })
    rmSync(folder, { recursive: true })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^Sluice could not start: .*ECONNREFUSED/)
    expect(ended.stderr).not.toContain('hunter2')
  })

  it('opens no inspector in production, for any signal or option', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-main-'))
    const keyFile = join(folder, 'master-key')
    writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
    const env = {
      SLUICE_ENVIRONMENT: 'production',
      SLUICE_BASE_URL: 'https://pay.example.com',
      SLUICE_TRUSTED_PROXIES: '127.0.0.1',
      SLUICE_MASTER_KEY_FILE: keyFile,
      SLUICE_DATA_DIR: folder,
      SLUICE_PORT: '0',
      SLUICE_DRAIN_DELAY_MS: '1000',
    }
    const refused = spawn(
      process.execPath,
      ['--inspect=127.0.0.1:0', '--conditions=@sluice/source', MAIN, 'start'],
      { env },
    )
    let reason = ''
    refused.stderr.on('data', (part) => (reason += String(part)))
    const [code] = (await once(refused, 'close')) as [number]
    expect(code).toBe(1)
    expect(reason).toContain('the inspector is open')

    const gateway = await startProgram(env)
    gateway.process.kill('SIGUSR1')
    await gateway.end('SIGTERM')
    expect(gateway.log()).not.toContain('Debugger listening')
    rmSync(folder, { recursive: true })
  })
})
