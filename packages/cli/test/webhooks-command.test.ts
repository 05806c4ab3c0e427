import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { WebhookDelivery, WebhookSubscriptionCreated } from '@sluice/types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readCommandLine } from '../src/command-line.ts'
import { runCommand } from './run-command.ts'
import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../gateway/test/webhook-receiver.ts'

const WAIT = { timeout: 60_000 }

describe('sluice-gateway webhooks', () => {
  let receiver: WebhookReceiver
  let gateway: TestGateway

  beforeEach(async () => {
    receiver = await startWebhookReceiver()
    gateway = await startTestGateway()
    writeFileSync(join(gateway.dataDir, 'demo.env'), gateway.ready.env)
  })
  afterEach(async () => {
    await gateway.close()
    await receiver.close()
  })

  const run = (...argv: readonly string[]) => runCommand(['webhooks', ...argv, '--data', gateway.dataDir])

  async function subscribe() {
    const { body } = await gateway.send<WebhookSubscriptionCreated>(
      'POST',
      '/simulators/webhooks/subscriptions',
      { url: receiver.url },
    )
    return body
  }

  it('shows the state of a subscription, enables it and sends what it missed, while the gateway runs', async () => {
    const { id } = await subscribe()
    receiver.answer(410)
    await gateway.authorize({ flow: 'NO_3DS' })
    await expect.poll(async () => (await run('list')).stdout, WAIT).toContain('DISABLED')
    const listed = await run('list')
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(listed.stdout).toMatch(
      new RegExp(`^${id} {2}DISABLED {2}${receiver.url} .*its receiver answered 410`),
    )
    const asJson = JSON.parse((await run('list', '--json')).stdout) as unknown
    expect(asJson).toMatchObject([{ id, status: 'DISABLED', disabled_reason: 'GONE' }])

    const early = await run('replay', '--subscription', id, '--failed')
    expect(early).toMatchObject({ code: 1, stdout: '' })
    expect(early.stderr).toContain(`webhooks enable ${id}`)
    expect(await run('enable', id)).toMatchObject({ code: 0 })
    receiver.answer(200)
    const replayed = await run('replay', '--failed', '--json')
    expect(replayed).toEqual({ code: 0, stdout: '{"replayed":1,"has_more":false}\n', stderr: '' })
    await expect.poll(() => receiver.messages.length, WAIT).toBe(2)
    expect(receiver.messages[1]?.id).toBe(receiver.messages[0]?.id)
  })

  it('lists deliveries, shows one with its attempts, and replays it by its id', async () => {
    await subscribe()
    await gateway.authorize({ flow: 'NO_3DS' })
    await gateway.authorize({ flow: 'NO_3DS' })
    await expect.poll(() => receiver.messages.length, WAIT).toBe(2)
    const lines = async () =>
      (await run('deliveries', '--status', 'DELIVERED', '--ndjson')).stdout.trimEnd().split('\n')
    await expect.poll(async () => (await lines()).length, WAIT).toBe(2)
    const [first] = (await lines()).map((line) => JSON.parse(line) as WebhookDelivery)
    const { id = '', transaction_id: payment = '' } = first ?? {}
    expect((await run('deliveries', '--payment', payment ?? '')).stdout.trimEnd().split('\n')).toHaveLength(1)
    const shown = await run('show', id)
    expect(shown.stdout).toContain(`${id}  DELIVERED`)
    expect(shown.stdout).toContain('attempt 1  answered 200')
    expect(await run('replay', '--deliveries', id)).toEqual({
      code: 0,
      stdout: 'Deliveries that will be sent again: 1.\n',
      stderr: '',
    })
    await expect.poll(() => receiver.messages.length, WAIT).toBe(3)
  })

  it('creates a new secret while the previous one stays valid', async () => {
    const { id, secret } = await subscribe()
    const rotated = await run('rotate', id)
    expect(rotated).toMatchObject({ code: 0, stderr: '' })
    expect(rotated.stdout).toMatch(/^whsec_\S+ {2}the previous secret is valid until /)
    expect(rotated.stdout).not.toContain(secret)
  })

  it('reports invalid input and unknown ids', async () => {
    expect(await run('replay')).toMatchObject({ code: 2, stdout: '' })
    expect(await run('replay', '--deliveries', 'a,b')).toMatchObject({ code: 1, stdout: '' })
    // Input that no gateway has to reject.
    expect(await run('replay', '--failed', '--subscription', '')).toMatchObject({ code: 2, stdout: '' })
    expect(await run('deliveries', '--from', 'yesterday')).toMatchObject({ code: 2, stdout: '' })
    expect(await run('deliveries', '--status', 'SENT')).toMatchObject({ code: 2, stdout: '' })
    expect(await run('enable', 'x')).toMatchObject({ code: 1, stdout: '' })
    expect(await run('show', 'x')).toMatchObject({ code: 1, stdout: '' })
    expect(readCommandLine(['webhooks'], {})).toMatchObject({
      kind: 'misused',
      problem:
        'webhooks requires an action: list, deliveries, show, replay, enable, rotate, hosts, set-hosts.',
    })
    expect(readCommandLine(['webhooks', 'list', 'all'], {})).toMatchObject({ kind: 'misused' })
  })
})
