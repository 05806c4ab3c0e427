import { createClient } from '@sluice/server-sdk'
import { expect, it } from 'vitest'

import { CONFIG_VARIABLES } from '../src/config-variables.ts'

it('the client waits longer for the gateway than the gateway waits for a provider', async () => {
  const limits: number[] = []
  const client = createClient({
    baseUrl: 'http://127.0.0.1:1',
    authUrl: 'http://127.0.0.1:1',
    realm: 'sluice',
    clientId: 'client',
    clientSecret: 'secret',
    fetch: () => Promise.reject(new Error('no network')),
    tries: 1,
    startTimer(ms) {
      limits.push(ms)
      return () => undefined
    },
  })
  await expect(client.transactions.status('t')).rejects.toMatchObject({ code: 'connection_failed' })
  const [attemptMs = 0] = limits.toSorted((left, right) => left - right)
  expect(attemptMs).toBeGreaterThan(Number(CONFIG_VARIABLES.SLUICE_PROVIDER_TIMEOUT_MS.default))
})
