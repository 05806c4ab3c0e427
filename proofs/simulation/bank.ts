import type { ManageType } from '@sluice/types/vocabulary'

import { isChange } from '../../packages/gateway/src/transactions/execution/money-rules.ts'
import {
  type Fence,
  notExecuted,
  type OperationRequest,
  type OrderAnswer,
  type OrderRequest,
  type Provider,
  type ProviderAuthorization,
  type ProviderOutcome,
} from '../../packages/gateway/src/transactions/execution/provider.ts'
import type { BookEntry } from '../../packages/gateway/src/invariants/invariant.ts'
import { FENCED } from '../../packages/gateway/test/make-provider.ts'
import type { NamedRandom } from './named-random.ts'
import type { Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'

type Request = ProviderAuthorization | OperationRequest | OrderRequest

/** The state of a request. An OPEN one is decided by a customer or by time. */
type Decision = 'APPROVED' | 'DECLINED' | 'CORRECTABLE' | 'RETRYABLE' | 'OPEN' | 'CANCELED'

/** A provider's ledger entry under a key. */
export interface Booking {
  readonly providerId: string
  readonly key: string
  readonly transactionId: string
  readonly kind: 'CHARGE' | ManageType | 'ORDER'
  /** The key of the parent; null for a charge or an order. */
  readonly parentKey: string | null
  readonly amountMinor: number
  decision: Decision
}

const DECISIONS: readonly Decision[] = [
  ...Array.from({ length: 9 }, () => 'APPROVED' as const),
  'DECLINED',
  'CORRECTABLE',
  'RETRYABLE',
  'OPEN',
]

const CODES = {
  APPROVED: '0000',
  DECLINED: '1000',
  // An expired card, which the shopper can correct.
  CORRECTABLE: '2001',
  RETRYABLE: '1000',
  OPEN: '1002',
  CANCELED: '1003',
} as const

/** The time at which an open order is decided. */
const MIND_MS = [1_000, 30_000, 300_000, 3_000_000] as const

/**
 * All providers, and the money that they moved. This is the model of the money: its entries are true even if a
 * gateway disagrees, and it reports at once if a request must not move money.
 */
export class Bank {
  /** The entries by key. */
  readonly bookings = new Map<string, Booking>()
  /** Keys that are never executed, with the provider that promised it. */
  readonly fenced = new Map<string, string>()
  /** Intents that a provider received, with the process that sent them first. */
  readonly heard = new Map<string, string>()
  /** Complaints about requests for money that must not have been made. */
  readonly complaints: string[] = []
  readonly #scheduler: Scheduler
  readonly #randomness: NamedRandom
  readonly #contents = new Map<string, string>()

  constructor(scheduler: Scheduler, randomness: NamedRandom) {
    this.#scheduler = scheduler
    this.#randomness = randomness
  }

  /** The money that was moved for a transaction and not returned. */
  movedFor(transactionId: string): readonly Booking[] {
    return [...this.bookings.values()].filter(
      (booking) =>
        booking.transactionId === transactionId &&
        booking.decision === 'APPROVED' &&
        booking.kind !== 'VOID' &&
        !this.#isVoided(booking.key),
    )
  }

  /** The total that a kind of operation has moved out of a parent. */
  movedFrom(parentKey: string, kind: Booking['kind']): number {
    return [...this.bookings.values()]
      .filter((booking) => booking.parentKey === parentKey && booking.kind === kind)
      .filter(({ decision }) => decision === 'APPROVED')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  }

  /** Executes a request, once for each key. */
  execute(providerId: string, request: Request, sender: string): Booking | 'fenced' {
    const { idempotencyKey: key } = request
    const intent = String(request.metadata?.['intent'])
    if (!this.heard.has(intent)) this.heard.set(intent, sender)
    if (this.fenced.has(key)) return 'fenced'
    const content = contentOf(request)
    const known = this.bookings.get(key)
    if (known) {
      if (this.#contents.get(key) !== content) this.complaints.push(`${key}: came again with other content`)
      return known
    }
    const booking = this.#book(providerId, request)
    this.#contents.set(key, content)
    this.bookings.set(key, booking)
    this.#judge(booking)
    if ('direction' in request && booking.decision === 'OPEN')
      void this.#awaitDecision(booking, request.direction)
    return booking
  }

  /** Returns the entry of a key, or null. */
  readBook(key: string): BookEntry | null {
    const booking = this.bookings.get(key)
    if (booking) {
      const { providerId, decision } = booking
      const isSettled = decision !== 'OPEN'
      return { providerId, idempotencyKey: key, processingCode: CODES[decision], isSettled }
    }
    const fencedBy = this.fenced.get(key)
    if (fencedBy === undefined) return null
    return { providerId: fencedBy, idempotencyKey: key, processingCode: null, isSettled: true }
  }

  #book(providerId: string, request: Request): Booking {
    const isOperation = 'operation' in request
    return {
      providerId,
      key: request.idempotencyKey,
      transactionId: request.transactionId,
      kind: isOperation ? request.operation : 'card' in request ? 'CHARGE' : 'ORDER',
      parentKey: isOperation ? request.parent.key : null,
      amountMinor: request.amountMinor,
      decision: this.#randomness.of(`decision on ${nameOf(request)}`).pick(DECISIONS),
    }
  }

  /** Records money that moves now. */
  #judge(booking: Booking): void {
    if (booking.decision !== 'APPROVED') return
    const { kind, parentKey, transactionId } = booking
    if (kind === 'CHARGE' || kind === 'ORDER') {
      const count = this.movedFor(transactionId).length
      if (count > 1) this.complaints.push(`${transactionId}: was charged ${count} times`)
      return
    }
    const parent = this.bookings.get(parentKey ?? '')
    if (parent === undefined) return
    const taken = this.movedFrom(parent.key, kind)
    const held = parent.amountMinor + (kind === 'CAPTURE' ? this.movedFrom(parent.key, 'INCREMENT') : 0)
    if (taken > held && !isChange(kind))
      this.complaints.push(`${parent.key}: ${taken} of ${held} was moved by ${kind}`)
  }

  /** A customer pays, refuses, or never comes. A payout is always decided by the bank. */
  async #awaitDecision(booking: Booking, direction: OrderRequest['direction']): Promise<void> {
    const random = this.#randomness.of(`decision on ${booking.key}`)
    const minds = [
      'APPROVED',
      'APPROVED',
      'DECLINED',
      ...(direction === 'DEPOSIT' ? ['OPEN' as const] : []),
    ] as const
    const mind = random.pick(minds)
    if (mind === 'OPEN') return
    await this.#scheduler.wait('customer', `decides on ${booking.key}`, random.pick(MIND_MS))
    if (booking.decision !== 'OPEN') return
    booking.decision = mind
    this.#judge(booking)
  }

  #isVoided(key: string): boolean {
    return [...this.bookings.values()].some(
      ({ kind, parentKey, decision }) => kind === 'VOID' && parentKey === key && decision === 'APPROVED',
    )
  }
}

/** Connects a gateway to a provider of the bank over the network. */
export function reachProvider(id: string, bank: Bank, network: Network, sender: string): Provider {
  const carry = <Answer>(what: string, key: string, answer: () => Answer): Promise<Answer> =>
    network.carry(sender, `${id}: ${what} ${key}`, () => Promise.resolve(answer()))
  const execute = (request: Request): Promise<ProviderOutcome> =>
    carry('execute', nameOf(request), () => {
      const booking = bank.execute(id, request, sender)
      return booking === 'fenced' ? notExecuted('the key is fenced') : describe(booking)
    })
  const find = (key: string): ProviderOutcome | null => {
    const booking = bank.bookings.get(key)
    if (!booking) return null
    // Card payments are not left open for long.
    if (booking.decision === 'OPEN' && booking.kind !== 'ORDER') booking.decision = 'DECLINED'
    return describe(booking)
  }
  return {
    id,
    capabilities: FENCED,
    authorize: execute,
    operate: execute,
    undo: (request) =>
      execute({
        ...request,
        operation: 'VOID',
        parent: request.original,
        finalCapture: false,
        authorizedMinor: null,
        metadata: null,
      }),
    async order(request): Promise<OrderAnswer> {
      const outcome = await execute(request)
      return outcome.processingCode === CODES.OPEN && request.direction === 'DEPOSIT'
        ? { kind: 'redirect', url: 'https://provider.example/pay' }
        : { kind: 'outcome', outcome }
    },
    cancelOrder: ({ order: { key } }) =>
      carry('cancel', key, () => {
        const booking = bank.bookings.get(key)
        if (!booking) return notExecuted('unknown key')
        if (booking.decision === 'OPEN') booking.decision = 'CANCELED'
        return describe(booking)
      }),
    findOutcome: ({ key }) => carry('find', key, () => find(key)),
    fence: ({ key }) =>
      carry('fence', key, (): Fence => {
        const outcome = find(key)
        if (outcome !== null) return { kind: 'outcome', outcome }
        bank.fenced.set(key, id)
        return { kind: 'fenced' }
      }),
  }
}

/** Returns the intent of a request, which is the same if other steps are removed. */
function nameOf(request: Request): string {
  const intent = request.metadata?.['intent']
  const operation = 'operation' in request ? ` ${request.operation}` : ''
  return `${intent === undefined ? request.idempotencyKey : String(intent)}${operation}`
}

function contentOf({ amountMinor, currency, transactionId }: Request): string {
  return `${transactionId} ${amountMinor} ${currency}`
}

function describe({ decision }: Booking): ProviderOutcome {
  const processingCode = CODES[decision]
  return {
    processingCode,
    providerResponseCode: decision,
    providerResponseMessage: 'As chance has it',
    approvalCode: decision === 'APPROVED' ? 'ABC123' : null,
    referenceNumber: null,
    systan: null,
    retryable: decision === 'RETRYABLE',
  }
}
