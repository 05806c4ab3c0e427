import { CURRENCY_CODES, currencyExponent } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { makeTransaction } from '../../../test/transaction-fixtures.ts'
import type { ProviderOrder } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import {
  type Confirmation,
  compareLateReport,
  decidedBy,
  findMismatches,
  findReported,
  isAmount,
  type ProviderReport,
  readReportedCode,
  resolveReport,
} from './provider-report.ts'

const REPORT: ProviderReport = {
  accountId: 'sim-payments-eur',
  providerTransactionId: 'ps-1',
  transactionId: 'transaction-1',
  providerUserId: 'user-1',
  currency: 'EUR',
  amount: '10.50',
  status: 'COMPLETED',
  type: 'DEPOSIT',
}

const found = (processingCode: '0000' | '1000' | '1002' | '1004'): Confirmation => ({
  processingCode,
  providerResponseCode: '00',
  providerResponseMessage: 'text',
  approvalCode: null,
  referenceNumber: '632512000001',
  systan: null,
  retryable: false,
})

describe('readReportedCode', () => {
  it.each([
    ['COMPLETED', '0000'],
    ['SUCCESS', '0000'],
    ['APPROVED', '0000'],
    ['DECLINED', '1000'],
    ['FAILED', '1000'],
    ['REJECTED', '1000'],
    ['CANCELED', '1003'],
    ['CANCELLED', '1003'],
    ['EXPIRED', '1005'],
    ['TIMEOUT', '1005'],
    ['PENDING', '1002'],
  ])('reads %s as %s, in capitals or not', (status, code) => {
    expect(readReportedCode(status)).toBe(code)
    expect(readReportedCode(status.toLowerCase())).toBe(code)
  })

  it.each(['', 'PAID', 'constructor', 'COMPLETED '])('rejects the status %j', (status) => {
    expect(readReportedCode(status)).toBeNull()
  })
})

describe('findMismatches', () => {
  const order = { accountId: 'sim-payments-eur' } as ProviderOrder
  const payment = { transactionType: 'PAYMENT', currency: 'EUR', amountMinor: 1_050 } as const
  const compare = (report: Partial<ProviderReport>, transaction: Partial<Transaction> = {}) =>
    findMismatches({ ...REPORT, ...report }, order, makeTransaction({ ...payment, ...transaction })).map(
      ({ kind, member }) => [kind, member],
    )

  it('finds none in a report that matches the order', () => {
    expect(compare({})).toEqual([])
  })

  it.each([
    [{ accountId: 'sim-payments-usd' }, ['ACCOUNT_MISMATCH', 'accountReference']],
    [{ currency: 'USD' }, ['CURRENCY_MISMATCH', 'currency']],
    [{ amount: '10.51' }, ['AMOUNT_MISMATCH', 'amount']],
    [{ type: 'WITHDRAWAL' as const }, ['TYPE_MISMATCH', 'type']],
  ])('finds what differs in %o, and nothing else', (report, mismatch) => {
    expect(compare(report)).toEqual([mismatch])
  })

  it('finds every difference', () => {
    const other = { accountId: 'x', currency: 'USD', amount: '1', type: 'REFUND' as const }
    expect(compare(other)).toHaveLength(4)
  })

  it.each([
    ['PURCHASE', 'DEPOSIT'],
    ['PAYMENT', 'DEPOSIT'],
    ['PAYOUT', 'WITHDRAWAL'],
    ['REFUND', 'REFUND'],
  ] as const)('expects a %s to be reported as a %s', (transactionType, type) => {
    expect(compare({ type }, { transactionType })).toEqual([])
    for (const other of ['DEPOSIT', 'WITHDRAWAL', 'REFUND'] as const) {
      if (other !== type) expect(compare({ type: other }, { transactionType })).toHaveLength(1)
    }
  })

  it.each(['CAPTURE', 'VOID'] as const)(
    'matches no report with a %s, which providers never report',
    (type) => {
      for (const reported of ['DEPOSIT', 'WITHDRAWAL', 'REFUND'] as const) {
        expect(compare({ type: reported }, { transactionType: type })).toHaveLength(1)
      }
    },
  )
})

const AMOUNT = fc.bigInt({ min: 1n, max: 999_999_999_999n })

describe('isAmount', () => {
  it('recognizes the amount however its decimals are written, in every currency', () => {
    fc.assert(
      fc.property(AMOUNT, fc.constantFrom(...CURRENCY_CODES), fc.nat(4), (minor, currency, zeros) => {
        const exponent = currencyExponent(currency)
        const digits = String(minor).padStart(exponent + 1, '0')
        const whole = exponent === 0 ? digits : digits.slice(0, -exponent)
        const decimals = (exponent === 0 ? '' : digits.slice(-exponent)) + '0'.repeat(zeros)
        const text = decimals === '' ? whole : `${whole}.${decimals}`
        expect(isAmount(text, Number(minor), currency)).toBe(true)
        const shortest = decimals.replace(/0+$/, '')
        expect(isAmount(shortest === '' ? whole : `${whole}.${shortest}`, Number(minor), currency)).toBe(true)
      }),
    )
  })

  it('accepts nothing else: neither a unit more nor a fraction of one', () => {
    fc.assert(
      fc.property(
        AMOUNT,
        fc.constantFrom(...CURRENCY_CODES),
        fc.integer({ min: 1, max: 9 }),
        (minor, currency, digit) => {
          const exponent = currencyExponent(currency)
          const write = (amount: bigint): string => {
            const digits = String(amount).padStart(exponent + 1, '0')
            return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
          }
          expect(isAmount(write(minor + 1n), Number(minor), currency)).toBe(false)
          const fraction = `${write(minor)}${exponent === 0 ? '.' : ''}${digit}`
          expect(isAmount(fraction, Number(minor), currency)).toBe(false)
        },
      ),
    )
  })

  it.each(['', '10,50', '1e3', '-10.50', '+10.50', '.5', '10.', ' 10.50', '10.50 ', '0x10', 'NaN'])(
    '%j is no amount',
    (text) => {
      expect(isAmount(text, 1_050, 'EUR')).toBe(false)
    },
  )

  it('accepts no amount in an unknown currency', () => {
    expect(isAmount('10.50', 1_050, 'XXX')).toBe(false)
  })
})

describe('resolveReport', () => {
  it.each([['unknown' as const], [null], [found('1002')]])(
    'approves nothing that %j confirms',
    (confirmation) => {
      expect(resolveReport(REPORT, '0000', confirmation)).toBeNull()
    },
  )

  it('approves a confirmed report, under the provider’s reference', () => {
    const verdict = resolveReport(REPORT, '0000', found('0000'))
    expect(verdict).toMatchObject({
      outcome: { processingCode: '0000', referenceNumber: 'ps-1' },
      contradicts: false,
    })
  })

  it('refuses on the report alone, with the exact code if there is one', () => {
    const refusal = { ...REPORT, status: 'DECLINED' }
    expect(resolveReport(refusal, '1000', 'unknown')?.outcome.processingCode).toBe('1000')
    expect(resolveReport(refusal, '1000', found('1004'))).toMatchObject({
      outcome: { processingCode: '1004' },
      contradicts: false,
    })
  })

  it('ignores a reported refusal after a correction, because it may be of the earlier attempt', () => {
    const refusal = { ...REPORT, status: 'DECLINED' }
    expect(resolveReport(refusal, '1000', 'unknown', 2)).toBeNull()
    expect(resolveReport(refusal, '1000', found('1000'), 2)?.outcome.processingCode).toBe('1000')
  })

  it('tries no other provider after a reported refusal', () => {
    expect(resolveReport({ ...REPORT, status: 'DECLINED' }, '1000', null)).toEqual({
      outcome: {
        processingCode: '1000',
        providerResponseCode: 'DECLINED',
        providerResponseMessage: 'DECLINED',
        approvalCode: null,
        referenceNumber: 'ps-1',
        systan: null,
        retryable: false,
      },
      contradicts: false,
    })
  })

  it('trusts the answer to a status query', () => {
    expect(resolveReport(REPORT, '0000', found('1000'))).toMatchObject({
      outcome: { processingCode: '1000' },
      contradicts: true,
    })
    expect(resolveReport(REPORT, '1000', found('0000'))).toMatchObject({
      outcome: { processingCode: '0000' },
      contradicts: true,
    })
  })
})

describe('findReported', () => {
  const order = (attemptId: string) => ({
    transactionId: 'transaction-1',
    providerId: 'sim-payments',
    merchantId: 'merchant-1',
    accountId: 'sim-payments-eur',
    attemptId,
    endedAs: null,
  })
  const named = (processingCode: '0000' | '1000', referenceNumber: string): Confirmation => ({
    ...(decidedBy(found(processingCode)) ?? expect.fail()),
    referenceNumber,
  })

  it.each([
    ['the one with the same outcome', [found('1000'), found('0000')], 'second'],
    ['none if no answer decides', ['unknown', null, found('1002')], undefined],
    ['none if two have the same outcome', [found('0000'), found('0000')], undefined],
    ['the one with the same reference', [named('0000', 'ps-2'), named('0000', 'ps-1')], 'second'],
    [
      'the one with the same reference, whatever its outcome',
      [named('1000', 'ps-1'), found('0000')],
      'first',
    ],
    ['none if two have the reference', [named('0000', 'ps-1'), named('1000', 'ps-1')], undefined],
  ] as const)('finds %s', (_what, confirmations, attemptId) => {
    const asked = confirmations.map((confirmation, index) => ({
      order: order(['first', 'second', 'third'][index] ?? ''),
      confirmation,
    }))
    expect(findReported(REPORT, '0000', asked)?.attemptId).toBe(attemptId)
  })
})

describe('compareLateReport', () => {
  it.each([
    ['APPROVED', 'APPROVED', null],
    ['PENDING', 'APPROVED', null],
    ['PENDING', 'DECLINED', null],
    ['DECLINED', 'CANCELED', null],
    ['DECLINED', 'APPROVED', 'CONTRADICTION'],
    ['CANCELED', 'APPROVED', 'CONTRADICTION'],
    ['APPROVED', 'DECLINED', 'LATE_SUCCESS'],
    ['APPROVED', 'CANCELED', 'LATE_SUCCESS'],
    ['APPROVED', 'SESSION_EXPIRED', 'LATE_SUCCESS'],
  ] as const)('%s about something %s is %s', (reported, stands, kind) => {
    expect(compareLateReport(reported, stands)).toBe(kind)
  })
})
