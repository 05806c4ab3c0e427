import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Examined } from '@sluice/gateway-core/installation-checks/examined'
import { loadConfigurationFile } from '@sluice/gateway-core/configuration-file'
import { readConfig } from '@sluice/gateway-core/config'

import { findFreePort } from '../../platform/test/free-port.ts'
import { runProgram, startProgram } from './gateway-program.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { runCommand } from './run-command.ts'
import { startSimulators } from '../../gateway/test/start-simulators.ts'

const WISH = ['--base-url', 'https://pay.example.com', '--shop', 'https://shop.example.com']

function readEnvironment(directory: string): Record<string, string> {
  const lines = readFileSync(join(directory, 'environment'), 'utf8').split('\n')
  return Object.fromEntries(lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split('=', 2)))
}

describe('a new installation', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'sluice-installation-'))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  it('consists of files that a production gateway accepts unchanged, readable only by their owner', async () => {
    const directory = join(home, 'sluice')
    const made = await runProgram(['init', '--dir', directory, '--merchant', 'blueberry', ...WISH])
    expect(made).toMatchObject({ code: 0, stderr: '' })

    const env = readEnvironment(directory)
    const reading = readConfig({}, env)
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    const { config } = reading
    expect(config).toMatchObject({ environment: 'production', http: { baseUrl: 'https://pay.example.com' } })
    expect(env).toMatchObject({
      SLUICE_METHODS_URL: 'https://methods.pay.example.com',
      SLUICE_PORTAL_URL: 'https://portal.pay.example.com',
    })
    const tokens = ['OPERATOR', 'METRICS'].map((name) =>
      readFileSync(env[`SLUICE_${name}_TOKEN_FILE`] ?? '', 'utf8').trim(),
    )
    expect(new Set(tokens).size).toBe(2)
    const file = loadConfigurationFile(config.configFile ?? '', config)
    expect(file.merchants.map(({ label }) => label)).toEqual(['blueberry'])
    const modes = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map(
      (path) => statSync(join(directory, path)).mode & 0o077,
    )
    expect(new Set(modes)).toEqual(new Set([0]))
    // The output contains no secret.
    for (const name of readdirSync(join(directory, 'secrets'))) {
      expect(made.stdout).not.toContain(readFileSync(join(directory, 'secrets', name), 'utf8').trim())
    }
  })

  it('prints steps that work in their order: the first operator is invited before the gateway starts', async () => {
    const directory = join(home, 'sluice')
    const { stdout } = await runProgram(['init', '--dir', directory, ...WISH])
    const steps = [...stdout.matchAll(/^\d\. sluice-gateway (\w+)/gm)].map(([, command]) => command)
    expect(steps).toEqual(['users', 'start'])
    const invite = ['users', 'invite', 'you@example.com', '--name', 'Your Name']
    const invited = await runProgram(invite, readEnvironment(directory))
    expect(invited).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('https://portal.pay.example.com/'),
    })
  })

  it('generates its own secrets, and overwrites no existing ones', async () => {
    const [one, two] = [join(home, 'one'), join(home, 'two')]
    await Promise.all([one, two].map((directory) => runProgram(['init', '--dir', directory, ...WISH])))
    const keyOf = (directory: string) => readFileSync(join(directory, 'secrets/master-key'), 'utf8')
    expect(keyOf(one)).not.toBe(keyOf(two))

    const before = keyOf(one)
    const again = await runProgram(['init', '--dir', one, ...WISH])
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('nothing is overwritten. Name an empty directory with --dir')
    expect(keyOf(one)).toBe(before)
  })

  it.each([
    [['--shop', 'https://shop.example.com'], '--base-url'],
    [['--base-url', 'http://pay.example.com', '--shop', 'https://shop.example.com'], '--base-url'],
    [['--base-url', 'https://pay.example.com/api', '--shop', 'https://shop.example.com'], '--base-url'],
    [['--base-url', 'https://pay.example.com'], '--shop'],
    [[...WISH, '--merchant', 'Blåbär'], '--merchant'],
    [[...WISH, '--dir', '/tmp/two words'], '--dir'],
  ])('is refused with the option that is wrong: %j', async (args, option) => {
    const place = option === '--dir' ? [] : ['--dir', join(home, 'sluice')]
    const ended = await runProgram(['init', ...place, ...args])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(`Set ${option} to `)
    expect(readdirSync(home)).toEqual([])
  })
})

describe('the doctor', () => {
  const examine = async (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<{
    readonly code: number | null
    readonly verdicts: Record<string, string>
    readonly found: string
  }> => {
    const { code, stdout } = await runProgram(['doctor', '--json', ...args], env)
    const examined = JSON.parse(stdout) as Examined[]
    return {
      code,
      verdicts: Object.fromEntries(examined.map(({ what, verdict }) => [what, verdict])),
      found: examined.map(({ found }) => found).join('\n'),
    }
  }

  it('reports no failure where a gateway and all that it needs run', async () => {
    const simulators = await startSimulators()
    const directory = mkdtempSync(join(tmpdir(), 'sluice-doctor-'))
    const data = ['--data', join(directory, 'data')]
    const gateway = await startProgram({ SLUICE_LOG_LEVEL: 'error' }, '--port', '0', ...data)
    const baseUrl = gateway.ready.base_url
    try {
      const configFile = join(directory, 'sluice.json')
      const { providers, three_ds_servers } = simulators.addresses
      writeFileSync(
        configFile,
        JSON.stringify({
          three_ds_servers,
          providers: providers.map((provider) => ({ ...provider, accounts: [`${provider.id}-eur`] })),
        }),
      )
      const env = { SLUICE_BASE_URL: baseUrl }
      const { code, verdicts, found } = await examine(['--config', configFile, ...data], env)
      expect(verdicts).toEqual({
        'configuration file': 'good',
        'master key': 'later',
        'data directory': 'good',
        database: 'good',
        providers: 'good',
        '3-D Secure server': 'good',
        [baseUrl]: 'good',
      })
      expect(code).toBe(0)
      expect(found).toMatch(
        /with schema \d+ \(migrated by Sluice \d+\.\d+\.\d+\), compatible with versions from schema \d+/,
      )

      const address = new URL(three_ds_servers[0].url).origin
      const nowhere = `http://127.0.0.1:${await findFreePort()}`
      writeFileSync(configFile, readFileSync(configFile, 'utf8').replaceAll(address, nowhere))
      const alone = await examine(['--config', configFile, ...data], env)
      expect(alone).toMatchObject({ code: 1, verdicts: { providers: 'bad', '3-D Secure server': 'bad' } })
    } finally {
      await gateway.end('SIGTERM')
      await simulators.close()
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('gives each problem of the configuration file a line', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-doctor-'))
    try {
      const configFile = join(directory, 'sluice.json')
      writeFileSync(configFile, JSON.stringify({ providers: [{ id: 1 }], marchants: [] }))
      const { stdout } = await runCommand(['doctor', '--config', configFile, '--data', directory], {})
      const [first, ...more] = stdout.split('\n')
      expect(first).toBe('✗ configuration file: The configuration file cannot be used:')
      expect(more.filter((line) => line.startsWith(`  ${configFile}`)).length).toBeGreaterThan(1)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('finds nothing wrong with a server whose tables the first start makes', async () => {
    const postgres = await startPostgres()
    const directory = mkdtempSync(join(tmpdir(), 'sluice-doctor-'))
    try {
      const env = { SLUICE_DATABASE_URL: await postgres.createDatabase() }
      const { code, stdout } = await runCommand(['doctor', '--json', '--data', directory], env)
      expect(code).toBe(0)
      expect((JSON.parse(stdout) as Examined[]).find(({ what }) => what === 'database')).toMatchObject({
        verdict: 'later',
        found: expect.stringContaining('first start') as unknown,
      })
    } finally {
      await postgres.stop()
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('reports what a new installation still lacks, and quotes no secret', async () => {
    const home = mkdtempSync(join(tmpdir(), 'sluice-doctor-'))
    try {
      const directory = join(home, 'sluice')
      await runProgram(['init', '--dir', directory, ...WISH])
      // Names of example.com's reserved siblings resolve nowhere.
      const { code, verdicts, found } = await examine([], readEnvironment(directory))
      expect(verdicts).toEqual({
        'configuration file': 'good',
        'master key': 'good',
        'data directory': 'good',
        database: 'later',
        providers: 'bad',
        '3-D Secure server': 'bad',
        'https://pay.example.com': 'later',
        'https://methods.pay.example.com': 'later',
        'https://portal.pay.example.com': 'later',
      })
      expect(code).toBe(1)
      expect(found).not.toContain(readFileSync(join(directory, 'secrets/acquirer'), 'utf8').trim())

      const file = join(directory, 'environment')
      const misplaced = await examine(['--data', file], readEnvironment(directory))
      expect(misplaced.verdicts).toMatchObject({ 'data directory': 'bad' })
      expect(misplaced.found).toContain(`${file} is a file`)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})
