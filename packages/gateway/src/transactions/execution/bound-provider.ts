import { createAskInTurn } from './ask-in-turn.ts'
import type { CallOutside, Heard } from './call-outside.ts'
import type {
  Fence,
  OperationRequest,
  OrderAnswer,
  OrderRequest,
  Provider,
  ProviderAuthorization,
  ProviderOutcome,
} from './provider.ts'
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

/** @param limitMs - a provider that takes longer has an unknown outcome. */
export function boundProvider(provider: Provider, callOutside: CallOutside, limitMs: number): BoundProvider {
  const call = <T>(
    operation: string,
    { transactionId }: { readonly transactionId: string },
    ask: () => Promise<T>,
    describe: (answer: T) => string,
  ): Promise<Heard<T>> =>
    callOutside({ party: provider.id, operation, transactionId, limitMs, ask, describe })
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
    authorize: (request) => call('authorize', request, () => provider.authorize(request), describeOutcome),
    operate: (request) =>
      call(request.operation.toLowerCase(), request, () => provider.operate(request), describeOutcome),
    order: (request) =>
      call(
        'order',
        request,
        () => provider.order(request),
        (answer) => (answer.kind === 'outcome' ? describeOutcome(answer.outcome) : 'person'),
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

/** The metric's word for what a provider said. */
function describeOutcome(outcome: ProviderOutcome | null): string {
  return outcome === null ? 'never seen' : statusForCode(outcome.processingCode).toLowerCase()
}
