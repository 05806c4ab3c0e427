import { createWorkQueue } from '../../kernel/work-queue.ts'
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

/**
 * Questions at one provider at once: a quarter of the connections that a provider gets, so that however many want to know what
 * became of a payment, and however slowly the provider tells, payments find the others free.
 */
export const QUESTIONS_AT_ONCE = 64
/** Questions that wait for one of those places; what comes then counts as not answered, and is asked again when it is due. */
export const QUESTIONS_WAITING = 256

/** @param limitMs - a provider that takes longer has an unknown outcome. */
export function boundProvider(provider: Provider, callOutside: CallOutside, limitMs: number): BoundProvider {
  const call = <T>(
    operation: string,
    { transactionId }: { readonly transactionId: string },
    ask: () => Promise<T>,
    describe: (answer: T) => string,
  ): Promise<Heard<T>> =>
    callOutside({ party: provider.id, operation, transactionId, limitMs, ask, describe })
  const inTurn = createWorkQueue({ atOnce: QUESTIONS_AT_ONCE, waitingMax: QUESTIONS_WAITING })
  /** Of a call that begins no movement. Waiting counts towards the limit: what is not heard any more leaves the queue unasked. */
  const question = async <T>(
    operation: string,
    attempt: AskedAttempt,
    ask: () => Promise<T>,
    describe: (answer: T) => string,
  ): Promise<Heard<T>> => {
    const heard = new AbortController()
    const askInTurn = () => inTurn(ask, { hasPriority: false, signal: heard.signal })
    try {
      return await call(operation, attempt, askInTurn, describe)
    } finally {
      heard.abort()
    }
  }
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
