/** The doctor's report about connectors, each at its provider's twin. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Examined } from '@sluice/gateway-core/installation-checks/examined'
import { expect, it, onTestFinished } from 'vitest'

import { startAdyenTwin } from '../../connectors/twins/adyen/twin.ts'
import { startStripeTwin } from '../../connectors/twins/stripe/twin.ts'
import { runCommand } from './run-command.ts'

const STRIPE_KEY = 'sk_test_askedbythedoctor'
const ADYEN_KEY = 'AQEyhmfxK4LJahZCw0m_n3Q5qf3Vdoctor'
const HMAC_KEY = '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056'

it('lists each connector with accounts, declarations and its last event, and names a refused key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const stripe = await startStripeTwin({ apiKeys: [STRIPE_KEY] })
  const adyen = await startAdyenTwin({
    apiKeys: ['another key'],
    merchantAccounts: ['Acme'],
    hmacKey: HMAC_KEY,
  })
  onTestFinished(async () => void (await Promise.all([stripe.close(), adyen.close()])))
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const providers = [
    {
      id: 'stripe-eu',
      type: 'stripe',
      url: stripe.url,
      secret_files: { api_key: write('stripe', STRIPE_KEY) },
      accounts: [{ id: 'own', authentication: 'PROVIDER' }, { id: 'server' }],
      methods: ['card', 'partner-blik'],
    },
    {
      id: 'adyen-eu',
      type: 'adyen',
      url: adyen.url,
      secret_files: { api_key: write('adyen', ADYEN_KEY), webhook: write('hmac', HMAC_KEY) },
      accounts: ['Acme'],
      methods: ['card'],
    },
  ]
  const file = write('sluice.json', JSON.stringify({ revision: 1, providers }))
  const { code, stdout } = await runCommand(['doctor', '--json', '--config', file, '--data', folder])
  const examined = JSON.parse(stdout) as Examined[]
  const find = (what: string) => examined.find((one) => one.what === what)
  expect(find('connector stripe-eu')).toEqual({
    what: 'connector stripe-eu',
    verdict: 'good',
    found: expect.stringMatching(
      /^Stripe responds and accepts the key, built from npm stripe .*; account own \(3-D Secure by the provider, no event yet\); account server \(3-D Secure by a server, no event yet\); card, partner-blik; CAPTURE, .*; events trigger status queries$/,
    ) as string,
  })
  expect(find('connector adyen-eu')).toMatchObject({
    verdict: 'bad',
    found: expect.stringContaining('rejected the key with status 401') as string,
  })
  // Stripe authenticates the cardholders of one account.
  expect(find('3-D Secure server')).toMatchObject({ verdict: 'good' })
  expect(code).toBe(1)
  expect(stdout).not.toMatch(/askedbythedoctor|n3Q5qf3V|44782def/)
})
