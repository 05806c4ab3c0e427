import type { Envelope } from '@sluice/types'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { FakeProvider, idOf, paymentRequest, PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { createManualClock } from '../../../../platform/test/manual-clock.ts'
import { TestClock } from '../../../test/test-clock.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import { startTwoGateways, type TwoGateways } from '../../../test/two-gateways.ts'

const PATH = '/api/transactions/payment'
const WAITING = { ...PROVIDER_OUTCOME, processingCode: '1002' as const }

/** A provider that counts its status queries. */
class AskedProvider extends FakeProvider {
  questions = 0

  override findOutcome(): ReturnType<FakeProvider['findOutcome']> {
    this.questions += 1
    return super.findOutcome()
  }
}

/** Returns from the provider's page as a browser does, and gives the target of the redirect. */
async function comeBack(address: string): Promise<string | null> {
  const answer = await fetch(address, { redirect: 'manual', headers: { 'user-agent': 'test' } })
  await answer.text()
  return answer.status === 303 ? answer.headers.get('location') : `status ${answer.status}`
}

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

/** Creates an order whose customer is at the provider's page, with its return address. */
async function order(gateway: TestGateway, provider: AskedProvider) {
  provider.found = () => Promise.resolve(WAITING)
  provider.started.length = 0
  const urls = { return_url: 'https://shop.example/done', error_url: 'https://shop.example/failed' }
  const envelope = await gateway.post<Envelope>(PATH, paymentRequest(gateway, urls))
  return { id: idOf(envelope), address: provider.started[0]?.returnUrl ?? '' }
}

describe('a customer who returns from a provider', () => {
  const provider = new AskedProvider('sim-payments')
  const clock = new TestClock()
  let gateway: TestGateway

  beforeAll(async () => {
    const providers = new Map([[provider.id, provider]])
    gateway = await startTestGateway({ adapters: { clock, providers } })
  })
  beforeEach(() => {
    provider.questions = 0
  })
  afterAll(() => gateway.close())

  it('causes one status query, however often the page is loaded', async () => {
    const { address } = await order(gateway, provider)
    await clock.hold(async () => {
      const places = await times(60, () => comeBack(address))
      expect(new Set(places)).toEqual(new Set(['https://shop.example/done']))
      expect(provider.questions).toBe(1)
    })
  })

  it('may reload ten times, and finds the outcome in the end', async () => {
    const { address, id } = await order(gateway, provider)
    for (let load = 1; load < 10; load += 1) {
      expect(await comeBack(address)).toBe('https://shop.example/done')
      clock.advance(2_000)
    }
    provider.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1000' })
    expect(await comeBack(address)).toBe('https://shop.example/failed')
    expect(await gateway.status(id)).toMatchObject({ status: 'DECLINED' })
    const { questions } = provider
    expect(await comeBack(address)).toBe('https://shop.example/failed')
    expect(provider.questions).toBe(questions)
  })

  it('waits for the next status query if the last one was just sent', async () => {
    const { address } = await order(gateway, provider)
    expect(await comeBack(address)).toBe('https://shop.example/done')
    provider.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1000' })
    expect(await comeBack(address)).toBe('https://shop.example/failed')
  })
})

describe('customers who return from a shared address', () => {
  const provider = new AskedProvider('sim-payments')
  const clock = new TestClock()
  let gateway: TestGateway

  beforeAll(async () => {
    const providers = new Map([[provider.id, provider]])
    gateway = await startTestGateway({
      env: { SLUICE_RATE_LIMITS: 'on' },
      adapters: { clock, realTime: createManualClock(), providers },
    })
  })
  afterAll(() => gateway.close())

  it('are redirected without a status query once fifty are running', async () => {
    await clock.hold(async () => {
      const orders = []
      for (let index = 0; index < 60; index += 1) orders.push(await order(gateway, provider))
      const places = await Promise.all(orders.map(({ address }) => comeBack(address)))
      expect(new Set(places)).toEqual(new Set(['https://shop.example/done']))
      expect(provider.questions).toBe(50)
    })
  })
})

describe('two processes to which a customer returns', () => {
  const provider = new AskedProvider('sim-payments')
  const clock = new TestClock()
  let gateways: TwoGateways

  beforeAll(async () => {
    gateways = await startTwoGateways({ clock, providers: new Map([[provider.id, provider]]) })
  })
  afterAll(() => gateways.close())

  it('send one status query between them', async () => {
    const { first, second } = gateways
    const { address } = await order(first, provider)
    const atSecond = address.replace(first.ready.base_url, second.ready.base_url)
    expect(atSecond).not.toBe(address)
    provider.questions = 0
    await clock.hold(async () => {
      const places = await Promise.all([address, atSecond].map((each) => times(10, () => comeBack(each))))
      expect(new Set(places.flat())).toEqual(new Set(['https://shop.example/done']))
      expect(provider.questions).toBe(1)
    })
  })
})
