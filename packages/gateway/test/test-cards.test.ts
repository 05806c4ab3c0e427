import { readFileSync } from 'node:fs'

import { transactionEventPayload } from '@sluice/types'
import { PROCESSING_CODE_LIST, type ProcessingCode, type TransactionStatus } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from './test-gateway.ts'

interface VectorCard {
  readonly pan: string
  readonly brand: string
  readonly simulated_flow: string
  readonly processing_code: string
  readonly status: string
  readonly response_message: string
  readonly payment_provider_response_code?: string
}

const { cards } = JSON.parse(readFileSync(new URL('./vectors/test-cards.json', import.meta.url), 'utf8')) as {
  cards: readonly VectorCard[]
}

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

/** Returns the one event of a transaction, strictly parsed. */
async function eventOf(id: string) {
  const own = await gateway.books.of('events', id)
  expect(own).toHaveLength(1)
  const { payload } = JSON.parse(String(own[0]?.['payload'])) as { payload: unknown }
  return transactionEventPayload.strict().parse(payload)
}

it.each(cards)('$pan: $simulated_flow ends $status $processing_code', async (card) => {
  const paid = await gateway.pay({
    card: { number: card.pan, cvv: card.brand === 'AMEX' ? '1234' : '123' },
    // Enough correct passwords for a challenge in each of six attempts.
    atTheBank: Array.from({ length: 6 }, () => '1234'),
  })
  if (card.simulated_flow === 'CHALLENGE_TIMEOUT') await gateway.advance(10 * 60_000)

  const transaction = await gateway.status(paid.transaction.id)
  expect(transaction).toMatchObject({
    status: card.status,
    processing_code: card.processing_code,
    response_message: card.response_message,
  })
  expect(transaction.errors.length > 0).toBe(transaction.status === 'INVALID')
  if (transaction.pending) return
  const event = await eventOf(transaction.id)
  expect(event).toMatchObject({ status: card.status, processing_code: card.processing_code })
  if (card.payment_provider_response_code !== undefined)
    expect(event.payment_provider_response_code).toBe(card.payment_provider_response_code)
})

it('there is a test card for every processing code', () => {
  const reached = new Set(cards.map((card) => card.processing_code))
  expect(PROCESSING_CODE_LIST.filter((code) => !reached.has(code))).toEqual([])
})

/** The statuses of codes; other codes are mapped by their first digit. */
const STATUS_OF_CODE: Readonly<Partial<Record<ProcessingCode, TransactionStatus>>> = {
  '0000': 'APPROVED',
  '1002': 'PENDING',
  '1003': 'CANCELED',
  '1005': 'SESSION_EXPIRED',
  '2001': 'DECLINED',
  '2002': 'DECLINED',
  '2003': 'DECLINED',
  '2005': 'DECLINED',
  '2006': 'DECLINED',
  '2020': 'DECLINED',
}
const STATUS_OF_FAMILY: Readonly<Record<string, TransactionStatus>> = {
  '1': 'DECLINED',
  '2': 'INVALID',
  '3': 'DECLINED',
  '4': 'DECLINED',
}

it.each(
  PROCESSING_CODE_LIST.map(
    (code) => [code, STATUS_OF_CODE[code] ?? STATUS_OF_FAMILY[code.charAt(0)]] as const,
  ),
)('response_code %s ends %s', async (code, status) => {
  const { result } = await gateway.authorize({ flow: 'NO_3DS', metadata: { response_code: code } })
  expect(result).toMatchObject({ processing_code: code, status })
  expect(await gateway.status(result?.id ?? '')).toMatchObject({ processing_code: code, status })
})

it('a pending card is approved three seconds later', async () => {
  const { result } = await gateway.authorize({ flow: 'NO_3DS', metadata: { response_code: '1002' } })
  await gateway.advance(3_000)
  expect(await gateway.status(result?.id ?? '')).toMatchObject({
    status: 'APPROVED',
    processing_code: '0000',
  })
})
