import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { withDatabaseFile } from '../../../test/embedded-database.ts'
import { startSimulators } from '../../../test/start-simulators.ts'
import { startTestGateway } from '../../../test/test-gateway.ts'

/** Starts a gateway with two 3DS servers: the first by default, the second for payments at an account of sim-a. */
async function startWithTwoServers(log: string[] = []) {
  const [first, second] = [await startSimulators(), await startSimulators()]
  const folder = mkdtempSync(join(tmpdir(), 'sluice-three-ds-servers-'))
  const file = join(folder, 'sluice.json')
  const providers = first.addresses.providers.map((provider) =>
    provider.id === 'sim-a'
      ? { ...provider, accounts: provider.accounts.map((own) => ({ ...own, three_ds_server: 'second' })) }
      : provider,
  )
  const servers = [
    { ...first.addresses.three_ds_servers[0], id: 'first' },
    { ...second.addresses.three_ds_servers[0], id: 'second' },
  ]
  writeFileSync(file, JSON.stringify({ providers, three_ds_servers: servers }))
  const gateway = await startTestGateway({
    env: { SLUICE_CONFIG_FILE: file, SLUICE_LOG_LEVEL: 'warn' },
    adapters: { logDestination: { write: (line) => void log.push(line) } },
  })
  onTestFinished(async () => {
    await gateway.close()
    await first.close()
    await second.close()
    rmSync(folder, { recursive: true })
  })
  return gateway
}

it('each attempt uses the 3DS server of its account, from the enrolment to the result of the challenge', async () => {
  const gateway = await startWithTwoServers()
  const { transaction } = await gateway.pay({
    flow: 'FALLBACK_CHALLENGE_AFTER_1',
    atTheBank: ['1234', '1234'],
  })
  expect(transaction).toMatchObject({ status: 'APPROVED' })
  const attempts = await gateway.books.all('attempts')
  const used = await gateway.books.all('authentications')
  const serverOf = (id: unknown) => used.find(({ attempt_id }) => attempt_id === id)?.['three_ds_server']
  expect(attempts.map(({ id, provider_id }) => [provider_id, serverOf(id)])).toEqual([
    ['sim-a', 'second'],
    ['sim-b', 'first'],
  ])
})

it('a payment whose terminal names a 3DS server that is not configured ends 2024, and is logged', async () => {
  const log: string[] = []
  const gateway = await startWithTwoServers(log)
  const setting = `update terminals set options = json_set(options, '$.threeDsServer', 'mian', '$.onUnavailable', 'PROCEED')`
  await withDatabaseFile(gateway.dataDir, (file) => file.prepare(setting).run())
  const { result } = await gateway.authorize({ flow: 'NO_3DS' })
  expect(result).toMatchObject({ status: 'INVALID', processing_code: '2024' })
  expect(log.join('')).toContain('a 3-D Secure server that is not configured')
})
