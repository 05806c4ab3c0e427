import { expect, it, onTestFinished } from 'vitest'

import { startTestGateway } from './test-gateway.ts'

it('the log names a provider whose callbacks are refused because nothing knows it, once', async () => {
  const lines: string[] = []
  const gateway = await startTestGateway({
    env: { SLUICE_SIMULATORS: 'off', SLUICE_LOG_LEVEL: 'warn' },
    adapters: { logDestination: { write: (line) => void lines.push(line) } },
  })
  onTestFinished(() => gateway.close())
  for (let tries = 0; tries < 2; tries += 1)
    expect((await gateway.send('POST', '/api/providers/removed-acquirer/callback', {})).status).toBe(401)
  const named = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ provider }) => provider === 'removed-acquirer')
  expect(named).toMatchObject([
    { msg: 'a callback was refused: neither the configuration nor this process knows the provider' },
  ])
})
