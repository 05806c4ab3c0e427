import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { startStripeTwin } from '../../connectors/twins/stripe/twin.ts'
import { findFreePort } from '../../platform/test/free-port.ts'
import { checkProviders } from '../src/composition/configuration.ts'
import type { Config } from '../src/config.ts'

const KEY = 'sk_test_ForThisTest0001'

const SECRETS = {
  stripe: 'secret_files: { api_key: key }',
  http: 'methods: [card], secret_file: key',
} as const

/** Checks a configuration with Stripe's twin as its provider, which accepts one key. */
async function check(key: string, url?: string, type: 'stripe' | 'http' = 'stripe') {
  const twin = await startStripeTwin({ apiKeys: [KEY] })
  onTestFinished(twin.close)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-connected-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'key'), key, { mode: 0o600 })
  const configFile = join(folder, 'sluice.yaml')
  writeFileSync(
    configFile,
    `providers:\n  - { id: stripe, type: ${type}, url: "${url ?? twin.url}", accounts: [main], ${SECRETS[type]} }\n`,
    { mode: 0o600 },
  )
  const surroundings = { environment: 'test', masterKey: null, maxRetries: 1, providerTimeoutMs: 1_000 }
  return checkProviders({ ...surroundings, configFile, simulators: null } as unknown as Config)
}

it('checks that a provider with a connector responds and accepts the key', async () => {
  expect(await check(KEY)).toEqual({ id: 'LIVE', title: expect.any(String) as string, violations: [] })
})

it('finds a rejected key and an unreachable provider, and prints no key', async () => {
  const refused = await check('sk_test_AnotherKey000001')
  expect(refused.violations).toEqual([
    expect.stringMatching(/^stripe: 127\.0\.0\.1:\d+ rejected the key with status 401\.$/),
  ])
  const nowhere = `http://127.0.0.1:${String(await findFreePort())}`
  expect((await check(KEY, nowhere)).violations).toEqual([
    expect.stringMatching(
      /^stripe: 127\.0\.0\.1:\d+ cannot be reached\. Check its address, and that this machine can connect to it\.$/,
    ),
  ])
})

it('says of a provider of the protocol what happened and what to do', async () => {
  const nowhere = `http://127.0.0.1:${String(await findFreePort())}`
  const secret = randomBytes(32).toString('base64')
  expect((await check(secret, nowhere, 'http')).violations).toEqual([
    expect.stringMatching(
      /^stripe: the capabilities could not be queried: 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\. Check its address/,
    ),
  ])
})
