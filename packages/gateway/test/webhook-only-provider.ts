/** A provider that answers every call with "received", and reports every outcome by events. */
import { randomUUID } from 'node:crypto'

import { signMessage } from '@sluice/platform/crypto/standard-webhook'

import {
  type CallKind,
  type Lookup,
  mapCalls,
  type Undoing,
} from '../src/transactions/execution/declarations.ts'
import type { ReadEvents } from '../src/transactions/execution/provider.ts'
import type {
  OperationRequest,
  OrderAnswer,
  OrderRequest,
  Provider,
  ProviderAuthorization,
  ProviderCapabilities,
  ProviderOutcome,
  UndoRequest,
} from '../src/transactions/execution/provider.ts'
import { callbackSecret, PROVIDER_OUTCOME } from './elsewhere.ts'
import { EVERY_CAPABILITY } from './make-provider.ts'
import type { TestGateway } from './test-gateway.ts'

/** A call that arrived at the provider. */
export interface Arrived {
  readonly call: CallKind
  readonly key: string
  readonly transactionId: string
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
}

const CALLS = {
  CAPTURE: 'capture',
  REFUND: 'refund',
  VOID: 'void',
  INCREMENT: 'increment',
  EXTEND: 'extend',
} as const

export class WebhookOnlyProvider implements Provider {
  readonly id: string
  readonly arrived: Arrived[] = []
  readonly reversed: string[] = []
  /** All undos that arrived. */
  readonly undos: UndoRequest[] = []
  /** The provider's answer to an undo. */
  undoAnswer: () => Promise<ProviderOutcome> = () => Promise.resolve(PROVIDER_OUTCOME)
  /** The handling of the next calls. */
  mood: 'ANSWERED' | 'REQUEST_LOST' | 'ANSWER_LOST' = 'ANSWERED'
  lookup: Lookup = 'events-only'
  undoing: Undoing = 'by-their-id'
  reports: ProviderCapabilities['reports'] = 'HINT'
  /** Runs while the gateway waits for the answer to a call. */
  beforeAnswer: (arrived: Arrived) => Promise<void> = () => Promise.resolve()
  found: () => Promise<ProviderOutcome | null> = () =>
    Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
  asked = 0
  readEvents?: ReadEvents

  constructor(id: string) {
    this.id = id
  }

  get capabilities(): ProviderCapabilities {
    const calls = mapCalls((kind) => ({
      ...EVERY_CAPABILITY.calls[kind],
      lookup: this.lookup,
      undo: this.undoing,
    }))
    const operations = { ...EVERY_CAPABILITY.operations, verify: true }
    return { ...EVERY_CAPABILITY, operations, calls, reports: this.reports }
  }

  authorize(request: ProviderAuthorization): Promise<ProviderOutcome> {
    return this.#take('authorization', request)
  }

  operate(request: OperationRequest): Promise<ProviderOutcome> {
    return this.#take(CALLS[request.operation], request)
  }

  undo(request: UndoRequest): Promise<ProviderOutcome> {
    this.undos.push(request)
    this.reversed.push(request.original.key)
    return this.undoAnswer()
  }

  async order(request: OrderRequest): Promise<OrderAnswer> {
    const call = request.direction === 'DEPOSIT' ? 'order' : 'payout'
    return { kind: 'outcome', outcome: await this.#take(call, request) }
  }

  cancelOrder(): Promise<ProviderOutcome> {
    return Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
  }

  findOutcome(): Promise<ProviderOutcome | null> {
    this.asked += 1
    return this.found()
  }

  fence(): Promise<never> {
    return Promise.reject(new Error('it has no fences'))
  }

  /** Returns the latest call of a transaction. */
  callOf(transactionId: string): Arrived {
    const call = this.arrived.findLast((one) => one.transactionId === transactionId)
    if (!call) throw new Error('no such call arrived')
    return call
  }

  async #take(
    call: CallKind,
    request: Pick<
      OperationRequest,
      'idempotencyKey' | 'transactionId' | 'accountId' | 'amountMinor' | 'currency'
    >,
  ): Promise<ProviderOutcome> {
    const { idempotencyKey: key, transactionId, accountId, amountMinor, currency } = request
    const arrived = { call, key, transactionId, accountId, amountMinor, currency }
    this.arrived.push(arrived)
    if (this.mood !== 'ANSWERED') throw new Error('connection reset')
    await this.beforeAnswer(arrived)
    return {
      ...PROVIDER_OUTCOME,
      processingCode: '1002',
      approvalCode: null,
      names: { state: null, refs: [`ref-${key}`] },
    }
  }
}

type Members = Readonly<Record<string, unknown>>

/** Builds an event about the outcome of a call in the provider protocol. */
export function eventOf(
  { call, key, accountId, amountMinor, currency }: Arrived,
  processingCode = '0000',
  { outcome, ...changes }: Members & { readonly outcome?: Members } = {},
): Members {
  return {
    id: `evt_${randomUUID()}`,
    kind: 'OUTCOME',
    live: false,
    occurred_at: '2026-11-29T10:00:00Z',
    call,
    amount: amountMinor,
    outcome: {
      idempotency_key: key,
      account_id: accountId,
      approved_amount: processingCode === '0000' ? amountMinor : 0,
      currency,
      refs: [`ref-${key}`],
      processing_code: processingCode,
      response_code: '00',
      response_message: 'As reported',
      approval_code: processingCode === '0000' ? 'ABC123' : null,
      reference_number: `ref-${key}`,
      systan: null,
      retryable: false,
      ...outcome,
    },
    ...changes,
  }
}

/** Posts events as the provider does. */
export async function postEvents(
  gateway: TestGateway,
  providerId: string,
  events: readonly Members[],
  changes: {
    readonly secret?: string
    readonly path?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  } = {},
): Promise<Response> {
  const body = changes.body ?? JSON.stringify({ events })
  const signed = signMessage(body, {
    id: `msg_${randomUUID()}`,
    nowMs: Date.now(),
    secrets: [changes.secret ?? callbackSecret(gateway, providerId)],
  })
  const address = `${gateway.ready.base_url}/api/providers/${providerId}/callback${changes.path ?? ''}`
  return fetch(address, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...signed, ...changes.headers },
  })
}
