import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runSuite } from '@sluice/provider-protocol/suite'
import { describe, expect, it, onTestFinished } from 'vitest'

import { FAULTS_AFTER_KILLS } from './interrupted-calls.ts'
import { findFreePort } from './planted-faults.ts'

const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url))
const SERVER_WITH_FAULT = fileURLToPath(new URL('server-with-fault.ts', import.meta.url))

/** The suite kills the provider a dozen times; each start takes a second on a busy machine. */
const TIMEOUT_MS = 300_000

/**
 * Runs the published suite against the example.
 *
 * @param logName - the shell completes it at each start.
 * @param fault - of a server that has it in place of the example's own.
 */
async function runAgainst(logName: string, fault: string | null = null): Promise<readonly string[]> {
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
    authenticationCard: '4000000000003220',
    pending: { card: '4000000000000069', withinMs: 10_000 },
    command: `PORT=${port} CALLBACK_URL=http://127.0.0.1:${eventsPort}/ CALLBACK_SECRET_FILE='${callbackSecretFile}' PROVIDER_SECRET_FILE='${secretFile}' PROVIDER_LOG="${join(folder, logName)}" FAULT='${fault ?? ''}' '${process.execPath}' '${fault === null ? SERVER : SERVER_WITH_FAULT}'`,
    timeoutMs: 10_000,
    // Events take time: these faults are found without them.
    events: fault === null ? { port: eventsPort, secret: callbackSecret, withinMs: 10_000 } : null,
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

  it('fails the suite when its books do not survive the process', { timeout: TIMEOUT_MS }, async () => {
    const broken = await runAgainst('log-$$')
    expect(broken).toEqual([
      'restarts: knows all that it has answered, killed as soon as the answer was there',
      'restarts: keeps its fences',
    ])
  })

  it.each(Object.keys(FAULTS_AFTER_KILLS))(
    'fails the suite with %s',
    { timeout: TIMEOUT_MS },
    async (fault) => {
      expect(await runAgainst('log', fault)).toContain(
        'restarts: killed between execution and answer, it has executed once or not at all, and says which',
      )
    },
  )
})
