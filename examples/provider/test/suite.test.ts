import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runSuite } from '@sluice/provider-protocol/suite'
import { describe, expect, it, onTestFinished } from 'vitest'

import { findFreePort } from './planted-faults.ts'

const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url))

/** The suite kills the provider a dozen times; each start takes a second on a busy machine. */
const TIMEOUT_MS = 300_000

/** Runs the published suite against the example, whose log has a name that the shell completes at each start. */
async function runAgainst(logName: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-provider-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = await findFreePort()
  const secret = randomBytes(32).toString('base64')
  const secretFile = join(folder, 'secret')
  writeFileSync(secretFile, secret)
  const eventsPort = await findFreePort()
  const callbackSecret = `whsec_${randomBytes(32).toString('base64')}`
  const callbackSecretFile = join(folder, 'callback-secret')
  writeFileSync(callbackSecretFile, callbackSecret)
  const results = await runSuite({
    url: `http://127.0.0.1:${port}`,
    secret,
    accountId: 'acme-eur',
    approvedCard: '4242424242424242',
    declinedCard: '4000000000000002',
    partialCard: '4000000000000051',
    command: `PORT=${port} CALLBACK_URL=http://127.0.0.1:${eventsPort}/ CALLBACK_SECRET_FILE='${callbackSecretFile}' PROVIDER_SECRET_FILE='${secretFile}' PROVIDER_LOG="${join(folder, logName)}" '${process.execPath}' '${SERVER}'`,
    timeoutMs: 10_000,
    events: { port: eventsPort, secret: callbackSecret, withinMs: 10_000 },
  })
  expect(results.length).toBeGreaterThan(50)
  return results.flatMap(({ name, problem }) => (problem === null ? [] : [name]))
}

describe('the example of a provider', () => {
  it(
    'keeps every promise of the provider protocol, killed and started again',
    { timeout: TIMEOUT_MS },
    async () => {
      expect(await runAgainst('log')).toEqual([])
    },
  )

  it(
    'is caught by the suite when its books do not outlive the process',
    { timeout: TIMEOUT_MS },
    async () => {
      const broken = await runAgainst('log-$$')
      expect(broken).toEqual([
        'restarts: knows all that it has answered, killed as soon as the answer was there',
        'restarts: keeps its fences',
      ])
    },
  )
})
