import { randomUUID } from 'node:crypto'

import { readHttpEvents } from '../src/providers/index.ts'
import type { AdapterChanges } from './example-adapter.ts'

/** A fault that the author of an adapter could make, and the checks of the suite that detect it. */
export interface PlantedAdapterFault extends AdapterChanges {
  readonly name: string
  /** Other checks may fail, too. */
  readonly found: readonly string[]
}

const CANCELED = {
  processingCode: '1003',
  providerResponseCode: 'planted',
  providerResponseMessage: 'planted',
  approvalCode: null,
  referenceNumber: null,
  systan: null,
  retryable: false,
} as const

export const PLANTED_ADAPTER_FAULTS: readonly PlantedAdapterFault[] = [
  {
    name: 'a repeated key that is executed twice',
    found: [
      'executes a key once, however many requests come together',
      'gives a key its first outcome, with another amount and another card too',
    ],
    plant(adapter) {
      const seen = new Map<string, number>()
      return {
        authorize(request) {
          const count = seen.get(request.idempotencyKey) ?? 0
          seen.set(request.idempotencyKey, count + 1)
          const key = count === 0 ? request.idempotencyKey : `${request.idempotencyKey}_${count}`
          return adapter.authorize({ ...request, idempotencyKey: key })
        },
      }
    },
  },
  {
    name: 'a partial approval that is forgotten',
    found: [
      'partial approvals: approves a part where the payment allows it, and tells the same amount by its key',
      'partial approvals: captures no more than was approved',
    ],
    plant: (adapter) => ({
      async authorize(request) {
        const answer = await adapter.authorize(request)
        if ('kind' in answer) return answer
        const { approvedMinor: _, ...outcome } = answer
        return outcome
      },
    }),
  },
  {
    name: 'a pending payment that is taken as declined',
    found: ['pending: answers 1002, and tells the outcome by its key later, once and for all'],
    plant: (adapter) => ({
      async authorize(request) {
        const outcome = await adapter.authorize(request)
        if ('kind' in outcome) return outcome
        return outcome.processingCode === '1002' ? { ...outcome, processingCode: '1000' } : outcome
      },
    }),
  },
  {
    name: 'a part that is approved unasked',
    found: ['partial approvals: approves all or nothing where the payment does not allow a part'],
    plant: (adapter) => ({
      authorize: (request) => adapter.authorize({ ...request, keepsPartialApproval: true }),
    }),
  },
  {
    name: 'an event that is told under two ids',
    found: ['events: that were not acknowledged are repeated, byte for byte and under the same id'],
    readEvents(request, context) {
      const reading = readHttpEvents(request, context)
      if (reading.kind !== 'events') return reading
      return { ...reading, events: reading.events.map((event) => ({ ...event, id: `evt_${randomUUID()}` })) }
    },
  },
  {
    name: 'events of refunds that are lost',
    found: ['events: report captures, refunds and voids, each with its own amount'],
    readEvents(request, context) {
      const reading = readHttpEvents(request, context)
      if (reading.kind !== 'events') return reading
      return { ...reading, events: reading.events.filter(({ call }) => call !== 'refund') }
    },
  },
  {
    name: 'a fence that asks nobody',
    found: [
      'preparations: a fence holds for what was prepared, and for the call that comes late',
      'fences: refuses with 409 what comes late, however often, and executes none of it',
      'fences: tells the outcome of what it has executed, which stands',
    ],
    plant: () => ({ fence: () => Promise.resolve({ kind: 'fenced' }) }),
  },
  {
    name: 'an undo that is confirmed and not done',
    found: [
      'gives back what must not stand, once',
      'does not approve what was undone before it arrived',
      'pending: does not stand if it is undone before it is decided',
    ],
    plant: () => ({ undo: () => Promise.resolve({ ...CANCELED, processingCode: '0000' }) }),
  },
  {
    name: 'a cancellation that is confirmed and not done',
    found: ['orders: cancelled, it has an end, and keeps it'],
    plant: () => ({ cancelOrder: () => Promise.resolve(CANCELED) }),
  },
  {
    name: 'a refund of a capture that is sent as a refund of the payment',
    found: ['captures in parts, refunds a capture, and no more than it'],
    plant: (adapter) => ({
      operate: (request) => adapter.operate({ ...request, parent: request.original }),
    }),
  },
  {
    name: 'a currency that is never sent',
    found: ['says of account, amount and currency what it executed, whatever a repeated request says'],
    plant: (adapter) => ({
      authorize: (request) => adapter.authorize({ ...request, currency: 'EUR' }),
      findOutcome: (call) => adapter.findOutcome({ ...call, currency: 'EUR' }),
    }),
  },
  {
    name: 'an outcome that is never found',
    found: ['approves a card, and tells the same outcome by its key'],
    plant: () => ({ findOutcome: () => Promise.resolve(null) }),
  },
]
