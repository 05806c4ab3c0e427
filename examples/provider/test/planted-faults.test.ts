import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type CheckResult, runSuite } from '@sluice/provider-protocol/suite'
import { expect, it, onTestFinished } from 'vitest'

import { openBooks } from '../src/books.ts'
import { findFreePort, type PlantedFault, PLANTED_FAULTS, serveWithFault } from './planted-faults.ts'

const SECRET = 'a secret of the example and of the suite'
const CALLBACK_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

/** Runs every check but those that need to restart the example against it with a fault. */
async function runWith(fault: PlantedFault): Promise<readonly CheckResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-planted-'))
  const port = await findFreePort()
  const callback = { url: `http://127.0.0.1:${port}/`, secret: CALLBACK_SECRET }
  const { url, close } = await serveWithFault(fault, openBooks(join(folder, 'log')), SECRET, callback)
  onTestFinished(() => {
    close()
    rmSync(folder, { recursive: true, force: true })
  })
  return runSuite({
    url,
    secret: SECRET,
    accountId: 'acme-eur',
    approvedCard: '4242424242424242',
    declinedCard: '4000000000000002',
    partialCard: '4000000000000051',
    authenticationCard: '4000000000003220',
    pending: { card: '4000000000000069', withinMs: 2_000 },
    command: null,
    timeoutMs: 10_000,
    // Events take time: other faults are found without them.
    events: fault.answer || fault.books ? null : { port, secret: CALLBACK_SECRET, withinMs: 2_000 },
  })
}

const brokenOf = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap(({ name, problem }) => (problem === null ? [] : [name]))

const TIMEOUT_MS = 120_000

it(
  'the example behind the relay keeps every promise, and each is broken by a fault',
  { timeout: TIMEOUT_MS },
  async () => {
    const results = await runWith({ name: 'none', found: [] })
    expect(brokenOf(results)).toEqual([])
    // Faults of restarts are planted separately, by books that do not survive the process.
    const found = new Set(PLANTED_FAULTS.flatMap((fault) => fault.found))
    expect(results.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([])
    expect(results.length).toBeGreaterThan(60)
  },
)

it.each(PLANTED_FAULTS)('the suite finds $name', { timeout: TIMEOUT_MS }, async (fault) => {
  expect(brokenOf(await runWith(fault))).toEqual(expect.arrayContaining([...fault.found]))
})
