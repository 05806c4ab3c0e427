import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { checkProviders } from '../src/composition/configuration.ts'
import type { Config } from '../src/config.ts'

it('asks no provider process where a connector serves the payments, and does not call that nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-connected-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'key'), 'sk_test_ForThisTest0001', { mode: 0o600 })
  const configFile = join(folder, 'sluice.yaml')
  writeFileSync(
    configFile,
    'providers:\n  - { id: stripe, type: stripe, accounts: [main], secret_files: { api_key: key } }\n',
    { mode: 0o600 },
  )
  const surroundings = { environment: 'test', masterKey: null, maxRetries: 1, providerTimeoutMs: 1_000 }
  const result = await checkProviders({ ...surroundings, configFile, simulators: null } as unknown as Config)
  expect(result).toEqual({ id: 'LIVE', title: expect.any(String) as string, violations: [] })
})
