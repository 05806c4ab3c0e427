import type { ClientEnvelope, ClientSession, EmbeddedSession, Transaction } from '@sluice/types'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { FakeProvider, PROVIDER_OUTCOME } from '../../test/elsewhere.ts'
import { BROWSER_INFO } from '../../test/merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'
import type { MethodSettings } from '../method-catalogue/index.ts'

const ALIPAY = 'provider-redirect-ali'
const BUYER = { email: 'ana@example.com', first_name: 'Ana', last_name: 'Horvat' }

/** A provider with its own settings for Alipay. */
class ConfiguredProvider extends FakeProvider {
  settings: MethodSettings = {}

  override get capabilities() {
    return { ...super.capabilities, methodSettings: new Map([[ALIPAY, this.settings]]) }
  }
}

const provider = new ConfiguredProvider('sim-redirect')
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ adapters: { providers: new Map([['sim-redirect', provider]]) } })
})
afterAll(() => gateway.close())
beforeEach(() => {
  provider.settings = {}
  provider.started.length = 0
})

function makeSession() {
  return gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest({ amount: 1_050 }))
}

async function findOffered(session: EmbeddedSession) {
  const { body } = await gateway.sendFromBrowser<ClientSession>('GET', `/api/client/sessions/${session.id}`)
  return body.payment_methods.find(({ type }) => type === ALIPAY)
}

async function pay(session: EmbeddedSession) {
  const { body } = await gateway.sendFromBrowser<ClientEnvelope>(
    'POST',
    `/api/client/sessions/${session.id}/payments`,
    { payment_method: { type: ALIPAY, data: BUYER }, browser_info: BROWSER_INFO },
  )
  return body
}

it('a method has the name, the icon and the texts of its provider’s configuration', async () => {
  provider.settings = { name: { en: 'Alipay wallet', sv: 'Alipayplånbok' }, mark: 'AP', alsoCalled: ['Ant'] }
  expect(await findOffered(await makeSession())).toEqual({
    type: ALIPAY,
    name: 'Alipay wallet',
    names: { sv: 'Alipayplånbok' },
    kind: 'wallet',
    mark: 'AP',
    also_called: ['Ant'],
  })
})

it('a hidden method is not listed, but accepted in requests', async () => {
  provider.settings = { visible: false }
  const session = await makeSession()
  expect(await findOffered(session)).toBeUndefined()
  expect((await pay(session)).redirect).not.toBeNull()
})

it.each<[string, MethodSettings, object]>([
  [
    'limits',
    { amounts: { EUR: { minMinor: 1, maxMinor: 1_000 } } },
    { property: 'amount', message: `${ALIPAY} takes at most 1000 EUR in minor units` },
  ],
  ['currencies', { currencies: ['CNY'] }, { property: 'currency', message: `${ALIPAY} takes CNY only` }],
])(
  'outside its %s a method is neither listed nor accepted, and its provider is not called',
  async (_, settings, error) => {
    provider.settings = settings
    const session = await makeSession()
    expect(await findOffered(session)).toBeUndefined()
    const { result } = await pay(session)
    expect(result).toMatchObject({ status: 'INVALID', errors: [error] })
    expect(provider.started).toEqual([])
  },
)

it('a method without refunds rejects a refund before its provider is called', async () => {
  const session = await makeSession()
  await pay(session)
  provider.found = () => Promise.resolve(PROVIDER_OUTCOME)
  await gateway.advance(3_600_000)
  const paid = await gateway.status(session.id)
  expect(paid).toMatchObject({ status: 'APPROVED' })
  const refund = () =>
    gateway.post<Transaction>('/api/transactions/manage', {
      terminal_id: paid.terminal_id,
      reference: paid.reference,
      currency: 'EUR',
      amount: 1,
      transaction_type: 'REFUND',
    })
  provider.settings = { refundable: false }
  expect(await refund()).toMatchObject({
    status: 'INVALID',
    processing_code: '2010',
    errors: [{ property: 'transaction_type', message: `${ALIPAY} is not refunded` }],
  })
  provider.settings = {}
  expect(await refund()).toMatchObject({ status: 'PENDING' })
})
