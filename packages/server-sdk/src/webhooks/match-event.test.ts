import type { TransactionEvent } from '@sluice/types'
import { TOKENIZATION_EVENTS, TRANSACTION_EVENTS } from '@sluice/types/vocabulary'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { approved, transactionPayload } from '../../test/webhook-events.ts'
import { matchEvent } from './match-event.ts'
import { isTokenizationEvent, isTransactionEvent, type WebhookEvent } from './webhook-event.ts'

const eventOf = (event: string, members: object = { payload: transactionPayload }) =>
  ({ event, ...members }) as unknown as WebhookEvent

describe('matchEvent', () => {
  it.each([
    ['transaction-svc:transaction:purchase:approved', 'purchase approved'],
    ['transaction-svc:transaction:refund:approved', 'other'],
    ['transaction-svc:transaction:purchase:session-expired', 'expired'],
    ['transaction-svc:transaction:purchase:declined', 'other'],
    ['tokenization-webhook:payment-method:tokenized', 'tokenized'],
    ['tokenization-webhook:payment-method:deleted', 'other'],
    ['dispute:opened', 'other'],
    ['default', 'other'],
    ['constructor', 'other'],
    // Short names are taken for the long ones of their type.
    ['transaction:approved', 'purchase approved'],
    ['transaction:session-expired', 'expired'],
  ])('%s: %s', (name, wanted) => {
    const result = matchEvent(eventOf(name), {
      'transaction-svc:transaction:purchase:approved': () => 'purchase approved',
      'transaction-svc:transaction:purchase:session-expired': () => 'expired',
      'tokenization-webhook:payment-method:tokenized': () => 'tokenized',
      default: () => 'other',
    })
    expect(result).toBe(wanted)
  })

  it.each(TRANSACTION_EVENTS)('%s goes only to the branch of its own name', (name) => {
    const [, , type = '', outcome = ''] = name.split(':')
    const payload = { ...transactionPayload, transaction_type: type.toUpperCase() }
    const branches = Object.fromEntries(TRANSACTION_EVENTS.map((branch) => [branch, () => branch]))
    for (const event of [name, `transaction:${outcome}`])
      expect(matchEvent(eventOf(event, { payload }), { ...branches, default: () => 'other' })).toBe(name)
  })

  it('gives the branch the event', () => {
    const branch = vi.fn<(event: TransactionEvent) => void>()
    matchEvent(approved, {
      'transaction-svc:transaction:purchase:approved': branch,
      default: () => undefined,
    })
    expect(branch.mock.calls).toEqual([[approved]])
  })

  it('recognizes every event of the contract as one of its kind', () => {
    for (const name of TRANSACTION_EVENTS) expect(isTransactionEvent(eventOf(name))).toBe(true)
    for (const name of TOKENIZATION_EVENTS) expect(isTokenizationEvent(eventOf(name))).toBe(true)
    expect([isTransactionEvent(eventOf('*')), isTokenizationEvent(eventOf('x'))]).toEqual([false, false])
  })

  it('types: default is required, and names are those of the contract', () => {
    const purchased = 'transaction-svc:transaction:purchase:approved'
    // @ts-expect-error -- A younger event would go nowhere.
    expect(() => matchEvent(eventOf('x'), { [purchased]: () => 1 })).toThrow(TypeError)
    // @ts-expect-error -- There is no such event.
    matchEvent(approved, { 'transaction-svc:transaction:purchase:aproved': () => 1, default: () => 2 })
    // @ts-expect-error -- Of any type: a refund would settle an order.
    matchEvent(approved, { 'transaction:approved': () => 1, default: () => 2 })

    const result = matchEvent(approved, {
      [purchased]: ({ payload }: TransactionEvent) => payload.amount,
      'tokenization-webhook:payment-method:deleted': ({ data }) => data.card_last_4,
      default: (event) => event,
    })
    expectTypeOf(result).toEqualTypeOf<number | string | WebhookEvent>()
  })
})
