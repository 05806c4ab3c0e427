import type { z } from 'zod'

import {
  cancelPath,
  fenceAnswer,
  finding,
  orderAnswer,
  outcome,
  type OutcomeMessage,
  outcomePath,
  PROVIDER_PATHS,
} from '@sluice/provider-protocol'
import type { Clock } from '@sluice/platform/kernel/clock'
import { allowsAnotherProvider } from '@sluice/provider-protocol'

import {
  notExecuted,
  type Provider,
  type ProviderCapabilities,
  type ProviderOutcome,
  UNREACHABLE,
} from '../../transactions/execution/provider.ts'
import type { Exchange } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'
import {
  fromFenceAnswerWire,
  fromOrderAnswerWire,
  fromOutcomeWire,
  toAuthorizationWire,
  toOperationWire,
  toOrderWire,
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

    async authorize(request) {
      const answer = await execute(PROVIDER_PATHS.authorizations, toAuthorizationWire(request), outcome)
      return answer.executed ? readOutcome(request.idempotencyKey, answer.said) : notExecuted(answer.reason)
    },

    async operate(request) {
      const answer = await execute(PROVIDER_PATHS.operations, toOperationWire(request), outcome)
      return answer.executed ? readOutcome(request.idempotencyKey, answer.said) : notExecuted(answer.reason)
    },

    async order(request) {
      const { idempotencyKey } = request
      const body = toOrderWire(request, clock.now())
      const answer = await execute(PROVIDER_PATHS.orders, body, orderAnswer)
      if (!answer.executed) return { kind: 'outcome', outcome: notExecuted(answer.reason) }
      const { said } = answer
      if (said.result !== 'OUTCOME') expectKey(idempotencyKey, said.idempotency_key)
      return fromOrderAnswerWire(said, (message) => readOutcome(idempotencyKey, message))
    },

    async cancelOrder(idempotencyKey) {
      const answer = await execute(cancelPath(idempotencyKey), {}, outcome)
      return answer.executed ? readOutcome(idempotencyKey, answer.said) : notExecuted(answer.reason)
    },

    async findOutcome(idempotencyKey) {
      const answer = await exchange({ method: 'GET', path: outcomePath(idempotencyKey) })
      const said = readAnswer(id, answer, finding)
      return said.found ? readOutcome(idempotencyKey, said.outcome) : null
    },

    async fence(idempotencyKey) {
      const answer = await exchange({
        method: 'POST',
        path: PROVIDER_PATHS.fences,
        body: { key: idempotencyKey },
      })
      const said = readAnswer(id, answer, fenceAnswer)
      if (said.result !== 'OUTCOME') expectKey(idempotencyKey, said.key)
      return fromFenceAnswerWire(said, (message) => readOutcome(idempotencyKey, message))
    },

    ping: () => exchange({ method: 'GET', path: PROVIDER_PATHS.capabilities }),
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

  function readOutcome(idempotencyKey: string, wire: OutcomeMessage): ProviderOutcome {
    expectKey(idempotencyKey, wire.idempotency_key)
    const said = fromOutcomeWire(wire)
    // A provider may forbid another try, and cannot allow what the card networks forbid.
    const { processingCode, providerResponseCode, retryable } = said
    return { ...said, retryable: retryable && allowsAnotherProvider(processingCode, providerResponseCode) }
  }

  function expectKey(asked: string, told: string): void {
    if (told !== asked) throw new ExchangeError(id, 'ANSWER_MALFORMED', 'idempotency_key of another request')
  }
}
