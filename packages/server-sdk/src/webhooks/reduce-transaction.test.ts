import type { TransactionEventPayload } from '@sluice/types'
import { FINAL_STATUSES } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transactionPayload } from '../../test/webhook-events.ts'
import { reduceTransaction } from './reduce-transaction.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString()

const told = (status: string, second: number): TransactionEventPayload => ({
  ...transactionPayload,
  status: status as TransactionEventPayload['status'],
  updated_at: at(second),
})

const reduce = (payloads: readonly TransactionEventPayload[]) =>
  payloads.reduce<TransactionEventPayload | null>(
    (known, payload) => reduceTransaction(known, { payload }),
    null,
  )

describe('reduceTransaction', () => {
  it('refuses an update of another transaction, and names both', () => {
    const known = { ...told('PENDING', 1), id: 'one' }
    expect(() => reduceTransaction(known, { payload: { ...told('APPROVED', 2), id: 'other' } })).toThrow(
      'the event is about other, not about one',
    )
  })

  it.each<[string, TransactionEventPayload, TransactionEventPayload, 'new' | 'known']>([
    ['a final status ends waiting', told('PENDING', 1), told('APPROVED', 2), 'new'],
    ['also with an older time, since it is final', told('PENDING', 2), told('APPROVED', 1), 'new'],
    ['a final status stays', told('APPROVED', 1), told('PENDING', 2), 'known'],
    ['against another final one', told('APPROVED', 1), told('DECLINED', 2), 'known'],
    ['later news of the same status counts', told('APPROVED', 1), told('APPROVED', 2), 'new'],
    ['earlier news does not', told('APPROVED', 2), told('APPROVED', 1), 'known'],
    ['a copy tells nothing', told('APPROVED', 1), told('APPROVED', 1), 'known'],
    ['a status younger than this package is on its way', told('ON_HOLD', 2), told('CREATED', 3), 'known'],
    ['and ends as others do', told('ON_HOLD', 2), told('DECLINED', 3), 'new'],
    [
      'a time that is none tells nothing',
      told('APPROVED', 1),
      { ...told('APPROVED', 2), updated_at: 'x' },
      'known',
    ],
  ])('%s', (_, known, payload, wanted) => {
    expect(reduceTransaction(known, { payload })).toBe(wanted === 'new' ? payload : known)
  })

  it('begins with the first event', () => {
    expect(reduceTransaction(null, { payload: transactionPayload })).toBe(transactionPayload)
    expect(reduceTransaction(undefined, { payload: transactionPayload })).toBe(transactionPayload)
  })

  it('compares times by value, not by their text', () => {
    const known = { ...told('APPROVED', 0), updated_at: '2026-11-21T13:00:00+01:00' }
    expect(reduceTransaction(known, { payload: told('APPROVED', 1) }).updated_at).toBe(at(1))
  })

  it('refuses an event about another transaction', () => {
    expect(() =>
      reduceTransaction({ ...transactionPayload, id: 'x' }, { payload: transactionPayload }),
    ).toThrow(TypeError)
  })

  it('has the same result in every order and with every copy', () => {
    const story = fc
      .record({
        seconds: fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 6 }),
        open: fc.constantFrom('CREATED', 'PENDING'),
        final: fc.constantFrom(...FINAL_STATUSES, null),
      })
      .chain(({ seconds, open, final }) => {
        const inOrder = [...seconds].sort((one, other) => one - other)
        const finalFrom = Math.floor(inOrder.length / 2)
        const events = inOrder.map((second, index) =>
          told(final !== null && index >= finalFrom ? final : index === 0 ? open : 'PENDING', second),
        )
        const copies = fc.shuffledSubarray([...events, ...events, ...events], {
          minLength: events.length * 3,
        })
        return fc.record({ events: fc.constant(events), copies })
      })
    fc.assert(
      fc.property(story, ({ events, copies }) => {
        expect(reduce(copies)).toEqual(events.at(-1))
      }),
    )
  })

  it('never leaves a final status, for all events', () => {
    const statuses = fc.constantFrom('CREATED', 'PENDING', 'ON_HOLD', ...FINAL_STATUSES)
    const telling = fc.record({ status: statuses, second: fc.nat(59) })
    fc.assert(
      fc.property(fc.array(telling, { minLength: 1 }), (tellings) => {
        const payloads = tellings.map(({ status, second }) => told(status, second))
        const isFinal = (status: string) => (FINAL_STATUSES as readonly string[]).includes(status)
        let ended: string | undefined
        let known: TransactionEventPayload | null = null
        for (const payload of payloads) {
          known = reduceTransaction(known, { payload })
          if (ended !== undefined) expect(known.status).toBe(ended)
          else if (isFinal(known.status)) ended = known.status
        }
      }),
    )
  })
})
