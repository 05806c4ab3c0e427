import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runSuite } from '@sluice/provider-protocol/suite'
import { expect, it, onTestFinished } from 'vitest'

import { openBooks } from '../src/books.ts'
import { findFreePort, type PlantedFault, PLANTED_FAULTS, serveWithFault } from './planted-faults.ts'

const SECRET = 'a secret of the example and of the suite'
const CALLBACK_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

/** Returns the names of the checks that the example fails with a fault. */
async function listBroken(fault: PlantedFault): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-planted-'))
  const port = await findFreePort()
  const callback = { url: `http://127.0.0.1:${port}/`, secret: CALLBACK_SECRET }
  const { url, close } = await serveWithFault(fault, openBooks(join(folder, 'log')), SECRET, callback)
  onTestFinished(() => {
    close()
    rmSync(folder, { recursive: true, force: true })
  })
  const results = await runSuite({
    url,
    secret: SECRET,
    accountId: 'acme-eur',
    approvedCard: '4242424242424242',
    declinedCard: '4000000000000002',
    partialCard: '4000000000000051',
    command: null,
    timeoutMs: 10_000,
    // Events take time: other faults are found without them.
    events: fault.answer || fault.books ? null : { port, secret: CALLBACK_SECRET, withinMs: 2_000 },
  })
  return results.flatMap(({ name, problem }) => (problem === null ? [] : [name]))
}

const TIMEOUT_MS = 120_000

it('the example behind the relay keeps every promise', { timeout: TIMEOUT_MS }, async () => {
  expect(await listBroken({ name: 'none', found: [] })).toEqual([])
})

it.each(PLANTED_FAULTS)('the suite finds $name', { timeout: TIMEOUT_MS }, async (fault) => {
  expect(await listBroken(fault)).toEqual(expect.arrayContaining([...fault.found]))
})
