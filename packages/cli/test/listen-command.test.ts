import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { verifyWebhook } from '@sluice/server-sdk/webhooks'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { runCommand } from './run-command.ts'
import { startTestGateway, TestClock, type TestGateway } from '../../gateway/test/test-gateway.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../gateway/test/webhook-receiver.ts'

/** Longer than access tokens are valid, and than clocks may differ. */
const TOKEN_EXPIRED_MS = 6 * 60_000

describe('sluice-gateway listen', () => {
  let receiver: WebhookReceiver
  let gateway: TestGateway
  let realTime: TestClock

  beforeEach(async () => {
    receiver = await startWebhookReceiver()
    realTime = new TestClock()
    gateway = await startTestGateway({ adapters: { realTime, eventStreamLimits: { heartbeatMs: 20 } } })
    writeFileSync(join(gateway.dataDir, 'demo.env'), gateway.ready.env)
  })
  afterEach(async () => {
    await gateway.close()
    await receiver.close()
  })

  const listen = (...argv: readonly string[]) => runCommand(['listen', ...argv, '--data', gateway.dataDir])

  const pay = async () => {
    const { result } = await gateway.authorize({ flow: 'NO_3DS' })
    return result?.id ?? ''
  }

  const countTokens = (requests: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }) =>
    requests.mock.calls.filter(([sent]) => sent instanceof Request && sent.url.endsWith('/token')).length

  const linesOf = ({ stdout }: { readonly stdout: string }) =>
    stdout
      .trimEnd()
      .split('\n')
      .map(
        (line) => JSON.parse(line) as { id: string; payload: { id: string }; forwarded?: { status: number } },
      )

  it('prints each event as a line, and resumes after the one that is given', async () => {
    const ids = [await pay(), await pay(), await pay()]
    const whole = await listen('--after', '0', '--limit', '3', '--ndjson')
    expect(whole).toMatchObject({ code: 0, stderr: '' })
    expect(linesOf(whole).map(({ payload }) => payload.id)).toEqual(ids)
    const [first] = linesOf(whole)
    const rest = await listen('--after', first?.id ?? '', '--limit', '2', '--json')
    expect(linesOf(rest).map(({ payload }) => payload.id)).toEqual(ids.slice(1))
    const forPeople = await listen('--after', '0', '--limit', '1')
    expect(forPeople.stdout).toMatch(/^msg_\w{27} {2}purchase approved {2}\S+ {2}[\d.]+ EUR\n$/)
  })

  it('forwards each event as its webhook would come, signed with a secret that stays the same', async () => {
    await pay()
    await pay()
    const forward = () => listen('--after', '0', '--limit', '2', '--forward-to', receiver.url, '--ndjson')
    const done = await forward()
    expect(done.code).toBe(0)
    const [, secret = ''] = /signed with (whsec_\S+)/.exec(done.stderr) ?? []
    expect(linesOf(done).map(({ forwarded }) => forwarded?.status)).toEqual([200, 200])
    expect(receiver.messages.map(({ id }) => id)).toEqual(linesOf(done).map(({ id }) => id))
    for (const { body, headers } of receiver.messages) {
      const event = await verifyWebhook(body, headers, secret)
      expect(event.event).toContain('purchase:approved')
    }
    expect((await forward()).stderr).toBe(done.stderr)
    expect(done.stderr).not.toContain(gateway.ready.client_secret)
  })

  it('reports what a receiver answered that rejected an event', async () => {
    await pay()
    receiver.answer(500)
    const refused = await listen('--after', '0', '--limit', '1', '--forward-to', receiver.url)
    expect(refused.code).toBe(1)
    expect(refused.stdout).toContain('answered 500')
    const away = receiver.url
    await receiver.close()
    const lost = await listen('--after', '0', '--limit', '1', '--forward-to', away)
    expect(lost.code).toBe(1)
    expect(lost.stdout).toContain('no answer (ECONNREFUSED)')
    receiver = await startWebhookReceiver()
  })

  it('sends to another machine only on request, and only over HTTPS', async () => {
    for (const argv of [
      ['--forward-to', 'https://shop.example/hooks'],
      ['--forward-to', 'http://shop.example/hooks', '--allow-remote'],
      ['--forward-to', 'nowhere'],
      ['--limit', 'many'],
    ])
      expect(await listen(...argv), argv.join(' ')).toMatchObject({ code: 2, stdout: '' })
    const meant = ['--forward-to', 'https://shop.example/hooks', '--allow-remote', '--limit', '0']
    expect(await listen(...meant)).toMatchObject({ code: 0, stdout: '' })
  })

  it('renews its access token silently, and loses no event', async () => {
    await pay()
    const requests = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => requests.mockRestore())
    const listening = listen('--after', '0', '--limit', '2', '--forward-to', receiver.url, '--ndjson')
    await vi.waitFor(() => expect(receiver.messages).toHaveLength(1))
    expect(countTokens(requests)).toBe(1)
    // The gateway ends the stream when the access token has expired.
    realTime.advance(TOKEN_EXPIRED_MS)
    await vi.waitFor(() => expect(countTokens(requests)).toBe(2))
    gateway.forgetToken()
    await pay()
    const done = await listening
    expect(done).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Events go to \S+, signed with whsec_\S+\n$/),
    })
    expect(linesOf(done).map(({ forwarded }) => forwarded?.status)).toEqual([200, 200])
  })

  it('refuses an id that is no event of the merchant', async () => {
    expect(await listen('--after', `msg_${'x'.repeat(27)}`)).toMatchObject({ code: 1, stdout: '' })
  })
})
