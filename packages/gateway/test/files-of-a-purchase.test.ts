/** Checks the list of files in docs/architecture.md, so that it does not mislead people who learn the code from it. */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { MOVES } from '../src/transactions/execution/transitions.ts'
import { startTestGateway } from './test-gateway.ts'

const PACKAGES = join(import.meta.dirname, '../..')
const ARCHITECTURE = readFileSync(join(PACKAGES, '../docs/architecture.md'), 'utf8')

/** A list of more files is too long to read in one sitting. */
const FILES_MAX = 45

it('lists only files that run during a purchase, and at most 45', async () => {
  const files = [...section('The files of one purchase').matchAll(/^\| `(\S+)`/gm)].map(([, file]) => file)
  expect(files.length).toBeGreaterThan(30)
  expect(files.length).toBeLessThanOrEqual(FILES_MAX)
  const executed = await listFilesOfPurchase()
  // Schemas and tables are only loaded, never called.
  const isCalled = (file = '') => !file.startsWith('types/src/')
  expect(files.filter(isCalled).filter((file) => !executed.has(file ?? ''))).toEqual([])
})

it('lists the transitions of the transition table', () => {
  const rows = section('The two state machines').matchAll(/^\| `([A-Z_ ]+)`\s*\| (.+?)\s*\|$/gm)
  const documented = [...rows].flatMap(([, from, to = '']) =>
    [...to.matchAll(/`([^`]+)`/g)].map(([, place]) => `${from} → ${place}`),
  )
  expect(documented.toSorted()).toEqual(MOVES.map(({ from, to }) => `${from} → ${to}`).toSorted())
})

function section(title: string): string {
  const [, text = ''] = ARCHITECTURE.split(`\n## ${title}\n`)
  return text.split('\n## ', 1)[0] ?? ''
}

/** Returns the source files with a function that the second purchase calls. The first purchase fills the caches. */
async function listFilesOfPurchase(): Promise<ReadonlySet<string>> {
  const gateway = await startTestGateway()
  const profiler = new Session()
  profiler.connect()
  onTestFinished(async () => {
    profiler.disconnect()
    await gateway.close()
  })
  await gateway.authorize({ flow: 'NO_METHOD_FRICTIONLESS' })
  await profiler.post('Profiler.enable')
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await profiler.post('Profiler.takePreciseCoverage')
  const { result: transaction } = await gateway.authorize({ flow: 'NO_METHOD_FRICTIONLESS' })
  expect(transaction?.status).toBe('APPROVED')
  const { result: scripts } = await profiler.post('Profiler.takePreciseCoverage')
  return new Set(
    scripts
      .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
      .flatMap(({ url }) => url.split(`${PACKAGES}/`)[1] ?? []),
  )
}
