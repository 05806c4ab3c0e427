import type { z } from 'zod'

import {
  type AuthorizationAnswerMessage,
  type OutcomeMessage,
  PROVIDER_ENDPOINTS,
  type QuestionMessage,
} from '@sluice/provider-protocol'
import type { Clock } from '@sluice/platform/kernel/clock'
import { scrubCardNumbers } from '@sluice/platform/logging/scrub-card-numbers'
import { allowsAnotherProvider } from '@sluice/provider-protocol'

import {
  type AuthenticationNeeded,
  ContradictingAnswer,
  type EarlierCall,
  notExecuted,
  type OperationRequest,
  type OrderRequest,
  type Provider,
  type ProviderAuthorization,
  type ProviderCapabilities,
  type ProviderOutcome,
  type UndoRequest,
  UNREACHABLE,
} from '../../transactions/execution/provider.ts'
import { type AmountUnits, createAmountUnits } from '../amount-units.ts'
import { type SentCall, checkOutcome } from './check-outcome.ts'
import type { Exchange } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'
import {
  authorizationAnswerWire,
  continuationAnswerWire,
  fromFenceAnswerWire,
  fromNamesWire,
  fromOrderAnswerWire,
  fromOutcomeWire,
  orderAnswerWire,
  fromPreparationWire,
  fromStepWire,
  toAuthorizationWire,
  toContinuationWire,
  toEarlierCallWire,
  toOperationWire,
  toOrderWire,
  toPreparationWire,
  toUndoWire,
} from './provider.wire.ts'
import { createReadEvents } from './read-events.ts'
import { readAnswer, readRefusal } from './read-answer.ts'

export interface HttpProviderOptions {
  readonly id: string
  readonly capabilities: ProviderCapabilities
  readonly exchange: Exchange
  /** The gateway's own clock, by which orders expire. */
  readonly clock: Clock
}

const ORDERS = { ...PROVIDER_ENDPOINTS.orders, answer: orderAnswerWire } as const
const AUTHORIZATIONS = { ...PROVIDER_ENDPOINTS.authorizations, answer: authorizationAnswerWire } as const
const CONTINUATIONS = { ...PROVIDER_ENDPOINTS.continuations, answer: continuationAnswerWire } as const

/** A row of {@link PROVIDER_ENDPOINTS}. */
interface Endpoint<Message extends z.ZodType, Answer extends z.ZodType> {
  readonly path: string
  readonly request: Message
  readonly answer: Answer
}

/** A provider that implements the provider protocol. @see docs/provider-protocol.md */
export function createHttpProvider({ id, capabilities, exchange, clock }: HttpProviderOptions): Provider {
  const units = createAmountUnits(capabilities.exponents)
  return {
    id,
    capabilities,
    ...(capabilities.exponents.size > 0 && { readEvents: createReadEvents(units) }),

    async prepare(request) {
      const body = toPreparationWire(request)
      const answer = await execute(PROVIDER_ENDPOINTS.preparations, body)
      if (!answer.executed) return { kind: 'refused', reason: answer.reason }
      expectKey(request.idempotencyKey, answer.said.idempotency_key)
      return { kind: 'prepared', names: fromPreparationWire(answer.said) }
    },

    async authorize(request) {
      const answer = await execute(AUTHORIZATIONS, toAuthorizationWire(request))
      if (!answer.executed) return notExecuted(answer.reason)
      return readAuthorization(expectedOf(request, true), answer.said)
    },

    async continue(request) {
      const { payment } = request
      const answer = await execute(CONTINUATIONS, toContinuationWire(request))
      // Only the continuation was refused, so its payment may still be executed.
      if (!answer.executed) throw new ExchangeError(id, 'ANSWER_REFUSED', answer.reason)
      const { said } = answer
      if (said.result !== 'NOT_VALID') return readAuthorization(payment, said)
      expectKey(payment.key, said.idempotency_key)
      return { kind: 'not_valid', ...fromNamesWire(said) }
    },

    async operate(request) {
      const answer = await execute(PROVIDER_ENDPOINTS.operations, toOperationWire(request))
      return answer.executed
        ? readOutcome(expectedOf(request, false), answer.said)
        : notExecuted(answer.reason)
    },

    async undo(request) {
      const answer = await execute(PROVIDER_ENDPOINTS.undos, toUndoWire(request))
      return answer.executed
        ? readOutcome(expectedOf(request, false), answer.said)
        : notExecuted(answer.reason)
    },

    async order(request) {
      const { idempotencyKey } = request
      const body = toOrderWire(request, clock.now())
      const answer = await execute(ORDERS, body)
      if (!answer.executed) return { kind: 'outcome', outcome: notExecuted(answer.reason) }
      const { said } = answer
      if (said.result !== 'OUTCOME') expectKey(idempotencyKey, said.idempotency_key)
      // A partial payout cannot be reversed.
      const expected = expectedOf(request, request.direction === 'DEPOSIT')
      return fromOrderAnswerWire(said, (message) => readOutcome(expected, message))
    },

    async cancelOrder({ idempotencyKey, order }) {
      const body = { idempotency_key: idempotencyKey, ...toEarlierCallWire(order) }
      const answer = await execute(PROVIDER_ENDPOINTS.cancellations, body)
      return answer.executed ? readOutcome(order, answer.said) : notExecuted(answer.reason)
    },

    async findOutcome(call) {
      const said = await ask(PROVIDER_ENDPOINTS.questions, call)
      return said.found ? readOutcome(call, said.outcome) : null
    },

    async fence(call) {
      const said = await ask(PROVIDER_ENDPOINTS.fences, call)
      if (said.result !== 'OUTCOME') expectKey(call.key, said.key)
      return fromFenceAnswerWire(said, (message) => readOutcome(call, message))
    },

    async ping() {
      const { status } = await exchange({ method: 'GET', path: PROVIDER_ENDPOINTS.capabilities.path })
      // A load balancer answers if the provider is unavailable.
      if (status !== 200) throw new ExchangeError(id, 'ANSWER_REFUSED', `status ${status}`, status)
    },
  }

  async function ask<Answer extends z.ZodType>(
    { path, answer }: Endpoint<z.ZodType<QuestionMessage>, Answer>,
    call: EarlierCall,
  ): Promise<z.output<Answer>> {
    return readAnswer(id, await exchange({ method: 'POST', path, body: toEarlierCallWire(call) }), answer)
  }

  /** An amount that the provider's units cannot express was refused earlier; if one gets here, nothing was executed. */
  async function execute<Message extends z.ZodType, Answer extends z.ZodType>(
    endpoint: Endpoint<Message, Answer>,
    body: z.input<Message>,
  ): Promise<
    | { readonly executed: true; readonly said: z.output<Answer> }
    | { readonly executed: false; readonly reason: string }
  > {
    let answer
    try {
      answer = await exchange({ method: 'POST', path: endpoint.path, body: inUnitsOf(units, body) })
    } catch (error) {
      if (error instanceof RangeError) return { executed: false, reason: error.message }
      if (error instanceof ExchangeError && error.code === 'NEVER_SENT') {
        return { executed: false, reason: UNREACHABLE }
      }
      throw error
    }
    const reason = readRefusal(answer)
    if (reason !== null) return { executed: false, reason }
    return { executed: true, said: readAnswer(id, answer, endpoint.answer) }
  }

  function readAuthorization(
    asked: SentCall,
    said: AuthorizationAnswerMessage,
  ): ProviderOutcome | AuthenticationNeeded {
    if (said.result !== 'AUTHENTICATE') return readOutcome(asked, said)
    expectKey(asked.key, said.idempotency_key)
    return { kind: 'authenticate', step: fromStepWire(said.step), ...fromNamesWire(said) }
  }

  function readOutcome(asked: SentCall, wire: OutcomeMessage): ProviderOutcome {
    expectKey(asked.key, wire.idempotency_key)
    const outcome = { ...wire, approved_amount: readAmount(wire) }
    checkOutcome(asked, outcome)
    const said = fromOutcomeWire(outcome, clock.now())
    // A provider may forbid another try, but cannot allow one that the card networks forbid.
    const { processingCode, providerResponseCode, retryable, report } = said
    const isAdvisedAgainst = (report?.networkAdvice ?? null) !== null
    const mayRetry = allowsAnotherProvider(processingCode, providerResponseCode) && !isAdvisedAgainst
    return { ...said, retryable: retryable && mayRetry }
  }

  function readAmount({ approved_amount: approved, currency }: OutcomeMessage): number {
    try {
      return units.parse(approved, currency)
    } catch {
      throw new ContradictingAnswer('AMOUNT_MISMATCH', { approved_amount: String(approved), currency })
    }
  }

  function expectKey(asked: string, told: string): void {
    if (told !== asked)
      throw new ContradictingAnswer('KEY_MISMATCH', { key: scrubCardNumbers(told), asked_key: asked })
  }
}

/** Returns a message with its amount in the provider's units. @throws {RangeError} If they cannot express it. */
function inUnitsOf(units: AmountUnits, body: unknown): unknown {
  const { amount, currency } = body as { readonly amount?: unknown; readonly currency?: unknown }
  if (typeof amount !== 'number' || typeof currency !== 'string') return body
  return { ...(body as object), amount: units.format(amount, currency) }
}

/** Describes what the outcome of a call must confirm. */
function expectedOf(
  request: ProviderAuthorization | OperationRequest | OrderRequest | UndoRequest,
  mayBePartial: boolean,
): SentCall {
  const { idempotencyKey: key, accountId, amountMinor, currency } = request
  return { key, accountId, amountMinor, currency, mayBePartial }
}
