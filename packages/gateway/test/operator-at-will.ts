import type {
  Fence,
  OperationRequest,
  Provider,
  ProviderOutcome,
} from '../src/transactions/execution/provider.ts'
import { EVERY_CAPABILITY } from './make-provider.ts'

/** What becomes of the next operation. LOST: no answer comes, and it was executed or not. */
export type OperatorMood =
  | 'APPROVES'
  | 'DECLINES'
  | 'APPROVES_LATER'
  | 'DECLINES_LATER'
  | 'LOST_EXECUTED'
  | 'LOST_UNSEEN'

interface Booking {
  readonly request: OperationRequest
  approves: boolean
  isDecided: boolean
}

const makeOutcome = (processingCode: '0000' | '1000' | '1002'): ProviderOutcome => ({
  processingCode,
  providerResponseCode: processingCode === '0000' ? '00' : '05',
  providerResponseMessage: 'As it was told',
  approvalCode: processingCode === '0000' ? 'ABC123' : null,
  referenceNumber: null,
  systan: null,
  retryable: false,
})

const notAsked = (): Promise<never> => Promise.reject(new Error('asked for operations only'))

/** A provider that does with each operation what the test says, and keeps books of its own. */
export class OperatorAtWill implements Provider {
  readonly id = 'sim-a'
  /** By idempotency key. */
  readonly bookings = new Map<string, Booking>()
  /** Of operations that come without a mood of their own. */
  mood: OperatorMood = 'APPROVES'

  readonly capabilities = { ...EVERY_CAPABILITY, fences: true }
  readonly #fenced = new Set<string>()
  readonly #onTheirWay: OperationRequest[] = []
  readonly authorize = notAsked
  readonly order = notAsked
  readonly cancelOrder = notAsked

  /** The mood comes with the request, where the simulators get theirs: in its metadata. */
  async operate(request: OperationRequest): Promise<ProviderOutcome> {
    if (this.bookings.has(request.idempotencyKey)) throw new Error('the same key came twice')
    const mood = (request.metadata?.['mood'] ?? this.mood) as OperatorMood
    // Others get their turn while it works.
    await new Promise((resolve) => setImmediate(resolve))
    if (mood === 'LOST_UNSEEN') {
      this.#onTheirWay.push(request)
      throw new Error('connection reset')
    }
    const approves = mood === 'APPROVES' || mood === 'APPROVES_LATER' || mood === 'LOST_EXECUTED'
    const isDecided = mood !== 'APPROVES_LATER' && mood !== 'DECLINES_LATER'
    const booking = { request, approves, isDecided }
    this.bookings.set(request.idempotencyKey, booking)
    if (mood === 'LOST_EXECUTED') throw new Error('connection reset')
    return describe(booking)
  }

  async fence(idempotencyKey: string): Promise<Fence> {
    const outcome = await this.findOutcome(idempotencyKey)
    if (outcome !== null) return { kind: 'outcome', outcome }
    this.#fenced.add(idempotencyKey)
    return { kind: 'fenced' }
  }

  /** Requests that were lost arrive after all, and move money unless their key is fenced. */
  deliverLate(): void {
    for (const request of this.#onTheirWay.splice(0)) {
      if (this.#fenced.has(request.idempotencyKey)) continue
      this.bookings.set(request.idempotencyKey, { request, approves: true, isDecided: true })
    }
  }

  async findOutcome(idempotencyKey: string): Promise<ProviderOutcome | null> {
    const booking = this.bookings.get(idempotencyKey)
    if (!booking) return null
    booking.isDecided = true
    return describe(booking)
  }
}

function describe({ approves, isDecided }: Booking): ProviderOutcome {
  return makeOutcome(isDecided ? (approves ? '0000' : '1000') : '1002')
}
