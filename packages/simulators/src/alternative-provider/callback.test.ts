import { describe, expect, it } from 'vitest'

import { planCallbacks } from './callback.ts'
import type { SimulatedOrder } from './order.ts'

const ORDER: SimulatedOrder = {
  providerId: 'partner-blik',
  idempotencyKey: 'attempt',
  merchantId: 'merchant',
  transactionId: 'transaction',
  accountId: 'partner-blik-pln',
  type: 'partner-blik',
  direction: 'DEPOSIT',
  amountMinor: 1_050,
  currency: 'PLN',
  reference: 'order "1"',
  merchantName: null,
  returnUrl: null,
  language: null,
  expiresAtMs: null,
  callbackUrl: 'http://localhost/callback',
  fault: null,
  answer: 'redirect',
  pageKey: 'key',
  processingCode: '1002',
  plannedCode: null,
  settleAtMs: null,
  isAsked: false,
  endsItself: false,
  wrongCodes: 0,
  approvalCode: 'ABC123',
  referenceNumber: '632410123456',
  systan: 123_456,
  createdAtMs: 0,
}

const tell = (fault: string | null, code: Parameters<typeof planCallbacks>[1] = '0000') =>
  planCallbacks({ ...ORDER, fault }, code)
const statusesOf = (fault: string, code: Parameters<typeof planCallbacks>[1] = '0000') =>
  tell(fault, code).map(({ body }) => (JSON.parse(body) as { status: string }).status)

describe('provider reports', () => {
  it('have eight members, with the amount in major units', () => {
    expect(tell(null).map(({ body }) => body)).toEqual([
      '{"accountReference":"partner-blik-pln","psTransactionId":"632410123456","transactionId":"transaction","userId":"user-123456","currency":"PLN","status":"COMPLETED","type":"DEPOSIT","amount":10.50}',
    ])
  })

  it.each([
    ['0000', 'COMPLETED'],
    ['1000', 'DECLINED'],
    ['1004', 'DECLINED'],
    ['2002', 'DECLINED'],
    ['1003', 'CANCELED'],
    ['1005', 'EXPIRED'],
  ] as const)('report %s as %s', (code, status) => {
    expect(JSON.parse(tell(null, code)[0]?.body ?? '')).toMatchObject({ status })
  })

  it('fail as the injected fault says', () => {
    expect(tell('DUPLICATE_CALLBACK').map(({ isRepeat }) => isRepeat)).toEqual([false, true])
    expect(new Set(tell('DUPLICATE_CALLBACK').map(({ body }) => body)).size).toBe(1)
    expect(statusesOf('REORDERED_CALLBACKS')).toEqual(['COMPLETED', 'PENDING'])
    expect(statusesOf('CONTRADICTING_CALLBACK')).toEqual(['COMPLETED', 'DECLINED'])
    expect(statusesOf('CONTRADICTING_CALLBACK', '1000')).toEqual(['DECLINED', 'COMPLETED'])
    expect(tell('WRONG_AMOUNT_CALLBACK')[0]?.body).toContain('"amount":10.51}')
    expect(tell('SERVER_ERROR')).toEqual(tell(null))
  })
})
