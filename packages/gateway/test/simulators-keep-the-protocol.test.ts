import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { runSuite } from '@sluice/provider-protocol/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { SimulatorAddress, SimulatorAddresses } from '../src/simulators-app.ts'
import { findFreePort } from './free-port.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')

/** The suite kills the process a dozen times; each start takes seconds on a busy machine. */
const TIMEOUT_MS = 240_000

/** Cards and orders are kept in different books: each is killed once, the others are asked as they run. */
const KILLED: ReadonlySet<string> = new Set(['sim-a', 'sim-payments'])

/** What is checked of a provider without cards that is not killed. */
const FEWEST_CHECKS = 12

describe('the published suite, against `sluice-gateway simulators`,', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-simulators-'))
  let command: readonly string[]
  let child: ChildProcess | null = null
  let providers: readonly SimulatorAddress[] = []

  const stop = async () => {
    if (child === null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    child = null
    await ended
  }

  const start = async () => {
    const [file = '', ...words] = command
    child = spawn(file, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    if (!child.stdout) throw new Error('no output')
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    ;({ providers } = JSON.parse(line) as SimulatorAddresses)
  }

  const runAgainst = async (id: string) => {
    const provider = providers.find((one) => one.id === id)
    if (!provider) throw new Error(`no provider ${id}`)
    const isKilled = KILLED.has(id)
    await (isKilled ? stop() : (child ?? start()))
    const results = await runSuite({
      url: provider.url,
      secret: readFileSync(provider.secret_file, 'utf8').trim(),
      accountId: provider.accounts[0] ?? '',
      approvedCard: '4242424242424242',
      declinedCard: '4000000000000002',
      command: isKilled ? command.map((word) => `'${word}'`).join(' ') : null,
      timeoutMs: 10_000,
    })
    return {
      checks: results.length,
      broken: results.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`])),
    }
  }

  beforeAll(async () => {
    command = [
      process.execPath,
      '--conditions=@sluice/source',
      MAIN,
      'simulators',
      '--port',
      String(await findFreePort()),
      '--data',
      dataDir,
      '--json',
    ]
    await start()
  })
  afterAll(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each([
    'sim-a',
    'sim-b',
    'sim-c',
    'sim-d',
    'sim-e',
    'sim-f',
    'partner-blik',
    'sim-redirect',
    'sim-payments',
    'sim-payouts',
  ])('finds no promise broken by %s', { timeout: TIMEOUT_MS }, async (id) => {
    const { checks, broken } = await runAgainst(id)
    expect(broken).toEqual([])
    expect(checks).toBeGreaterThan(FEWEST_CHECKS)
  })
})
