import type { SimulatedFault } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { blik, EXPIRES_AFTER_MS, openProviderDesk, payout } from '../../test/open-provider-desk.ts'
import { toMetadata } from '../../test/to-metadata.ts'
import type { OperationRequest } from '../provider.ts'

const simulate = (
  fault: SimulatedFault | null,
  flow: 'PENDING_APPROVED' | 'APPROVED' = 'PENDING_APPROVED',
) => ({
  metadata: toMetadata({ flow, fault }),
})

function describeRefund(changes: Partial<OperationRequest> = {}): OperationRequest {
  return {
    idempotencyKey: 'refund-1',
    operation: 'REFUND',
    merchantId: 'merchant',
    transactionId: 'refund',
    accountId: 'sim-payments-eur',
    originalKey: 'attempt-1',
    parentKey: 'attempt-1',
    amountMinor: 500,
    currency: 'EUR',
    finalCapture: false,
    metadata: null,
    ...changes,
  }
}

describe('simulated providers: orders', () => {
  it('accept an order once, however often it is sent', async () => {
    const desk = await openProviderDesk()
    const first = await desk.start('payment_wallets')
    expect(await desk.start('payment_wallets', { amountMinor: 1 })).toEqual(first)
    expect(await desk.db.selectFrom('simulated_orders').select('amount').execute()).toEqual([
      { amount: 129_900 },
    ])
  })

  it('have no result for keys that they never received', async () => {
    const desk = await openProviderDesk()
    await desk.start('payment_wallets')
    expect(await desk.find('payment_wallets', 'attempt-2')).toBeNull()
    expect(await desk.find('partner-blik')).toBeNull()
  })

  it('settle a pending order after three seconds, and report it once', async () => {
    const desk = await openProviderDesk()
    await desk.start('payout_upi', payout('123456789005'))
    await desk.advance(2_999)
    expect(await desk.find('payout_upi')).toBe('1002')
    await desk.advance(1)
    expect(await desk.find('payout_upi')).toBe('1001')
    await desk.advance(60_000)
    expect(desk.told()).toMatchObject([
      { status: 'DECLINED', type: 'WITHDRAWAL', accountReference: 'sim-payouts-eur' },
    ])
  })

  it('decide an order before they report it', async () => {
    const desk = await openProviderDesk()
    await desk.start('partner-blik', blik('777000'))
    desk.clock.advance(EXPIRES_AFTER_MS)
    expect(await desk.find('partner-blik')).toBe('0000')
  })

  it('store no account number and no code', async () => {
    const desk = await openProviderDesk()
    await desk.start('payout_upi', payout('998877665544'))
    await desk.start('partner-blik', { ...blik('777246'), idempotencyKey: 'attempt-2' })
    const rows = JSON.stringify(await desk.db.selectFrom('simulated_orders').selectAll().execute())
    expect(rows).not.toContain('998877665544')
    expect(rows).not.toContain('777246')
  })

  it('refund once', async () => {
    const desk = await openProviderDesk()
    await desk.start('payment_wallets', simulate(null, 'APPROVED'))
    const reversedAt = async () =>
      (await desk.db.selectFrom('simulated_orders').select('reversed_at').executeTakeFirst())?.reversed_at
    const giveBack = () =>
      desk.providerFor('payment_wallets').operate(describeRefund({ operation: 'VOID', amountMinor: 129_900 }))
    const outcome = await giveBack()
    expect(outcome.processingCode).toBe('0000')
    const first = await reversedAt()
    desk.clock.advance(1_000)
    expect(await giveBack()).toEqual(outcome)
    expect(first).not.toBeNull()
    expect(await reversedAt()).toBe(first)
  })
})

describe('simulated providers: faults', () => {
  it.each([
    ['TIMEOUT_AFTER_EXECUTION', true],
    ['RESET_AFTER_EXECUTION', true],
    ['MALFORMED_ANSWER', true],
    ['RESET_BEFORE_EXECUTION', false],
    ['SERVER_ERROR', false],
  ] as const)('%s: the answer is lost, the work is done: %s', async (fault, isExecuted) => {
    const desk = await openProviderDesk()
    await expect(desk.start('payment_wallets', simulate(fault, 'APPROVED'))).rejects.toThrow()
    expect(await desk.find('payment_wallets')).toBe(isExecuted ? '0000' : null)
  })

  it('DUPLICATE_CALLBACK reports twice under one id', async () => {
    const desk = await openProviderDesk()
    await desk.start('payment_wallets', simulate('DUPLICATE_CALLBACK'))
    await desk.advance(3_000)
    expect(desk.reports).toHaveLength(2)
    expect(desk.reports[1]).toEqual(desk.reports[0])
  })

  it('REORDERED_CALLBACKS and CONTRADICTING_CALLBACK report in that order, under two ids', async () => {
    for (const [fault, statuses] of [
      ['REORDERED_CALLBACKS', ['COMPLETED', 'PENDING']],
      ['CONTRADICTING_CALLBACK', ['COMPLETED', 'DECLINED']],
    ] as const) {
      const desk = await openProviderDesk()
      await desk.start('payment_wallets', simulate(fault))
      await desk.advance(3_000)
      expect(desk.told().map(({ status }) => status)).toEqual(statuses)
      expect(new Set(desk.reports.map(({ id }) => id)).size).toBe(2)
    }
  })

  it('LATE_CALLBACK reports a success after the order has ended', async () => {
    const desk = await openProviderDesk()
    await desk.start('payment_wallets', simulate('LATE_CALLBACK'))
    await desk.advance(EXPIRES_AFTER_MS)
    expect(desk.reports).toEqual([])
    await desk.advance(60_000)
    expect(await desk.find('payment_wallets')).toBe('0000')
    expect(desk.told()).toMatchObject([{ status: 'COMPLETED' }])
  })
})

describe('simulated providers: refunds', () => {
  const refund = async (type: string, changes: Partial<OperationRequest> = {}) => {
    const desk = await openProviderDesk()
    await desk.start(type, simulate(null, 'APPROVED'))
    const provider = desk.providerFor(type)
    const { accountId } = desk.describe(type)
    return { desk, provider, outcome: await provider.operate(describeRefund({ accountId, ...changes })) }
  }

  it.each([
    'payment_open_banking',
    'payment_upi',
    'payment_wallets',
    'payment_qr_code',
    'partner-blik',
    'provider-redirect-ali',
  ])('%s can be refunded, once per key', async (type) => {
    const { desk, provider, outcome } = await refund(type)
    expect(outcome.processingCode).toBe('0000')
    expect(await provider.operate(describeRefund())).toEqual(outcome)
    expect(await provider.findOutcome('refund-1')).toEqual(outcome)
    expect(await desk.db.selectFrom('simulated_refunds').selectAll().execute()).toHaveLength(1)
  })

  it.each([
    ['payment_bank_transfer', {}],
    ['payment_wallets', { operation: 'CAPTURE' as const }],
  ])('%s with %j is not supported', async (type, changes) => {
    expect((await refund(type, changes)).outcome.processingCode).toBe('2011')
  })

  it.each([
    ['of a key that was never seen', { originalKey: 'never-seen' }],
    ['above the payment', { amountMinor: 129_901 }],
    ['in another currency', { currency: 'SEK' }],
    ['from another account', { accountId: 'another' }],
  ])('%s are refused', async (_what, changes) => {
    expect((await refund('payment_wallets', changes)).outcome.processingCode).toBe('2010')
  })

  it('refunds above the remaining amount are refused, one after the other and together', async () => {
    const { provider } = await refund('payment_wallets', { amountMinor: 100_000 })
    const again = (key: string, amountMinor: number) =>
      provider.operate(describeRefund({ idempotencyKey: key, amountMinor }))
    const codes = (await Promise.all([again('refund-2', 20_000), again('refund-3', 20_000)]))
      .map(({ processingCode }) => processingCode)
      .sort()
    expect(codes).toEqual(['0000', '2010'])
    expect((await again('refund-4', 9_901)).processingCode).toBe('2010')
    expect((await again('refund-5', 9_900)).processingCode).toBe('0000')
  })

  it('refunds of open or refunded amounts are refused', async () => {
    const desk = await openProviderDesk()
    await desk.start('payment_wallets')
    const provider = desk.providerFor('payment_wallets')
    expect((await provider.operate(describeRefund())).processingCode).toBe('2010')
    await desk.start('payment_wallets', { ...simulate(null, 'APPROVED'), idempotencyKey: 'attempt-2' })
    const ofPaid = { originalKey: 'attempt-2', parentKey: 'attempt-2' }
    const whole = { ...ofPaid, idempotencyKey: 'void-2', operation: 'VOID' as const, amountMinor: 129_900 }
    expect((await provider.operate(describeRefund(whole))).processingCode).toBe('0000')
    const late = describeRefund({ ...ofPaid, idempotencyKey: 'refund-2' })
    expect((await provider.operate(late)).processingCode).toBe('2010')
  })

  it('are accepted only for an account of the provider', async () => {
    const desk = await openProviderDesk()
    expect(await desk.start('payment_wallets', { accountId: 'another' })).toMatchObject({
      kind: 'outcome',
      outcome: { processingCode: '2011' },
    })
  })

  it('are not offered by payouts', async () => {
    const desk = await openProviderDesk()
    expect(desk.providerFor('payout_upi').capabilities.operations.size).toBe(0)
  })
})
