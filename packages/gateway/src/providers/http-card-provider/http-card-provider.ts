import { MANAGE_TYPES } from '@sluice/types/vocabulary'

import {
  CARD_METHOD,
  notExecuted,
  type OperationRequest,
  type Provider,
  type ProviderAuthorization,
  type ProviderCapabilities,
  type ProviderOutcome,
} from '../../transactions/execution/provider.ts'
import { allowsAnotherProvider } from '../allows-another-provider.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { ExchangeError } from '../exchange/exchange-error.ts'
import { readAnswer, readRefusal } from '../exchange/read-answer.ts'
import {
  CARD_PROVIDER_PATHS,
  findingWire,
  fromOutcomeWire,
  type OutcomeWire,
  outcomeWire,
  toAuthorizationWire,
  toOperationWire,
} from './card-provider.wire.ts'

export interface HttpCardProviderOptions {
  readonly id: string
  readonly exchange: Exchange
  /** Whether the provider is told what metadata asks of simulators; never in production. */
  readonly passesSimulation: boolean
}

/** A card provider that is reached by the provider protocol. @see docs/provider-protocol.md */
export function createHttpCardProvider(options: HttpCardProviderOptions): Provider {
  const { id, exchange, passesSimulation } = options

  return {
    id,
    capabilities: CARDS_ONLY,

    authorize(request: ProviderAuthorization): Promise<ProviderOutcome> {
      const told = passesSimulation ? request : { ...request, simulation: null }
      return execute(CARD_PROVIDER_PATHS.authorizations, request.idempotencyKey, toAuthorizationWire(told))
    },

    operate(request: OperationRequest): Promise<ProviderOutcome> {
      const told = passesSimulation ? request : { ...request, simulation: null }
      return execute(CARD_PROVIDER_PATHS.operations, request.idempotencyKey, toOperationWire(told))
    },

    async findOutcome(idempotencyKey: string): Promise<ProviderOutcome | null> {
      const path = `${CARD_PROVIDER_PATHS.outcomes}/${encodeURIComponent(idempotencyKey)}`
      const finding = readAnswer(id, await exchange({ method: 'GET', path }), findingWire)
      return finding.found ? readOutcome(idempotencyKey, finding.outcome) : null
    },

    order: () => Promise.resolve({ kind: 'outcome', outcome: notExecuted('orders') }),
    cancelOrder: () => Promise.resolve(notExecuted('orders')),
    fence: () => Promise.reject(new Error(`${id} keeps no fences`)),
  }

  async function execute(path: string, idempotencyKey: string, body: unknown): Promise<ProviderOutcome> {
    let answer
    try {
      answer = await exchange({ method: 'POST', path, body })
    } catch (error) {
      if (error instanceof ExchangeError && error.code === 'NEVER_SENT') return notExecuted('unreachable')
      throw error
    }
    const reason = readRefusal(answer)
    if (reason !== null) return notExecuted(reason)
    return readOutcome(idempotencyKey, readAnswer(id, answer, outcomeWire))
  }

  function readOutcome(idempotencyKey: string, wire: OutcomeWire): ProviderOutcome {
    if (wire.idempotency_key !== idempotencyKey) {
      throw new ExchangeError(id, 'ANSWER_MALFORMED', 'idempotency_key of another request')
    }
    const outcome = fromOutcomeWire(wire)
    // A provider may forbid another try, and cannot allow what the card networks forbid.
    const { processingCode, providerResponseCode, retryable } = outcome
    return {
      ...outcome,
      retryable: retryable && allowsAnotherProvider(processingCode, providerResponseCode),
    }
  }
}

/** What this protocol can ask for. */
const CARDS_ONLY: ProviderCapabilities = {
  methods: new Set([CARD_METHOD]),
  operations: new Set(MANAGE_TYPES),
  fences: false,
  reports: 'NONE',
}
