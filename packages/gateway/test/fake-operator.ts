import { Secret } from '@sluice/platform/kernel/secret'

import {
  type CallRequest,
  type Cancellation,
  type Fence,
  notExecuted,
  type OperationRequest,
  type UndoRequest,
  type OrderAnswer,
  type OrderRequest,
  type Preparation,
  type PreparationRequest,
  type Provider,
  type ProviderAuthorization,
  type ProviderOutcome,
} from '../src/transactions/execution/provider.ts'
import { FENCED } from './make-provider.ts'

/** The handling of the next request. LOST: there is no answer, whether or not it was executed. */
export const OPERATOR_MOODS = [
  'APPROVES',
  'DECLINES',
  'APPROVES_LATER',
  'DECLINES_LATER',
  'LOST_EXECUTED',
  'LOST_UNSEEN',
] as const

/** WAITS: the customer leaves the page of an order open until the order is withdrawn. */
export type OperatorMood = (typeof OPERATOR_MOODS)[number] | 'WAITS'

type KeyedRequest = Pick<OperationRequest, 'idempotencyKey' | 'transactionId' | 'metadata'> &
  Partial<Pick<ProviderAuthorization, 'prepared'>> & {
    /** The keys of captures, refunds and voids. */
    readonly operation?: OperationRequest['operation']
  }

interface Booking {
  readonly request: KeyedRequest
  approves: boolean
  isDecided: boolean
  /** Whether only the customer or a withdrawal determines the outcome. */
  readonly waits: boolean
}

const makeOutcome = (processingCode: '0000' | '1000' | '1002' | '1003'): ProviderOutcome => ({
  processingCode,
  providerResponseCode: processingCode === '0000' ? '00' : '05',
  providerResponseMessage: 'As it was told',
  approvalCode: processingCode === '0000' ? 'ABC123' : null,
  referenceNumber: null,
  systan: null,
  retryable: false,
})

/** A provider that handles each request as the test says, and keeps its own books. */
export class FakeOperator implements Provider {
  readonly id: string
  /** The requests by idempotency key. */
  readonly bookings = new Map<string, Booking>()
  /** The mood of requests without their own. */
  mood: OperatorMood = 'APPROVES'

  capabilities = FENCED
  readonly #fenced = new Set<string>()
  readonly #onTheirWay: KeyedRequest[] = []
  /** The canceled preparations, by their state. */
  readonly #canceled = new Set<string>()

  constructor(id = 'sim-a') {
    this.id = id
  }

  /** Prepares a call. Only the state in the answer can cancel it later. */
  async prepare({ idempotencyKey }: PreparationRequest): Promise<Preparation> {
    const state = new Secret(`prepared by ${idempotencyKey}`)
    return { kind: 'prepared', names: { state, refs: [] } }
  }

  authorize(request: ProviderAuthorization): Promise<ProviderOutcome> {
    return this.#take(request)
  }

  operate(request: OperationRequest): Promise<ProviderOutcome> {
    return this.#take(request)
  }

  undo(request: UndoRequest): Promise<ProviderOutcome> {
    return this.#take({ ...request, metadata: null, operation: 'VOID' })
  }

  /** A customer on a page makes later decisions; a payout has none. */
  async order(request: OrderRequest): Promise<OrderAnswer> {
    const outcome = await this.#take(request)
    return outcome.processingCode === '1002' && request.direction === 'DEPOSIT'
      ? { kind: 'redirect', url: `https://provider.example/${request.transactionId}` }
      : { kind: 'outcome', outcome }
  }

  async cancelOrder({ order }: Cancellation): Promise<ProviderOutcome> {
    const booking = this.bookings.get(order.key)
    if (!booking) return notExecuted('unknown key')
    if (booking.isDecided) return describe(booking)
    Object.assign(booking, { isDecided: true, approves: false })
    return makeOutcome('1003')
  }

  async fence(call: CallRequest): Promise<Fence> {
    const outcome = await this.findOutcome(call)
    if (outcome !== null) return { kind: 'outcome', outcome }
    // A preparation is canceled by its state, because such a provider stores no keys of calls that never arrived.
    if (call.state === null) this.#fenced.add(call.key)
    else this.#canceled.add(call.state.reveal())
    return { kind: 'fenced' }
  }

  /** Delivers lost requests, which move money unless their key is fenced. */
  deliverLate(): void {
    for (const request of this.#onTheirWay.splice(0)) {
      if (this.#isFenced(request)) continue
      this.bookings.set(request.idempotencyKey, {
        request,
        approves: true,
        isDecided: true,
        waits: false,
      })
    }
  }

  async findOutcome({ key }: CallRequest): Promise<ProviderOutcome | null> {
    const booking = this.bookings.get(key)
    if (!booking) return null
    if (!booking.waits) booking.isDecided = true
    return describe(booking)
  }

  /** Returns how often money was moved for a transaction. */
  countMoved(id: string): number {
    return [...this.bookings.values()].filter(
      ({ request, approves, isDecided }) => request.transactionId === id && approves && isDecided,
    ).length
  }

  #isFenced({ idempotencyKey, prepared }: KeyedRequest): boolean {
    const state = prepared?.state?.reveal()
    return this.#fenced.has(idempotencyKey) || (state !== undefined && this.#canceled.has(state))
  }

  /** The mood is in the request's metadata, as for the simulators. */
  async #take(request: KeyedRequest): Promise<ProviderOutcome> {
    if (this.#isFenced(request)) return notExecuted('fenced')
    if (this.bookings.has(request.idempotencyKey)) throw new Error('the same key came twice')
    const mood = (request.metadata?.['mood'] ?? this.mood) as OperatorMood
    // Lets other work run in between.
    await new Promise((resolve) => setImmediate(resolve))
    if (mood === 'LOST_UNSEEN') {
      this.#onTheirWay.push(request)
      throw new Error('connection reset')
    }
    const approves = mood === 'APPROVES' || mood === 'APPROVES_LATER' || mood === 'LOST_EXECUTED'
    const isDecided = mood !== 'APPROVES_LATER' && mood !== 'DECLINES_LATER' && mood !== 'WAITS'
    const booking = { request, approves, isDecided, waits: mood === 'WAITS' }
    this.bookings.set(request.idempotencyKey, booking)
    if (mood === 'LOST_EXECUTED') throw new Error('connection reset')
    return describe(booking)
  }
}

function describe({ approves, isDecided }: Booking): ProviderOutcome {
  return makeOutcome(isDecided ? (approves ? '0000' : '1000') : '1002')
}
