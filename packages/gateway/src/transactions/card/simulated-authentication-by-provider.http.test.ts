import type { SimulatedFlow } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import type { PaymentInput } from '../../../test/merchant-at-gateway.ts'

const NOTE = 'the acquirer authenticates the shopper'

describeAtBothGateways('payments at a simulated acquirer that authenticates the shopper', (current) => {
  const terminalId = () =>
    current().gateway.ready.terminals.find(({ note }) => note === NOTE)?.terminal_id ?? ''
  const pay = (flow: SimulatedFlow, input: PaymentInput = {}) =>
    current().gateway.pay({ flow, ...input, body: { terminal_id: terminalId(), ...input.body } })
  const approvedOf = async (id: string) =>
    (await current().gateway.books.chargesOf(id)).filter((charge) => charge['processing_code'] === '0000')
  const givenBackOf = async (id: string) =>
    (await current().gateway.books.of('charges', id)).filter((charge) => charge['type'] === 'VOID')

  it.each([
    ['natively, without a challenge', 'FRICTIONLESS_SUCCESS', ['fingerprint'], 'APPROVED', '0000'],
    ['natively, without a fingerprint', 'NO_METHOD_FRICTIONLESS', [], 'APPROVED', '0000'],
    ['natively, with a challenge', 'CHALLENGE', ['fingerprint', 'challenge'], 'APPROVED', '0000'],
    ['on a page', 'CHALLENGE_REDIRECT', ['fingerprint', 'redirect'], 'APPROVED', '0000'],
    ['by a form', 'CHALLENGE_FORM_SUBMIT', ['fingerprint', 'form_submit'], 'APPROVED', '0000'],
    [
      'with an additional challenge',
      'DOUBLE_CHALLENGE_SUCCESS',
      ['fingerprint', 'challenge', 'challenge'],
      'APPROVED',
      '0000',
    ],
    [
      'with one challenge too many',
      'DOUBLE_CHALLENGE_DECLINED',
      ['fingerprint', 'challenge', 'challenge'],
      'DECLINED',
      '3000',
    ],
    ['and refused by the bank', 'FRICTIONLESS_NOT_AUTHENTICATED', ['fingerprint'], 'DECLINED', '3001'],
    ['and canceled by the shopper', 'CHALLENGE_CANCELED', ['fingerprint', 'challenge'], 'CANCELED', '1003'],
    ['by a bank that errs', 'AUTHENTICATION_ERROR', [], 'DECLINED', '3000'],
  ] as const)('are authenticated %s', async (_, flow, steps, status, code) => {
    const paid = await pay(flow, { atTheBank: ['1234'] })
    expect(paid.steps).toEqual(steps)
    expect(paid.transaction).toMatchObject({ status, processing_code: code })
    expect(await approvedOf(paid.transaction.id)).toHaveLength(status === 'APPROVED' ? 1 : 0)
  })

  it.each([
    ['approved without authentication', 'PROVIDER_UNAUTHENTICATED'],
    ['approved without a step of the shopper', 'NO_3DS'],
    ['approved by an exemption that was not requested', 'PROVIDER_EXEMPTION'],
    ['approved though the bank could not authenticate', 'FRICTIONLESS_UNAVAILABLE'],
    ['approved though the bank was only informed', 'FRICTIONLESS_INFORMATIONAL'],
  ] as const)('are reversed where they are %s', async (_, flow) => {
    const { transaction } = await pay(flow)
    expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '3002' })
    await current().gateway.advance(10_000)
    const [undo] = await givenBackOf(transaction.id)
    expect(undo).toMatchObject({ processing_code: '0000' })
  })

  it('expire where the acquirer answers for another payment', async () => {
    const { transaction } = await pay('PROVIDER_NAMES_ANOTHER', { atTheBank: ['1234'] })
    expect(transaction).toMatchObject({ status: 'PENDING' })
    await current().gateway.advance(10_000)
    expect(await current().gateway.status(transaction.id)).toMatchObject({ status: 'SESSION_EXPIRED' })
    expect(await approvedOf(transaction.id)).toEqual([])
  })

  it('leave nothing payable after a decline', async () => {
    const { transaction } = await pay('PROVIDER_PAYABLE_AFTER_DECLINE', { atTheBank: ['1234'] })
    expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
    await current().gateway.advance(3_700_000)
    expect(await approvedOf(transaction.id)).toEqual([])
    expect(await current().gateway.status(transaction.id)).toMatchObject({ status: 'DECLINED' })
  })

  it('are challenged after a soft decline', async () => {
    const { transaction, steps } = await pay('FRICTIONLESS_SUCCESS', {
      metadata: { simulated_soft_decline: true },
      atTheBank: ['1234'],
    })
    expect(steps).toEqual(['fingerprint', 'fingerprint', 'challenge'])
    expect(transaction).toMatchObject({ status: 'APPROVED' })
  })

  it('go to the next account, which authenticates the shopper again', async () => {
    const { transaction, steps } = await pay('FALLBACK_CHALLENGE_AFTER_1', { atTheBank: ['1234', '1234'] })
    expect(steps).toEqual(['fingerprint', 'challenge', 'fingerprint', 'challenge'])
    expect(transaction).toMatchObject({ status: 'APPROVED' })
    const attempts = await current().gateway.books.of('attempts', transaction.id)
    expect(attempts.toSorted((one, other) => Number(one['number']) - Number(other['number']))).toMatchObject([
      { provider_id: 'sim-g', processing_code: '1000' },
      { provider_id: 'sim-h', processing_code: '0000' },
    ])
  })

  it('are captured like any other', async () => {
    const { gateway } = current()
    const { transaction } = await pay('CHALLENGE', {
      atTheBank: ['1234'],
      body: { transaction_type: 'AUTHORIZE' },
    })
    const capture = await gateway.send<{ status: string }>('POST', '/api/transactions/manage', {
      transaction_type: 'CAPTURE',
      terminal_id: transaction.terminal_id,
      reference: transaction.reference,
      currency: transaction.currency,
      amount: 10_000,
    })
    expect(capture.body, capture.text).toMatchObject({ status: 'APPROVED' })
  })
})
