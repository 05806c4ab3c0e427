import type { z } from 'zod'

import {
  fenceAnswer,
  finding,
  orderAnswer,
  outcome,
  type OutcomeMessage,
  preparationAnswer,
  PROVIDER_PATHS,
} from '@sluice/provider-protocol'
import type { Clock } from '@sluice/platform/kernel/clock'
import { scrubCardNumbers } from '@sluice/platform/logging/scrub-card-numbers'
import { allowsAnotherProvider } from '@sluice/provider-protocol'

import {
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
import { type Asked, checkOutcome } from './check-outcome.ts'
import type { Exchange, ExchangeAnswer } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'
import {
  fromFenceAnswerWire,
  fromOrderAnswerWire,
  fromOutcomeWire,
  fromPreparationWire,
  toAuthorizationWire,
  toEarlierCallWire,
  toOperationWire,
  toOrderWire,
  toPreparationWire,
  toUndoWire,
} from './provider.wire.ts'
import { readAnswer, readRefusal } from './read-answer.ts'

export interface HttpProviderOptions {
  readonly id: string
  readonly capabilities: ProviderCapabilities
  readonly exchange: Exchange
  /** The gateway's own, by which orders expire. */
  readonly clock: Clock
}

/** A provider that is reached by the provider protocol. @see docs/provider-protocol.md */
export function createHttpProvider({ id, capabilities, exchange, clock }: HttpProviderOptions): Provider {
  return {
    id,
    capabilities,

    async prepare(request) {
      const body = toPreparationWire(request)
      const answer = await execute(PROVIDER_PATHS.preparations, body, preparationAnswer)
      if (!answer.executed) return { kind: 'refused', reason: answer.reason }
      expectKey(request.idempotencyKey, answer.said.idempotency_key)
      return { kind: 'prepared', names: fromPreparationWire(answer.said) }
    },

    async authorize(request) {
      const answer = await execute(PROVIDER_PATHS.authorizations, toAuthorizationWire(request), outcome)
      return answer.executed
        ? readOutcome(expectedOf(request, true), answer.said)
        : notExecuted(answer.reason)
    },

    async operate(request) {
      const answer = await execute(PROVIDER_PATHS.operations, toOperationWire(request), outcome)
      return answer.executed
        ? readOutcome(expectedOf(request, false), answer.said)
        : notExecuted(answer.reason)
    },

    async undo(request) {
      const answer = await execute(PROVIDER_PATHS.undos, toUndoWire(request), outcome)
      return answer.executed
        ? readOutcome(expectedOf(request, false), answer.said)
        : notExecuted(answer.reason)
    },

    async order(request) {
      const { idempotencyKey } = request
      const body = toOrderWire(request, clock.now())
      const answer = await execute(PROVIDER_PATHS.orders, body, orderAnswer)
      if (!answer.executed) return { kind: 'outcome', outcome: notExecuted(answer.reason) }
      const { said } = answer
      if (said.result !== 'OUTCOME') expectKey(idempotencyKey, said.idempotency_key)
      // What is paid out in part cannot be called back.
      const expected = expectedOf(request, request.direction === 'DEPOSIT')
      return fromOrderAnswerWire(said, (message) => readOutcome(expected, message))
    },

    async cancelOrder({ idempotencyKey, order }) {
      const body = { idempotency_key: idempotencyKey, ...toEarlierCallWire(order) }
      const answer = await execute(PROVIDER_PATHS.cancellations, body, outcome)
      return answer.executed ? readOutcome(order, answer.said) : notExecuted(answer.reason)
    },

    async findOutcome(call) {
      const said = readAnswer(id, await ask(PROVIDER_PATHS.questions, call), finding)
      return said.found ? readOutcome(call, said.outcome) : null
    },

    async fence(call) {
      const said = readAnswer(id, await ask(PROVIDER_PATHS.fences, call), fenceAnswer)
      if (said.result !== 'OUTCOME') expectKey(call.key, said.key)
      return fromFenceAnswerWire(said, (message) => readOutcome(call, message))
    },

    async ping() {
      const { status } = await exchange({ method: 'GET', path: PROVIDER_PATHS.capabilities })
      // A load balancer answers in place of a provider that is away.
      if (status !== 200) throw new ExchangeError(id, 'ANSWER_REFUSED', `status ${status}`, status)
    },
  }

  function ask(path: string, call: EarlierCall): Promise<ExchangeAnswer> {
    return exchange({ method: 'POST', path, body: toEarlierCallWire(call) })
  }

  async function execute<Schema extends z.ZodType>(
    path: string,
    body: unknown,
    schema: Schema,
  ): Promise<
    | { readonly executed: true; readonly said: z.output<Schema> }
    | { readonly executed: false; readonly reason: string }
  > {
    let answer
    try {
      answer = await exchange({ method: 'POST', path, body })
    } catch (error) {
      if (error instanceof ExchangeError && error.code === 'NEVER_SENT') {
        return { executed: false, reason: UNREACHABLE }
      }
      throw error
    }
    const reason = readRefusal(answer)
    if (reason !== null) return { executed: false, reason }
    return { executed: true, said: readAnswer(id, answer, schema) }
  }

  function readOutcome(asked: Asked, wire: OutcomeMessage): ProviderOutcome {
    expectKey(asked.key, wire.idempotency_key)
    checkOutcome(asked, wire)
    const said = fromOutcomeWire(wire, clock.now())
    // A provider may forbid another try, and cannot allow what the card networks forbid.
    const { processingCode, providerResponseCode, retryable, report } = said
    const isAdvisedAgainst = (report?.networkAdvice ?? null) !== null
    const mayRetry = allowsAnotherProvider(processingCode, providerResponseCode) && !isAdvisedAgainst
    return { ...said, retryable: retryable && mayRetry }
  }

  function expectKey(asked: string, told: string): void {
    if (told !== asked)
      throw new ContradictingAnswer('KEY_MISMATCH', { key: scrubCardNumbers(told), asked_key: asked })
  }
}

/** Describes what the outcome of a call must confirm. */
function expectedOf(
  request: ProviderAuthorization | OperationRequest | OrderRequest | UndoRequest,
  mayBePartial: boolean,
): Asked {
  const { idempotencyKey: key, accountId, amountMinor, currency } = request
  return { key, accountId, amountMinor, currency, mayBePartial }
}
