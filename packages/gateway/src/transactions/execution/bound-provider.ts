import type { Secret } from '@sluice/platform/kernel/secret'

import type { ProviderHealth } from '../../provider-health/index.ts'
import { createQueryQueue } from './query-queue.ts'
import type { CallOutside, CallResult, Unanswered } from './call-outside.ts'
import type { CallKind } from './declarations.ts'
import {
  ContradictingAnswer,
  type CallRequest,
  type AuthenticationNeeded,
  type ShopperResult,
  type Fence,
  type InvalidResult,
  type OperationRequest,
  type OrderAnswer,
  type OrderRequest,
  type Preparation,
  type PreparationRequest,
  type Provider,
  type ProviderAuthorization,
  type ProviderOutcome,
  type UndoRequest,
  UNREACHABLE,
} from './provider.ts'
import { statusForCode } from './status-for-code.ts'

/** Identifies an attempt; its id is the idempotency key of its call. */
export interface AttemptKey {
  readonly merchantId: string
  readonly id: string
}

/** The attempt that a status query refers to. */
export interface QueriedAttempt extends AttemptKey {
  readonly transactionId: string
}

/** An operation that refers to earlier calls by their keys. */
export type KeyedOperation = Omit<OperationRequest, 'original' | 'parent'> & {
  readonly originalKey: string
  readonly parentKey: string
}

/** An undo that refers to the call by its key. */
export type KeyedUndo = Omit<UndoRequest, 'original'> & { readonly originalKey: string }

/** The names stored from a provider's answers. */
export interface ProviderMemory {
  /** Returns the reference to an attempt for a later call, with the names that the provider gave the payment. */
  recall(attempt: AttemptKey): Promise<CallRequest>
  /** Returns the idempotency key for canceling an order: stored before it is used, and always the same. */
  cancellationKeyOf(attempt: AttemptKey): Promise<string>
  /** Reports whether a payment of another order has this reference at the same account of the provider. */
  isOfAnotherOrder(attempt: NamedAttempt, reference: string): Promise<boolean>
}

/** The attempt that a reference is to name. */
export interface NamedAttempt extends QueriedAttempt {
  readonly providerId: string
  readonly accountId: string
}

/** A provider as executions see it: every call is limited in time, measured and logged, and none throws. */
export interface BoundProvider extends Pick<Provider, 'id' | 'capabilities'> {
  /**
   * Prepares the call. Without an answer, nothing was prepared, and the call itself is not made.
   *
   * @param card - the payment's card, which identifies the waiting call; it is not sent. Null for an order.
   */
  prepare(request: PreparationRequest, card: Secret<string> | null): Promise<CallResult<Preparation>>
  authorize(request: ProviderAuthorization): Promise<CallResult<ProviderOutcome | AuthenticationNeeded>>
  /** Passes on what the shopper of an attempt brought. */
  continue(
    attempt: QueriedAttempt,
    idempotencyKey: string,
    brought: ShopperResult,
  ): Promise<CallResult<ProviderOutcome | AuthenticationNeeded | InvalidResult>>
  operate(request: KeyedOperation): Promise<CallResult<ProviderOutcome>>
  undo(request: KeyedUndo): Promise<CallResult<ProviderOutcome>>
  order(request: OrderRequest): Promise<CallResult<OrderAnswer>>
  cancelOrder(attempt: QueriedAttempt): Promise<CallResult<ProviderOutcome>>
  findOutcome(attempt: QueriedAttempt): Promise<CallResult<ProviderOutcome | null>>
  /** Returns whether an answer of the provider has named the payment. Makes no call. */
  isNamed(attempt: AttemptKey): Promise<boolean>
  fence(attempt: QueriedAttempt): Promise<CallResult<Fence>>
}

/**
 * @param limitMs - a call that takes longer counts as unanswered: its outcome is unknown.
 * @param watch - records which calls that move money are answered.
 */
export function boundProvider(
  provider: Provider,
  callOutside: CallOutside,
  limitMs: number,
  memory: ProviderMemory,
  watch: ProviderHealth['watch'],
): BoundProvider {
  const call = <T>(
    operation: string,
    { transactionId }: { readonly transactionId: string },
    ask: () => Promise<T>,
    describe: (answer: T) => string,
  ): Promise<CallResult<T>> =>
    callOutside({ party: provider.id, operation, transactionId, limitMs, ask, describe })
  /** Performs a call that moves money. @param kind - whose declarations apply; null for an undo, which may take any time. */
  const moving = <T>(
    kind: CallKind | null,
    operation: string,
    request: MovingRequest,
    ask: () => Promise<T>,
    outcomeOf: (answer: T) => ProviderOutcome | null,
  ): Promise<CallResult<T>> => {
    /** Treats 1002 as an unknown outcome if the call is declared synchronous. */
    const decidedAsDeclared = async (): Promise<T> => {
      const answer = await ask()
      const outcome = outcomeOf(answer)
      if (kind !== null && isPending(outcome) && !provider.capabilities.calls[kind].asynchronous)
        throw new ContradictingAnswer('UNDECLARED_PENDING', { call: kind }, outcome?.names)
      return answer
    }
    const describe = (answer: T): string => {
      const outcome = outcomeOf(answer)
      return outcome === null ? 'person' : describeOutcome(outcome)
    }
    return watch(
      { providerId: provider.id, accountId: request.accountId },
      { merchantId: request.merchantId, card: request.card?.pan ?? null },
      () => call(operation, request, decidedAsDeclared, describe),
      (result) => (result.kind === 'unanswered' ? endOfFailure(result) : endOf(outcomeOf(result.value))),
    )
  }
  const queueQuery = createQueryQueue()
  /** Performs a call that moves no money. */
  const question = <T>(
    operation: string,
    attempt: QueriedAttempt,
    ask: () => Promise<T>,
    describe: (answer: T) => string,
  ): Promise<CallResult<T>> => queueQuery(ask, (turn) => call(operation, attempt, turn, describe))
  return {
    id: provider.id,
    get capabilities() {
      return provider.capabilities
    },
    prepare: (request, card) =>
      watch(
        { providerId: provider.id, accountId: request.accountId },
        { merchantId: request.merchantId, card },
        () =>
          callOutside({
            party: provider.id,
            operation: 'prepare',
            transactionId: request.transactionId,
            limitMs: Math.min(limitMs, PREPARE_LIMIT_MS),
            ask: async () => provider.prepare?.(request) ?? NOT_OFFERED,
            describe: ({ kind }) => kind,
          }),
        (result) => (result.kind === 'unanswered' ? endOfFailure(result) : endOfPreparation(result.value)),
      ),
    authorize: (request) =>
      moving('authorization', 'authorize', request, () => provider.authorize(request), outcomeIn),
    async continue(attempt, idempotencyKey, brought) {
      const payment = await memory.recall(attempt)
      const { transactionId, merchantId } = attempt
      return moving(
        'authorization',
        'continue',
        { transactionId, merchantId, accountId: payment.accountId },
        async () => {
          if (provider.continue === undefined) throw new Error(`${provider.id} takes no continuations`)
          return provider.continue({ idempotencyKey, payment, brought })
        },
        outcomeIn,
      )
    },
    // Reads the database before the call's time limit starts, so that a slow database is not mistaken for a silent
    // provider.
    async operate({ originalKey, parentKey, ...request }) {
      const { merchantId } = request
      const original = await memory.recall({ merchantId, id: originalKey })
      const parent = parentKey === originalKey ? original : await memory.recall({ merchantId, id: parentKey })
      return moving(
        KIND_OF[request.operation],
        KIND_OF[request.operation],
        request,
        () => provider.operate({ ...request, original, parent }),
        (outcome) => outcome,
      )
    },
    async undo({ originalKey, ...request }) {
      const original = await memory.recall({ merchantId: request.merchantId, id: originalKey })
      return moving(
        null,
        'undo',
        request,
        () => provider.undo({ ...request, original }),
        (outcome) => outcome,
      )
    },
    order: (request) =>
      moving(
        request.direction === 'DEPOSIT' ? 'order' : 'payout',
        'order',
        request,
        () => provider.order(request),
        (answer) => (answer.kind === 'outcome' ? answer.outcome : null),
      ),
    async cancelOrder(attempt) {
      const idempotencyKey = await memory.cancellationKeyOf(attempt)
      const order = await memory.recall(attempt)
      const cancel = () => provider.cancelOrder({ idempotencyKey, order })
      return question('cancel', attempt, cancel, describeOutcome)
    },
    async isNamed(attempt) {
      const { state, providerReference } = await memory.recall(attempt)
      return state !== null || providerReference !== null
    },
    async findOutcome(attempt) {
      const earlier = await memory.recall(attempt)
      return question('find', attempt, () => provider.findOutcome(earlier), describeOutcome)
    },
    async fence(attempt) {
      const earlier = await memory.recall(attempt)
      return question(
        'fence',
        attempt,
        () => provider.fence(earlier),
        ({ kind }) => kind,
      )
    },
  }
}

/** The common part of calls that move money. */
interface MovingRequest {
  readonly transactionId: string
  readonly merchantId: string
  readonly accountId: string
  readonly card?: { readonly pan: Secret<string> }
}

/** Returns how a call ended: an answer that contradicts its call is still an answer. */
function endOfFailure({ contradiction }: Unanswered) {
  return contradiction === undefined ? 'timeout' : 'answered'
}

/** A timeout loses nothing here, and another account may be tried. A shopper does not wait longer. */
const PREPARE_LIMIT_MS = 10_000

/** The answer of a provider whose declarations require a preparation that its adapter does not offer. */
const NOT_OFFERED: Preparation = { kind: 'refused', reason: 'preparations are not offered' }

/** An account that prepares payments may still leave every authorization unanswered. */
function endOfPreparation(answer: Preparation) {
  return answer.kind === 'refused' && answer.reason === UNREACHABLE ? 'refused' : 'inconclusive'
}

function endOf(outcome: ProviderOutcome | null) {
  return outcome?.providerResponseMessage === UNREACHABLE ? 'refused' : 'answered'
}

const KIND_OF = {
  CAPTURE: 'capture',
  REFUND: 'refund',
  VOID: 'void',
  INCREMENT: 'increment',
  EXTEND: 'extend',
} as const

function isPending(outcome: ProviderOutcome | null): boolean {
  return outcome !== null && statusForCode(outcome.processingCode) === 'PENDING'
}

/** Returns the outcome in an answer that may request the shopper; null if it does. */
function outcomeIn(answer: ProviderOutcome | AuthenticationNeeded | InvalidResult): ProviderOutcome | null {
  return 'kind' in answer ? null : answer
}

/** Returns the metric's label for a provider's answer. */
function describeOutcome(outcome: ProviderOutcome | null): string {
  return outcome === null ? 'never seen' : statusForCode(outcome.processingCode).toLowerCase()
}
