import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runSuite } from '@sluice/provider-protocol/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findFreePort } from '../../platform/test/free-port.ts'
import { simulatorsCommand, type SimulatorsProgram, startSimulatorsProgram } from './simulators-program.ts'

/** The suite kills the process a dozen times; each start takes seconds on a busy machine. */
const TIMEOUT_MS = 240_000

/** Cards and orders are kept in different books: each is killed once, the others are asked as they run. */
const KILLED: ReadonlySet<string> = new Set(['sim-a', 'sim-payments'])

/** The number of checks for a provider without cards that is not killed. */
const FEWEST_CHECKS = 12

describe('the published suite, against `sluice-gateway simulators`,', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-simulators-'))
  let port: number
  let program: SimulatorsProgram

  const runAgainst = async (id: string) => {
    const provider = program.addresses.providers.find((one) => one.id === id)
    if (!provider) throw new Error(`no provider ${id}`)
    const isKilled = KILLED.has(id)
    // The suite starts a program of its own, again and again.
    if (isKilled) await program.close()
    const results = await runSuite({
      url: provider.url,
      secret: readFileSync(provider.secret_file, 'utf8').trim(),
      accountId: provider.accounts[0]?.id ?? '',
      approvedCard: '4242424242424242',
      declinedCard: '4000000000000002',
      pending: { card: '4000000010020008', withinMs: 20_000 },
      command: isKilled
        ? simulatorsCommand(dataDir, port)
            .map((word) => `'${word}'`)
            .join(' ')
        : null,
      timeoutMs: 10_000,
    })
    if (isKilled) program = await startSimulatorsProgram({ dataDir, port })
    return {
      checks: results.length,
      broken: results.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`])),
    }
  }

  beforeAll(async () => {
    port = await findFreePort()
    program = await startSimulatorsProgram({ dataDir, port })
  })
  afterAll(async () => {
    await program.close()
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
