import type { Envelope } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import {
  callbackSecret,
  FakeProvider,
  idOf,
  paymentRequest,
  PROVIDER_OUTCOME,
  report,
} from '../../../test/elsewhere.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import { startTwoGateways, type TwoGateways } from '../../../test/two-gateways.ts'

const PATH = '/api/transactions/payment'

/** A gate that stays closed until it is opened. */
function makeDoor() {
  let open = (): void => undefined
  const pass = new Promise<void>((resolve) => {
    open = resolve
  })
  return { pass, open }
}

describe('orders at a slow provider', () => {
  const provider = new FakeProvider('sim-payments')
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await startTestGateway({ adapters: { providers: new Map([[provider.id, provider]]) } })
  })
  afterAll(() => gateway.close())

  it('a hundred equal requests at once call it once', async () => {
    const answer = provider.answer
    const door = makeDoor()
    provider.answer = async (request) => {
      await door.pass
      return answer(request)
    }
    provider.started.length = 0
    const request = paymentRequest(gateway)
    const envelopes = Promise.all(Array.from({ length: 100 }, () => gateway.post<Envelope>(PATH, request)))
    await expect.poll(() => provider.started.length).toBe(1)
    door.open()
    expect(new Set((await envelopes).map((envelope) => JSON.stringify(envelope))).size).toBe(1)
    expect((await envelopes)[0]?.redirect?.url).toContain('provider.example')
    expect(provider.started).toHaveLength(1)
    provider.answer = answer
  })

  it('a report that arrives before the answer is kept', async () => {
    const answer = provider.answer
    const door = makeDoor()
    provider.answer = async (request) => {
      await door.pass
      return answer(request)
    }
    provider.found = () => Promise.resolve(PROVIDER_OUTCOME)
    provider.started.length = 0
    const envelope = gateway.post<Envelope>(PATH, paymentRequest(gateway))
    await expect.poll(() => provider.started.length).toBe(1)
    const early = await gateway.status(provider.started[0]?.transactionId ?? '')
    expect((await report(gateway, early, 'COMPLETED')).status).toBe(200)
    door.open()
    expect((await envelope).result).toMatchObject({ id: early.id, status: 'APPROVED' })
    provider.answer = answer
  })

  it('gets all the data that it needs, and no secrets of the gateway', async () => {
    provider.started.length = 0
    await gateway.post(PATH, paymentRequest(gateway, { metadata: { simulated_flow: 'REDIRECT' } }))
    // The shop's addresses are not sent, because the browser returns through the gateway.
    const { returnUrl } = provider.started[0] ?? {}
    expect(returnUrl).toMatch(/^http.*\/orders\/[A-Za-z0-9_-]+\/return$/)
    expect(JSON.stringify(provider.started[0])).not.toContain('shop.example')
    expect(provider.started[0]).toMatchObject({
      type: 'payment_open_banking',
      direction: 'DEPOSIT',
      accountId: 'sim-payments-eur',
      amountMinor: 1_050,
      currency: 'EUR',
      country: 'DE',
      merchantName: 'Demo shop',
      beneficiary: null,
      blikCode: null,
      customer: { ip: '203.0.113.7' },
      callbackUrl: `${gateway.ready.base_url}/api/providers/sim-payments/callback`,
      metadata: { simulated_flow: 'REDIRECT' },
    })
  })

  it('redirects the browser to addresses of the maximum length', async () => {
    const longest = (name: string) => `https://shop.example/${name}?state=`.padEnd(LIMITS.URL_MAX_CHARS, 'x')
    const urls = { return_url: longest('r'), error_url: longest('e'), cancel_url: longest('c') }
    provider.started.length = 0
    await gateway.post(PATH, paymentRequest(gateway, urls))
    provider.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1000' })
    const back = await fetch(provider.started[0]?.returnUrl ?? '', {
      redirect: 'manual',
      headers: { 'user-agent': 'test' },
    })
    expect([back.status, back.headers.get('location')]).toEqual([303, urls.error_url])
  })

  it.each([
    ['https://shop.example/narudžba/1?ime=Åsa', 'https://shop.example/narud%C5%BEba/1?ime=%C3%85sa'],
    ['https://bücher.example/tack/😀', 'https://xn--bcher-kva.example/tack/%F0%9F%98%80'],
    ['https://SHOP.example:443/a|b', 'https://shop.example/a|b'],
    ['https://shop.example/<a>"{b}`', 'https://shop.example/%3Ca%3E%22%7Bb%7D%60'],
  ])('sends the browser on to %s, as the URL parser writes it', async (address, location) => {
    provider.started.length = 0
    const urls = { return_url: address, error_url: address, cancel_url: address }
    await gateway.post(PATH, paymentRequest(gateway, urls))
    provider.found = () => Promise.resolve(PROVIDER_OUTCOME)
    const back = await fetch(provider.started[0]?.returnUrl ?? '', {
      redirect: 'manual',
      headers: { 'user-agent': 'test' },
    })
    expect([back.status, back.headers.get('location')]).toEqual([303, location])
  })

  it('payment whose report is lost is approved by a status query a minute later', async () => {
    provider.found = () => Promise.resolve(PROVIDER_OUTCOME)
    const envelope = await gateway.post<Envelope>(PATH, paymentRequest(gateway))
    await gateway.advance(30_000)
    expect(await gateway.status(idOf(envelope))).toMatchObject({ status: 'PENDING' })
    await gateway.advance(30_000)
    expect(await gateway.status(idOf(envelope))).toMatchObject({ status: 'APPROVED' })
  })

  it('payment confirmed at the last moment is approved without a report', async () => {
    provider.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
    const envelope = await gateway.post<Envelope>(PATH, paymentRequest(gateway))
    await gateway.advance(14 * 60_000)
    provider.found = () => Promise.resolve(PROVIDER_OUTCOME)
    await gateway.advance(60_000)
    expect(await gateway.status(idOf(envelope))).toMatchObject({ status: 'APPROVED' })
  })
})

it('a repeated request gets PENDING once the provider’s time limit is over', async () => {
  const provider = new FakeProvider('sim-payments')
  provider.answer = () => new Promise(() => undefined)
  const gateway = await startTestGateway({
    env: { SLUICE_PROVIDER_TIMEOUT_MS: '1000' },
    adapters: { providers: new Map([[provider.id, provider]]) },
  })
  onTestFinished(() => gateway.close())
  const request = paymentRequest(gateway)
  const envelopes = await Promise.all([0, 1, 2].map(() => gateway.post<Envelope>(PATH, request)))
  for (const { result } of envelopes) {
    expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
  }
})

describe('orders at two gateways on one database', () => {
  const provider = new FakeProvider('sim-payments')
  let gateways: TwoGateways
  let first: TestGateway
  let second: TestGateway

  beforeAll(async () => {
    gateways = await startTwoGateways({ providers: new Map([[provider.id, provider]]) })
    ;({ first, second } = gateways)
  })
  afterAll(() => gateways.close())

  it('a hundred equal requests make one transaction, one call and one answer', async () => {
    const request = paymentRequest(first)
    const envelopes = await Promise.all(
      Array.from({ length: 100 }, (_, place) =>
        (place % 2 === 0 ? first : second).post<Envelope>(PATH, request),
      ),
    )
    expect(new Set(envelopes.map((envelope) => JSON.stringify(envelope))).size).toBe(1)
    expect(provider.started).toHaveLength(1)
  })

  it('an order whose gateway died is finished by the other', async () => {
    const answer = provider.answer
    const door = makeDoor()
    provider.answer = async (request) => {
      await door.pass
      return answer(request)
    }
    provider.started.length = 0
    const envelope = first.post<Envelope>(PATH, paymentRequest(first))
    await expect.poll(() => provider.started.length).toBe(1)
    provider.found = () => Promise.resolve(PROVIDER_OUTCOME)
    // Leases are a minute long.
    await second.advanceRealTime(61_000)
    const id = provider.started[0]?.transactionId ?? ''
    expect(await second.status(id)).toMatchObject({ status: 'APPROVED' })
    // The gateway that was only slow returns the outcome that was stored in the meantime.
    door.open()
    expect((await envelope).result).toMatchObject({ id, status: 'APPROVED' })
    provider.answer = answer
  })

  it('a report sent to both at once counts once', async () => {
    const envelope = await first.post<Envelope>(PATH, paymentRequest(first))
    const transaction = await first.status(idOf(envelope))
    provider.found = () => Promise.resolve(PROVIDER_OUTCOME)
    const secret = callbackSecret(first, 'sim-payments')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        report(place % 2 === 0 ? first : second, transaction, 'COMPLETED', { secret, messageId: 'msg_both' }),
      ),
    )
    for (const answer of answers) expect(answer.status, answer.text).toBe(200)
    expect(await second.status(transaction.id)).toMatchObject({ status: 'APPROVED' })
  })
})
