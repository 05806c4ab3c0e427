import { signMessage } from '@sluice/platform/crypto/standard-webhook'
import type { Currency } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { EVERY_CAPABILITY } from '../../../test/make-provider.ts'
import { authorizationOf, operationOf } from '../../../test/provider-requests.ts'
import { createHttpProvider } from './http-provider.ts'

const NOW_MS = Date.UTC(2030, 0, 15)
const WHSEC = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const OUTCOME = {
  idempotency_key: 'attempt-1',
  account_id: 'sim-a-eur',
  approved_amount: 0,
  currency: 'ISK',
  processing_code: '0000',
  response_code: '00',
  response_message: 'Approved',
  approval_code: null,
  reference_number: null,
  systan: null,
  retryable: false,
}

/** A provider with two decimals for ISK and none for IDR, which reports an approved amount. */
function connect(approved: number, currency: Currency = 'ISK') {
  const sent: unknown[] = []
  const provider = createHttpProvider({
    id: 'acme',
    capabilities: {
      ...EVERY_CAPABILITY,
      exponents: new Map<Currency, number>([
        ['ISK', 2],
        ['IDR', 0],
      ]),
    },
    clock: { now: () => NOW_MS },
    exchange: ({ body }) => {
      sent.push(body)
      const answer = { ...OUTCOME, approved_amount: approved, currency }
      return Promise.resolve({ status: 200, isSigned: true, body: answer })
    },
  })
  return { provider, sent }
}

describe('a provider with its own exponents', () => {
  it('receives and reports amounts in its units', async () => {
    const { provider, sent } = connect(105_000)
    const request = { ...authorizationOf(), amountMinor: 1_050, currency: 'ISK' }
    expect(await provider.authorize(request)).toMatchObject({ processingCode: '0000', approvedMinor: 1_050 })
    await provider.operate(operationOf({ idempotencyKey: 'attempt-1', amountMinor: 1_050, currency: 'ISK' }))
    expect(sent).toMatchObject([
      { amount: 105_000, currency: 'ISK' },
      { amount: 105_000, currency: 'ISK' },
    ])
  })

  it('has approved another amount if the number is the same', async () => {
    const { provider } = connect(1_050)
    const request = { ...authorizationOf(), amountMinor: 1_050, currency: 'ISK' }
    // 1050 of its units are 10.5 ISK, which is not a valid amount.
    await expect(provider.authorize(request)).rejects.toMatchObject({
      contradiction: { kind: 'AMOUNT_MISMATCH' },
    })
  })

  it('receives no amount that its units cannot express', async () => {
    const { provider, sent } = connect(1, 'IDR')
    const request = { ...authorizationOf(), amountMinor: 105_001, currency: 'IDR' }
    expect(await provider.authorize(request)).toMatchObject({ processingCode: '2024' })
    expect(sent).toEqual([])
  })

  it('reports events in its units', () => {
    const read = (amount: number) => {
      const { provider } = connect(0)
      const event = {
        id: 'evt-1',
        live: false,
        occurred_at: '2030-01-15T00:00:00Z',
        kind: 'OUTCOME',
        call: 'authorization',
        amount,
        outcome: { ...OUTCOME, approved_amount: 105_000 },
      }
      const rawBody = Buffer.from(JSON.stringify({ events: [event] }))
      const headers = signMessage(rawBody, { id: 'msg-1', nowMs: NOW_MS, secrets: [WHSEC] })
      return provider.readEvents?.(
        { headers: { ...headers }, rawBody, query: {}, path: { providerId: 'acme', accountId: null } },
        { secrets: [WHSEC], nowMs: NOW_MS },
      )
    }
    expect(read(105_000)).toMatchObject({
      kind: 'events',
      events: [{ amountMinor: 1_050, outcome: { approvedMinor: 1_050 } }],
    })
    expect(read(105_001)).toMatchObject({
      kind: 'unreadable',
      status: 422,
      errors: [{ property: 'events.0.amount' }],
    })
  })
})
