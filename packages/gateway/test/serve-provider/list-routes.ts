import type { z } from 'zod'

import {
  type AuthorizationAnswerMessage,
  FENCED_REASON,
  type FindingMessage,
  type OutcomeMessage,
  type PreparationAnswerMessage,
  PROVIDER_ENDPOINTS,
} from '@sluice/provider-protocol'

import {
  type CallRequest,
  type AuthenticationNeeded,
  ContradictingAnswer,
  type EarlierCall,
  notExecuted,
  type OrderAnswer,
  type OrderRequest,
  type Provider,
  type ProviderOutcome,
  type UndoRequest,
} from '../../src/transactions/execution/provider.ts'
import type { CallTerms, KnownCalls } from './known-calls.ts'
import {
  fromAuthorizationWire,
  fromBroughtWire,
  fromCancellationWire,
  fromEarlierCallWire,
  fromOperationWire,
  fromOrderWire,
  fromPreparationWire,
  fromUndoWire,
} from './read-calls.wire.ts'
import {
  toAuthorizationAnswerWire,
  toCapabilitiesWire,
  toContinuationAnswerWire,
  toFenceAnswerWire,
  toNamesWire,
  toOrderAnswerWire,
  toOutcomeWire,
} from './write-answers.wire.ts'

/** A request of the protocol, and the adapter's handler. */
export interface ServedRoute {
  readonly method: string
  readonly path: string
  readonly answer: (body: string) => Promise<unknown>
}

/** The call was not and will not be executed. */
export class RefusedCall extends Error {
  readonly status: number

  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}

/** Maps every request of the protocol to an adapter. */
export function listRoutes(provider: Provider, known: KnownCalls): readonly ServedRoute[] {
  const to = PROVIDER_ENDPOINTS
  return [
    serve(to.preparations, async (message): Promise<PreparationAnswerMessage> => {
      const request = fromPreparationWire(message)
      const prepared = (await provider.prepare?.(request)) ?? { kind: 'refused', reason: 'not declared' }
      if (prepared.kind === 'refused') throw new RefusedCall(422, prepared.reason)
      const key = request.idempotencyKey
      return { result: 'PREPARED', idempotency_key: key, ...toNamesWire(prepared.names) }
    }),
    serve(to.authorizations, (message) => {
      const request = fromAuthorizationWire(message)
      return answerShopper(termsOf(request, true), () => provider.authorize(request))
    }),
    serve(to.continuations, async (message) => {
      const { idempotency_key: idempotencyKey, account_id, amount, currency, brought, ...earlier } = message
      const terms = { accountId: account_id, amountMinor: amount, currency, mayBePartial: true }
      const payment = { ...fromEarlierCallWire(earlier), ...terms }
      const request = { idempotencyKey, payment, brought: fromBroughtWire(brought) }
      const answer = await provider.continue?.(request)
      if (answer === undefined) throw new RefusedCall(404, 'continuations')
      return toContinuationAnswerWire(payment, answer)
    }),
    serve(to.operations, (message) => {
      const request = fromOperationWire(message)
      return execute(termsOf(request, false), () => provider.operate(request))
    }),
    serve(to.undos, (message) => {
      const request = fromUndoWire(message)
      return execute(termsOf(request, false), () => provider.undo(request))
    }),
    serve(to.orders, async (message) => {
      const request = fromOrderWire(message, Date.now())
      const [call, answer] = await settle<OrderAnswer>(
        termsOf(request, request.direction === 'DEPOSIT'),
        () => provider.order(request),
        (outcome) => ({ kind: 'outcome', outcome }),
      )
      if (answer.kind === 'outcome') expectExecuted(answer.outcome)
      return toOrderAnswerWire(call, answer)
    }),
    serve(to.cancellations, async (message) => {
      const { idempotencyKey, order } = fromCancellationWire(message)
      const asked = known.complete(order)
      return toOutcomeWire(
        asked,
        expectExecuted(await provider.cancelOrder({ idempotencyKey, order: asked })),
      )
    }),
    serve(to.questions, async (message): Promise<FindingMessage> => {
      const [asked, outcome] = await ask(fromEarlierCallWire(message), (call) => provider.findOutcome(call))
      return outcome === null ? { found: false } : { found: true, outcome: toOutcomeWire(asked, outcome) }
    }),
    serve(to.fences, async (message) =>
      toFenceAnswerWire(...(await ask(fromEarlierCallWire(message), (call) => provider.fence(call)))),
    ),
    {
      method: 'GET',
      path: to.capabilities.path,
      answer: () => Promise.resolve(toCapabilitiesWire(provider.capabilities)),
    },
  ]

  /** Executes a call that is answered with an outcome, or with a step of the shopper. */
  async function answerShopper(
    terms: CallTerms,
    provide: () => Promise<ProviderOutcome | AuthenticationNeeded>,
  ): Promise<AuthorizationAnswerMessage> {
    const [call, answer] = await settle(terms, provide, (standing) => standing)
    return toAuthorizationAnswerWire(call, 'kind' in answer ? answer : expectExecuted(answer))
  }

  /** Executes a call that is answered with an outcome. */
  async function execute(terms: CallTerms, provide: () => Promise<ProviderOutcome>): Promise<OutcomeMessage> {
    const [call, outcome] = await settle(terms, provide, (standing) => standing)
    return toOutcomeWire(call, expectExecuted(outcome))
  }

  /**
   * Returns an adapter's answer with its call. An adapter rejects the outcome of another call; then the outcome of
   * the first call with the key is queried, as a gateway does after every error.
   */
  async function settle<Said>(
    terms: CallTerms,
    provide: () => Promise<Said>,
    say: (standing: ProviderOutcome) => Said,
  ): Promise<[CallTerms, Said]> {
    known.remember(terms)
    try {
      return [terms, await provide()]
    } catch (error) {
      if (!(error instanceof ContradictingAnswer)) throw error
      const first = known.complete({ key: terms.key, state: null, providerReference: null })
      const outcome = await provider.findOutcome(first)
      if (outcome === null) throw error
      return [first, say(outcome)]
    }
  }

  /**
   * Queries a call, and again if that call arrived in the meantime, because a gateway stores each call before it
   * queries it.
   */
  async function ask<Said>(
    earlier: EarlierCall,
    ask: (call: CallRequest) => Promise<Said>,
  ): Promise<[CallRequest, Said]> {
    const wasKnown = known.has(earlier.key)
    const asked = known.complete(earlier)
    try {
      return [asked, await ask(asked)]
    } catch (error) {
      if (!(error instanceof ContradictingAnswer) || wasKnown) throw error
      const completed = known.complete(earlier)
      return [completed, await ask(completed)]
    }
  }
}

function serve<Message extends z.ZodType, Answer extends z.ZodType>(
  endpoint: { readonly path: string; readonly request: Message; readonly answer: Answer },
  answer: (message: z.output<Message>) => Promise<z.output<Answer>>,
): ServedRoute {
  return { method: 'POST', path: endpoint.path, answer: (body) => answer(read(body, endpoint.request)) }
}

function read<Message extends z.ZodType>(body: string, schema: Message): z.output<Message> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new RefusedCall(400, 'no JSON')
  }
  const { data, error } = schema.safeParse(value)
  if (error)
    throw new RefusedCall(422, `members: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`)
  return data
}

function termsOf(
  { idempotencyKey, accountId, amountMinor, currency }: Omit<OrderRequest | UndoRequest, 'original'>,
  mayBePartial: boolean,
): CallTerms {
  return { key: idempotencyKey, accountId, amountMinor, currency, mayBePartial }
}

const NOT_EXECUTED = notExecuted('').providerResponseCode

function expectExecuted(outcome: ProviderOutcome): ProviderOutcome {
  const { providerResponseCode, providerResponseMessage: reason } = outcome
  if (providerResponseCode === NOT_EXECUTED)
    throw new RefusedCall(reason === FENCED_REASON ? 409 : 422, reason)
  return outcome
}
