import type { ClientSession, EmbeddedSession } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../test/both-gateways.ts'
import { beginPayment, makeLink } from '../../test/link-shopper.ts'
import { BROWSER_INFO, type MerchantAtGateway } from '../../test/merchant-at-gateway.ts'

const NOT_FOUND = { status: 404, body: { error: 'Not Found' } }

describeAtBothGateways('removing a saved card in a browser', (current) => {
  const gateway = () => current().gateway

  async function makeCustomer(by: MerchantAtGateway = gateway()): Promise<string> {
    const answer = await by.send<{ id: string }>('POST', '/api/customers', {
      email: 'ada@example.com',
    })
    return answer.body.id
  }
  async function saveCard(
    id: string | null,
    tokenize_for = 'CUSTOMER_INITIATED_TRANSACTION',
    by: MerchantAtGateway = gateway(),
  ) {
    const { result } = await by.authorize({
      flow: 'NO_METHOD_FRICTIONLESS',
      body: {
        tokenization: { save_card_for_future_payments: true, tokenize_for },
        ...(id !== null && { customer: { id } }),
      },
    })
    return result?.payment_method.token ?? ''
  }
  const embedded = async (id: string | null, changes = {}) =>
    (
      await gateway().post<EmbeddedSession>(
        '/api/sessions',
        gateway().sessionRequest({ ...(id !== null && { customer: { id } }), ...changes }),
      )
    ).id
  const hosted = async (id: string, by: MerchantAtGateway = gateway()) =>
    (
      await by.post<{ session_id: string }>(
        '/api/hosted-payment-page',
        by.sessionRequest({ customer_id: id }),
      )
    ).session_id
  const remove = (sessionId: string, cardId: string, by: MerchantAtGateway = gateway()) =>
    by.sendFromBrowser('DELETE', `/api/client/sessions/${sessionId}/payment-methods/${cardId}`)
  const cardsOf = async (customerId: string) =>
    (
      await gateway().get<{ data: { payment_method_id: string }[] }>(
        `/api/customers/${customerId}/payment-methods`,
      )
    ).data.map(({ payment_method_id }) => payment_method_id)

  it.each(['embedded', 'hosted'] as const)('removes it from its customer: %s', async (kind) => {
    const id = await makeCustomer()
    const [card, other] = [await saveCard(id), await saveCard(id)]
    expect(other).toBe(card)
    const session = await (kind === 'hosted' ? hosted(id) : embedded(id))
    expect((await remove(session, card)).status).toBe(204)
    expect(await cardsOf(id)).toEqual([])
    expect(await remove(session, card)).toMatchObject(NOT_FOUND)
    const types = (await gateway().books.all('events')).map(({ type }) => type)
    expect(types).toContain('tokenization-webhook:payment-method:deleted')
  })

  it('is rejected at a payment link, which others may also have', async () => {
    const id = await makeCustomer()
    const card = await saveCard(id)
    const { url } = await makeLink(gateway(), { customer_id: id })
    const session = await beginPayment(url)
    const { body } = await gateway().sendFromBrowser<ClientSession>('GET', `/api/client/sessions/${session}`)
    expect(body.saved_cards).toEqual([])
    expect(await remove(session, card)).toMatchObject(NOT_FOUND)
    expect(await cardsOf(id)).toEqual([card])
  })

  it('is announced in the session', async () => {
    const id = await makeCustomer()
    await saveCard(id)
    const { body } = await gateway().sendFromBrowser<ClientSession>(
      'GET',
      `/api/client/sessions/${await hosted(id)}`,
    )
    expect(body.saved_cards).toMatchObject([{ removable: true }])
  })

  it('returns 404 for another customer’s card', async () => {
    const [mine, theirs] = [await makeCustomer(), await makeCustomer()]
    const card = await saveCard(theirs)
    const nobodys = await saveCard(null)
    for (const session of [await embedded(mine), await hosted(mine), await embedded(null)]) {
      expect(await remove(session, card)).toMatchObject(NOT_FOUND)
      expect(await remove(session, nobodys)).toMatchObject(NOT_FOUND)
    }
    const session = await embedded(theirs)
    expect(await remove(session, card, await otherMerchant(gateway()))).toMatchObject(NOT_FOUND)
    expect(await cardsOf(theirs)).toEqual([card])
  })

  it('is rejected for a card that the merchant charges without the cardholder', async () => {
    const id = await makeCustomer()
    const card = await saveCard(id, 'MERCHANT_INITIATED_TRANSACTION')
    const answer = await remove(await embedded(id), card)
    expect(answer).toMatchObject({ status: 409, body: { error: 'Conflict', status: 'CREATED' } })
    expect(await cardsOf(id)).toEqual([card])
  })

  it('is rejected during a payment, and after it', async () => {
    const id = await makeCustomer()
    const card = await saveCard(id)
    const session = await embedded(id, { metadata: { simulated_flow: 'CHALLENGE' } })
    const submitted = await gateway().sendFromBrowser('POST', `/api/client/sessions/${session}/payments`, {
      payment_method: { type: 'card', data: await gateway().seal({}, session) },
      browser_info: BROWSER_INFO,
    })
    expect(submitted.status, submitted.text).toBe(200)
    expect(await remove(session, card)).toMatchObject({ status: 409, body: { status: 'PENDING' } })
    await gateway().sendFromBrowser('POST', `/api/client/sessions/${session}/cancel`)
    expect(await remove(session, card)).toMatchObject({ status: 409, body: { status: 'CANCELED' } })
    expect(await cardsOf(id)).toEqual([card])
  })

  it('is neither offered nor accepted if the merchant does not allow it', async () => {
    const merchant = await otherMerchant(gateway())
    await current().execute(
      `update merchants set settings = replace(settings, '"shoppersRemoveCards":true', '"shoppersRemoveCards":false')
       where id = '${merchant.ready.merchant_id}' returning id`,
    )
    const id = await makeCustomer(merchant)
    const card = await saveCard(id, undefined, merchant)
    const session = await hosted(id, merchant)
    expect(await remove(session, card, merchant)).toMatchObject(NOT_FOUND)
    const { body } = await merchant.sendFromBrowser<ClientSession>('GET', `/api/client/sessions/${session}`)
    expect(body.saved_cards).toMatchObject([{ removable: false }])
  })
})
