import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'

import { createFetchAsset } from '../src/composition/configuration.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

const WAIT = { timeout: 20_000, interval: 20 }

const readiness = async ({ ready }: TestGateway) =>
  (await fetch(`${ready.base_url}/health/ready`, { headers: { 'user-agent': 'test' } })).status

it('a drill shows the data of a restored copy, and sends nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-drill-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  receiver.answer(500)
  const start = (env: Readonly<Record<string, string>> = {}) => startTestGateway({ dataDir, env })

  const before = await start()
  const subscription = { url: receiver.url, filters: ['*'] }
  expect((await before.send('POST', '/simulators/webhooks/subscriptions', subscription)).status).toBe(201)
  const { transaction } = await before.pay({ flow: 'NO_3DS' })
  await vi.waitFor(() => expect(receiver.messages).toHaveLength(1), WAIT)
  await before.app.close()
  receiver.answer(200)

  const drill = await start({ SLUICE_DRILL: 'on' })
  expect(await readiness(drill)).toBe(503)
  expect(await drill.status(transaction.id)).toEqual(transaction)
  const { result } = await drill.authorize({ flow: 'NO_3DS' })
  expect(result).toMatchObject({ status: 'INVALID', processing_code: '2024' })
  await expect(
    createFetchAsset({ localReceivers: true, outgoingPorts: [443], isDrill: true })(receiver.url, 10),
  ).rejects.toThrow('a drill fetches nothing')
  // Runs all jobs that are due, and an hour later those that became due.
  await drill.advance(3_600_000)
  await drill.app.runDueWork()
  expect(receiver.messages).toHaveLength(1)
  await drill.app.close()

  const after = await start()
  expect(await readiness(after)).toBe(200)
  await after.app.runDueWork()
  await vi.waitFor(() => expect(receiver.messages.length).toBeGreaterThan(1), WAIT)
  await after.app.close()
})
