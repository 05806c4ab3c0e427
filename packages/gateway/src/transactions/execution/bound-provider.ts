import type { Secret } from '@sluice/platform/kernel/secret'

import type { ProviderHealth } from '../../provider-health/index.ts'
import { createAskInTurn } from './ask-in-turn.ts'
import type { CallOutside, Heard } from './call-outside.ts'
import type { CallKind } from './declarations.ts'
import type {
  Fence,
  OperationRequest,
  OrderAnswer,
  OrderRequest,
  Provider,
  ProviderAuthorization,
  ProviderOutcome,
} from './provider.ts'
import { UNREACHABLE } from './provider.ts'
import { statusForCode } from './status-for-code.ts'

/** The attempt that a provider is asked about, by its id: the key of the call that it was. */
export interface AskedAttempt {
  readonly id: string
  readonly transactionId: string
}

/** A provider as movements see it: every call is limited in time, measured and logged, and none throws. */
export interface BoundProvider extends Pick<Provider, 'id' | 'capabilities'> {
  authorize(request: ProviderAuthorization): Promise<Heard<ProviderOutcome>>
  operate(request: OperationRequest): Promise<Heard<ProviderOutcome>>
  order(request: OrderRequest): Promise<Heard<OrderAnswer>>
  cancelOrder(attempt: AskedAttempt): Promise<Heard<ProviderOutcome>>
  findOutcome(attempt: AskedAttempt): Promise<Heard<ProviderOutcome | null>>
  fence(attempt: AskedAttempt): Promise<Heard<Fence>>
}

/**
 * @param limitMs - a provider that takes longer has an unknown outcome.
 * @param watch - notes which calls that move money are answered.
 */
export function boundProvider(
  provider: Provider,
  callOutside: CallOutside,
  limitMs: number,
  watch: ProviderHealth['watch'],
): BoundProvider {
  const call = <T>(
    operation: string,
    { transactionId }: { readonly transactionId: string },
    ask: () => Promise<T>,
    describe: (answer: T) => string,
  ): Promise<Heard<T>> =>
    callOutside({ party: provider.id, operation, transactionId, limitMs, ask, describe })
  /** Performs a call that moves money. */
  const moving = <T>(
    kind: CallKind,
    operation: string,
    request: MovingRequest,
    ask: () => Promise<T>,
    outcomeOf: (answer: T) => ProviderOutcome | null,
  ): Promise<Heard<T>> => {
    /** Of a call that must be decided at once nothing is known after "later". */
    const decidedAsDeclared = async (): Promise<T> => {
      const answer = await ask()
      if (isPending(outcomeOf(answer)) && !provider.capabilities.calls[kind].asynchronous)
        throw new Error(`${provider.id} answered 1002, and no ${kind} of it is declared asynchronous`)
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
      (heard) => (heard.kind === 'silent' ? 'silent' : endOf(outcomeOf(heard.value))),
    )
  }
  const askInTurn = createAskInTurn()
  /** Performs a call that moves no money. */
  const question = <T>(
    operation: string,
    attempt: AskedAttempt,
    ask: () => Promise<T>,
    describe: (answer: T) => string,
  ): Promise<Heard<T>> => askInTurn(ask, (turn) => call(operation, attempt, turn, describe))
  return {
    id: provider.id,
    get capabilities() {
      return provider.capabilities
    },
    authorize: (request) =>
      moving(
        'authorization',
        'authorize',
        request,
        () => provider.authorize(request),
        (outcome) => outcome,
      ),
    operate: (request) =>
      moving(
        KIND_OF[request.operation],
        KIND_OF[request.operation],
        request,
        () => provider.operate(request),
        (outcome) => outcome,
      ),
    order: (request) =>
      moving(
        request.direction === 'DEPOSIT' ? 'order' : 'payout',
        'order',
        request,
        () => provider.order(request),
        (answer) => (answer.kind === 'outcome' ? answer.outcome : null),
      ),
    cancelOrder: (attempt) =>
      question('cancel', attempt, () => provider.cancelOrder(attempt.id), describeOutcome),
    findOutcome: (attempt) =>
      question('find', attempt, () => provider.findOutcome(attempt.id), describeOutcome),
    fence: (attempt) =>
      question(
        'fence',
        attempt,
        () => provider.fence(attempt.id),
        ({ kind }) => kind,
      ),
  }
}

/** What calls that move money have in common. */
interface MovingRequest {
  readonly transactionId: string
  readonly merchantId: string
  readonly accountId: string
  readonly card?: { readonly pan: Secret<string> }
}

function endOf(outcome: ProviderOutcome | null) {
  return outcome?.providerResponseMessage === UNREACHABLE ? 'refused' : 'answered'
}

const KIND_OF = { CAPTURE: 'capture', REFUND: 'refund', VOID: 'void' } as const

function isPending(outcome: ProviderOutcome | null): boolean {
  return outcome !== null && statusForCode(outcome.processingCode) === 'PENDING'
}

/** The metric's word for what a provider said. */
function describeOutcome(outcome: ProviderOutcome | null): string {
  return outcome === null ? 'never seen' : statusForCode(outcome.processingCode).toLowerCase()
}
