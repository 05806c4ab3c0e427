import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { WebhookDeliveryList, WebhookSubscriptionCreated } from '@sluice/types'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { readCommandLine } from '../src/command-line.ts'
import { startPostgres } from './postgres.ts'
import { runCommand } from './run-command.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

describe('sluice-gateway webhooks', () => {
  let dataDir: string
  let receiver: WebhookReceiver
  let gateway: TestGateway

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sluice-webhooks-'))
    receiver = await startWebhookReceiver()
    gateway = await startTestGateway({ dataDir })
  })
  afterEach(async () => {
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** As typed; a gateway with the embedded database has to be stopped. */
  const run = (...argv: readonly string[]) => runAt({ data: dataDir }, ...argv)

  function runAt(place: Readonly<Record<string, string>>, ...argv: readonly string[]) {
    const flags = Object.entries(place).flatMap(([name, value]) => [`--${name}`, value])
    return runCommand(['webhooks', ...argv, ...flags])
  }

  it('tells what became of a subscription, enables it and sends what it missed', async () => {
    const { body } = await gateway.send<WebhookSubscriptionCreated>(
      'POST',
      '/simulators/webhooks/subscriptions',
      { url: receiver.url },
    )
    receiver.answer(410)
    await gateway.authorize({ flow: 'NO_3DS' })
    await expect
      .poll(async () => (await gateway.send('GET', '/api/webhooks/subscriptions')).text)
      .toContain('GONE')
    await gateway.app.close()

    const merchant = ['--merchant', gateway.ready.merchant_id]
    const listed = await run('list', ...merchant)
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(listed.stdout).toMatch(new RegExp(`^${body.id} {2}DISABLED {2}${receiver.url}\n`))
    expect(listed.stdout).toContain('its receiver answered 410')
    const asJson = JSON.parse((await run('list', ...merchant, '--json')).stdout) as unknown
    expect(asJson).toMatchObject([{ id: body.id, status: 'DISABLED', disabled_reason: 'GONE' }])

    const subscription = ['--subscription', body.id]
    const early = await run('replay', ...merchant, ...subscription, '--failed')
    expect(early).toMatchObject({ code: 1, stdout: '' })
    expect(early.stderr).toContain(`webhooks enable --subscription ${body.id}`)
    expect(await run('enable', ...merchant, ...subscription)).toMatchObject({ code: 0 })
    const replayed = await run('replay', ...merchant, '--failed', '--json')
    expect(replayed).toEqual({ code: 0, stdout: '{"replayed":1,"has_more":false}\n', stderr: '' })

    receiver.answer(200)
    const again = await startTestGateway({ dataDir })
    await expect.poll(() => receiver.messages.length).toBe(2)
    await again.close()
    expect(receiver.messages[1]?.id).toBe(receiver.messages[0]?.id)
  })

  it('wakes gateways that run beside it', async () => {
    await gateway.app.close()
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const databaseUrl = await postgres.createDatabase()
    // Nothing would be looked for within the time of a test.
    const adapters = { webhookLimits: { pollMs: 3_600_000 } }
    const running = await startTestGateway({ databaseUrl, dataDir, adapters })
    onTestFinished(() => running.close())
    await running.send('POST', '/simulators/webhooks/subscriptions', { url: receiver.url })
    await running.authorize({ flow: 'NO_3DS' })
    await expect.poll(() => receiver.messages.length).toBe(1)
    const { body } = await running.send<WebhookDeliveryList>('GET', '/api/webhooks/deliveries')
    const place = { data: dataDir, 'database-url': databaseUrl }
    const ids = body.deliveries.map(({ id }) => id).join(',')
    const replayed = await runAt(
      place,
      'replay',
      '--merchant',
      running.ready.merchant_id,
      '--deliveries',
      ids,
    )
    expect(replayed).toMatchObject({ code: 0, stderr: '' })
    await expect.poll(() => receiver.messages.length).toBe(2)
  })

  it('says what is wrong with what was typed, and what does not exist', async () => {
    await gateway.app.close()
    const merchant = ['--merchant', gateway.ready.merchant_id]
    expect(await run('list')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Name the merchant with --merchant.\n',
    })
    expect(await run('replay', ...merchant)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('give one of') as unknown,
    })
    expect(await run('replay', ...merchant, '--deliveries', 'a,b')).toMatchObject({ code: 1 })
    expect(await run('enable', ...merchant)).toMatchObject({ code: 2 })
    expect(await run('enable', ...merchant, '--subscription', 'x')).toMatchObject({
      code: 1,
      stderr: 'There is no subscription x.\n',
    })
    await expect(run('list', '--merchant', 'unknown')).rejects.toThrow('There is no merchant unknown')
    expect(readCommandLine(['webhooks'], {})).toMatchObject({
      kind: 'misused',
      problem: 'webhooks wants one of list, replay, enable.',
    })
    expect(readCommandLine(['webhooks', 'list', 'all'], {})).toMatchObject({ kind: 'misused' })
  })
})
