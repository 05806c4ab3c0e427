import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nextStep } from '../next-step.ts'
import { fingerprintResult } from '../three-ds/fingerprint.ts'
import { verifyWebhook } from '../webhooks/verify-webhook.ts'
import { sampleAuthorize, sampleSession } from './sample-requests.ts'
import { TEST_CARDS } from './test-cards.ts'
import { createTestGateway, type TestGateway } from './test-gateway.ts'

describe('createTestGateway', () => {
  let gateway: TestGateway
  let orders = 0

  beforeAll(async () => {
    gateway = await createTestGateway()
  })
  afterAll(() => gateway.close())

  const order = () => ({
    terminal_id: gateway.credentials.terminal_id,
    reference: `order-${(orders += 1)}`,
  })

  it.each([
    [TEST_CARDS.approved, '0000'],
    [TEST_CARDS.approvedAmericanExpress, '0000'],
    [TEST_CARDS.declined, '1000'],
    [TEST_CARDS.insufficientFunds, '1004'],
    [TEST_CARDS.lostOrStolen, '2005'],
    [TEST_CARDS.expired, '2001'],
    [TEST_CARDS.wrongSecurityCode, '2020'],
  ])('answers like the real gateway: card %#', async (card, code) => {
    const client = gateway.client()
    const step = nextStep(
      await client.transactions.authorize(sampleAuthorize(order(), await client.encryptCard(card))),
    )
    if (step.kind !== 'fingerprint') throw new Error(`${step.kind} instead of a fingerprint`)
    const { result } = await client.threeDs.requestAuthentication(step.token.three_ds_server_trans_id, {
      fingerprint_result: fingerprintResult('Y'),
      payment_data: step.action.payment_data,
    })
    expect(result?.processing_code).toBe(code)
  })

  /** Does as a shopper who presses a button of a page. */
  async function press(page: string, button: string): Promise<void> {
    const shown = await (await gateway.fetch(page)).text()
    // The gateway's page of an order links to the page that simulates the app or the bank.
    const [, link] = /href="([^"]+\/simulators\/provider\/[^"]+)"/.exec(shown) ?? []
    const text = link ? await (await gateway.fetch(link)).text() : shown
    const form = text.split('<form ').find((part) => part.includes(`value="${button}"`)) ?? ''
    const [, action = ''] = /action="([^"]+)"/.exec(form) ?? []
    const inputs = [...form.matchAll(/<input[^>]*name="(\w+)"[^>]*value="([^"]*)"/g)]
    const fields = inputs.map(([, name = '', value = '']) => [name, value])
    const { status } = await gateway.fetch(new URL(action, link ?? page), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams([...fields, ['decision', button]]),
    })
    expect(status).toBe(303)
  }

  it('moves time: a session expires', async () => {
    const client = gateway.client()
    const { id } = await client.sessions.create(sampleSession(order()))
    await gateway.advance(3_601)
    await expect(client.sessions.get(id)).resolves.toMatchObject({ status: 'SESSION_EXPIRED' })
  })

  it('has merchants that share nothing', async () => {
    const other = await gateway.sandbox()
    const { id } = await gateway.client().sessions.create(sampleSession(order()))
    await expect(other.client().sessions.get(id)).rejects.toMatchObject({ code: 'not_found' })

    const theirs = await other
      .client()
      .sessions.create(sampleSession({ ...order(), terminal_id: other.credentials.terminal_id }))
    await gateway.advance(3_601)
    await expect(other.client().sessions.get(theirs.id)).resolves.toMatchObject({ status: 'CREATED' })
  })

  it('delivers webhooks to memory, and to a receiver of your own', async () => {
    const shop = await gateway.sandbox()
    const client = shop.client()
    const secret = shop.credentials.webhook?.secret ?? ''
    const pay = async () => {
      const request = sampleAuthorize(
        { ...order(), terminal_id: shop.credentials.terminal_id },
        await client.encryptCard(TEST_CARDS.approved),
      )
      const metadata = { simulated_flow: 'NO_3DS' }
      const { result } = await client.transactions.authorize({ ...request, metadata })
      return result?.id ?? ''
    }
    const paid = await pay()
    const { fact } = await shop.report({ transaction_id: paid, kind: 'DISPUTE_OPENED' })
    expect(fact).not.toBe('')
    const { data } = await client.transactions.records(paid)
    expect(data).toMatchObject([{ transaction_id: paid, kind: 'DISPUTE_OPENED' }])
    await shop.advance(0)
    const [first] = shop.webhooks.received
    await expect(verifyWebhook(first?.body ?? '', first?.headers ?? {}, secret)).resolves.toMatchObject({
      event: 'transaction-svc:transaction:purchase:approved',
    })

    const answers = [503, 204]
    shop.webhooks.handle(() => new Response(null, { status: answers.shift() ?? 500 }))
    await pay()
    await shop.advance(0)
    await shop.advance(3_600)
    expect(answers).toEqual([])
    const ids = shop.webhooks.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(2)
    expect(ids).toHaveLength(3)
  })

  it.each([
    ['QR_CODE', 'approve', 'APPROVED'],
    ['QR_CODE', 'decline', 'DECLINED'],
    ['BANK_TRANSFER', 'approve', 'APPROVED'],
  ] as const)('lets the provider of %s report, after "%s": %s', async (method, button, status) => {
    const shop = await gateway.sandbox()
    const { result, redirect } = await shop.client().transactions.createPayment({
      ...order(),
      terminal_id: shop.credentials.terminal_id,
      description: 'Two apples',
      currency: 'EUR',
      amount: 1_050,
      method,
      country: 'DE',
      customer_ip: '203.0.113.7',
      return_url: 'https://shop.example/return',
      error_url: 'https://shop.example/error',
      cancel_url: 'https://shop.example/cancel',
    })
    const id = result?.id ?? redirect?.transaction_id ?? ''
    await expect(shop.client().transactions.status(id)).resolves.toMatchObject({
      transaction: { status: 'PENDING' },
    })
    // The shopper never returns from the page, and it is too early for a query: only the provider's callback informs
    // the gateway.
    await press(redirect?.url ?? result?.redirect_url ?? '', button)
    await shop.advance(0)
    const [received, ...others] = shop.webhooks.received
    expect(others).toEqual([])
    const secret = shop.credentials.webhook?.secret ?? ''
    await expect(verifyWebhook(received?.body ?? '', received?.headers ?? {}, secret)).resolves.toMatchObject(
      {
        payload: { id, status },
      },
    )
  })

  it('opens no socket, and answers no other address', async () => {
    await expect(gateway.fetch('http://localhost:1/')).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    })
    await expect(globalThis.fetch(gateway.credentials.base_url)).rejects.toThrow(TypeError)
  })

  it('releases a caller whose signal is aborted', async () => {
    const leaving = new AbortController()
    const answer = gateway.fetch(`${gateway.credentials.base_url}/health/ready`, { signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
  })

  it('refuses an impossible configuration, and says what to do', async () => {
    await expect(createTestGateway({ env: { SLUICE_MAX_RETRIES: 'many' } })).rejects.toThrow(
      /^SLUICE_MAX_RETRIES is "many": /,
    )
  })

  it('leaves no folder behind when its merchant is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-test-'))
    vi.stubEnv('TMPDIR', folder)
    await expect(createTestGateway({ sandbox: { webhook_url: 'nowhere' } })).rejects.toThrow()
    vi.unstubAllEnvs()
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })
})
