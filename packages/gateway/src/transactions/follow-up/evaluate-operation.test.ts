import { CARD_BRANDS, MANAGE_TYPES, TERMINAL_FEATURES, type TerminalFeature } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { makeTransaction, NOW_MS } from '../../../test/transaction-fixtures.ts'
import type { Merchant, Terminal } from '../../merchants/index.ts'
import { withoutRestrictions } from '../execution/declarations.ts'
import { evaluateOperation, type OperationSubject, type RequestedOperation } from './evaluate-operation.ts'

const merchant = { id: 'merchant-1', name: 'Shop', status: 'ACTIVE' } as unknown as Merchant

const makeTerminal = (lacks: readonly TerminalFeature[] = [], status: Terminal['status'] = 'ACTIVE') =>
  ({
    id: 'T00000000001',
    status,
    features: new Set(TERMINAL_FEATURES.filter((feature) => !lacks.includes(feature))),
    brands: new Set(CARD_BRANDS),
  }) as unknown as Terminal

const AUTHORIZATION = makeTransaction({ transactionType: 'AUTHORIZE', status: 'APPROVED' })
const CAPTURE: RequestedOperation = {
  operation: 'CAPTURE',
  amountMinor: 10_000,
  currency: 'EUR',
  finalCapture: true,
}

function judge(input: Partial<RequestedOperation> = {}, subject: Partial<OperationSubject> = {}) {
  return evaluateOperation(
    { ...CAPTURE, ...input },
    {
      merchant,
      terminal: makeTerminal(),
      parent: AUTHORIZATION,
      original: subject.parent ?? AUTHORIZATION,
      captureCount: 0,
      changeCount: 0,
      changeUnderWay: null,
      operations: withoutRestrictions(new Set(MANAGE_TYPES)),
      ...subject,
    },
    NOW_MS,
  )
}

const invalid = (processingCode: string, property = 'transaction_type') => ({
  kind: 'invalid',
  refusal: { processingCode, property },
})
const lacking = (feature: string, property: string) => ({
  kind: 'invalid',
  refusal: { processingCode: '2011', property, message: `the terminal lacks the feature ${feature}` },
})
const notPossible = (message: string) => ({
  kind: 'invalid',
  refusal: { processingCode: '2010', property: 'transaction_type', message },
})
const refused = (property: string, message: string, ...params: string[]) => ({
  kind: 'refused',
  errors: [{ property, message, params: [property, ...params] }],
})

describe('an operation', () => {
  it('is allowed if no rule forbids it', () => {
    expect(judge()).toEqual({ kind: 'allowed' })
    expect(judge({ operation: 'VOID' })).toEqual({ kind: 'allowed' })
  })

  it('is refused for a method that the configuration excludes from refunds', () => {
    const parent = makeTransaction({ status: 'APPROVED', transactionType: 'PURCHASE' })
    const input = { operation: 'REFUND', amountMinor: 1 } as const
    expect(judge(input, { parent, isRefundable: true })).toEqual({ kind: 'allowed' })
    expect(judge(input, { parent, isRefundable: false })).toEqual(
      notPossible(`${parent.paymentMethod.type} is not refunded`),
    )
    expect(judge({}, { isRefundable: false })).toEqual({ kind: 'allowed' })
  })

  it('is refused if the provider’s units cannot express its amount; limits of payments do not apply', () => {
    const parent = makeTransaction({ status: 'APPROVED', transactionType: 'PURCHASE' })
    const amounts = new Map([['EUR', { minMinor: 9_000, maxMinor: 9_001, stepMinor: 100 }]] as const)
    const refund = (amountMinor: number) => judge({ operation: 'REFUND', amountMinor }, { parent, amounts })
    expect(refund(200)).toEqual({ kind: 'allowed' })
    expect(refund(201)).toMatchObject({
      kind: 'invalid',
      refusal: {
        processingCode: '2011',
        property: 'amount',
        message: 'the payment provider takes multiples of 100 EUR in minor units',
      },
    })
  })

  it('is refused in another currency, before its amount is checked', () => {
    expect(judge({ currency: 'USD', amountMinor: 10_001 })).toEqual(
      refused('currency', 'must equal the currency of the original transaction', 'USD'),
    )
  })

  it('is refused above the open amount of a capture’s authorization', () => {
    const parent = makeTransaction({ status: 'APPROVED', transactionType: 'CAPTURE', parentId: 'original' })
    const records = { captureFailedMinor: 0, refundFailedMinor: 0, returnedMinor: 0, disputedMinor: 10_000 }
    const captured = { authorizedMinor: 10_000, capturedMinor: 10_000, refundedMinor: 0, voidedMinor: 0 }
    const deadlines = { settlesAtMs: null, refundableUntilMs: null, authorizationExpiresAtMs: null }
    const original = { ...AUTHORIZATION, money: { ...captured, ...deadlines, finalCapture: true, records } }
    expect(judge({ operation: 'REFUND' }, { parent, original }).kind).not.toBe('allowed')
    expect(judge({ operation: 'REFUND' }, { parent, original: parent }).kind).toBe('allowed')
  })

  it('is refused above its limit', () => {
    expect(judge({ amountMinor: 10_001 })).toEqual(
      refused('amount', 'must not exceed 10000', '10000', '10001'),
    )
    expect(judge({ operation: 'VOID', amountMinor: 9_999 })).toEqual(
      refused('amount', 'must equal 10000', '10000', '9999'),
    )
  })

  it('is refused above the original amount even if no operation is possible', () => {
    const parent = makeTransaction({ transactionType: 'AUTHORIZE', status: 'DECLINED' })
    expect(judge({ amountMinor: 10_001 }, { parent })).toMatchObject({ kind: 'refused' })
    expect(judge({ amountMinor: 10_000 }, { parent })).toEqual(
      notPossible('the original, AUTHORIZE and DECLINED, allows no CAPTURE now'),
    )
  })

  it.each([
    ['an inactive merchant', { merchant: { ...merchant, status: 'INACTIVE' as const } }, '2017'],
    ['a deleted terminal', { terminal: null }, '2013'],
    ['an inactive terminal', { terminal: makeTerminal([], 'INACTIVE') }, '2014'],
    ['a terminal without the feature', { terminal: makeTerminal([], 'NOT_ACCEPTING') }, '2015'],
    ['a removed provider', { operations: null }, '2024'],
  ])('is INVALID for %s', (_, subject, code) => {
    expect(judge({}, subject)).toEqual(invalid(code, 'terminal_id'))
  })

  it.each(['CAPTURE', 'REFUND', 'VOID'] as const)('is INVALID 2011 without TRX_TYPE_%s', (operation) => {
    const terminal = makeTerminal([`TRX_TYPE_${operation}`])
    const parent = operation === 'REFUND' ? makeTransaction({ status: 'APPROVED' }) : AUTHORIZATION
    expect(judge({ operation }, { terminal, parent })).toEqual(
      lacking(`TRX_TYPE_${operation}`, 'transaction_type'),
    )
    expect(judge({ operation }, { parent })).toEqual({ kind: 'allowed' })
  })

  it('an operation that keeps the remaining amount open is INVALID 2011 without MULTI_CAPTURE', () => {
    const terminal = makeTerminal(['MULTI_CAPTURE'])
    expect(judge({ finalCapture: false }, { terminal })).toEqual(
      lacking('MULTI_CAPTURE', 'options.final_capture'),
    )
    expect(judge({ finalCapture: false })).toEqual({ kind: 'allowed' })
    expect(judge({ finalCapture: false, operation: 'VOID' }, { terminal })).toEqual({ kind: 'allowed' })
    expect(judge({}, { terminal })).toEqual({ kind: 'allowed' })
  })

  it('is INVALID 2010 if the provider supports only payments', () => {
    expect(judge({}, { operations: withoutRestrictions(new Set(['REFUND'] as const)) })).toEqual(
      notPossible('the provider of the original makes no CAPTURE'),
    )
  })

  it('is INVALID 2010 as the 51st capture', () => {
    expect(judge({}, { captureCount: 49 })).toEqual({ kind: 'allowed' })
    expect(judge({}, { captureCount: 50 })).toEqual(
      notPossible('the original was captured 50 times, which is the most'),
    )
    expect(judge({ operation: 'VOID' }, { captureCount: 50 })).toEqual({ kind: 'allowed' })
  })
})
