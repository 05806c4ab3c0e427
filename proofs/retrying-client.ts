import { randomUUID } from 'node:crypto'

import {
  type CallOptions,
  type GatewayClient,
  type GatewayErrorCode,
  isGatewayError,
} from '@sluice/server-sdk'
import type { AuthorizeRequest, Envelope, PaymentRequest, Transaction } from '@sluice/types'

import { idOf, paymentRequest } from '../packages/gateway/test/elsewhere.ts'
import type { MerchantAtGateway, PaymentInput } from '../packages/gateway/test/merchant-at-gateway.ts'
import { shop } from '../packages/gateway/test/shopper.ts'
import type { Acknowledgement } from './load-client.ts'
import type { Rounds } from './rounds.ts'

/** The additional time that a call may take after its deadline, because other work in the same process runs first. */
const MARGIN_MS = 1_000
/** During a fault, a shop makes this many attempts, and then waits for its end. */
const TRIES_IN_FAULT = 2

/** The errors of a valid call that a faulty connection can cause. */
const FAILURES_OF_LINES: ReadonlySet<GatewayErrorCode> = new Set([
  'connection_failed',
  'request_timed_out',
  'service_unavailable',
  // The first request is still in progress.
  'conflict',
])

/** The members of a challenge. */
const CHALLENGED_CARD = { number: '4000000000003220' }
const PASSWORD = '1234'

/** A payment that a shop abandoned because it was told that nothing had been executed. */
export interface GivenUp {
  readonly reference: string
  readonly code: string
}

/** The tools of a shop. */
export interface ShopPorts {
  readonly client: GatewayClient
  /** The merchant whose requests are sent. */
  readonly merchant: MerchantAtGateway
  readonly rounds: Rounds
  /** The timeout of each call of the client. */
  readonly deadlineMs: number
}

/**
 * A merchant's server with the real client, that asks with the same reference and the same key until there is an answer,
 * and holds each call against the clock and against what it says.
 */
export class RetryingClient {
  readonly acknowledged: Pick<Acknowledgement, 'transactionId' | 'status'>[] = []
  readonly givenUp: GivenUp[] = []
  /** The violations. */
  readonly complaints: string[] = []
  /** The number of calls by their end. */
  readonly seen = new Map<string, number>()
  readonly #ports: ShopPorts

  constructor(ports: ShopPorts) {
    this.#ports = ports
  }

  /** A card payment without 3-D Secure. */
  async purchase(options: CallOptions = {}, body: Readonly<Record<string, unknown>> = {}): Promise<Envelope> {
    const request = await this.#cardRequest({ flow: 'NO_3DS', body })
    const { transactions } = this.#ports.client
    return this.#recordEnvelope(await this.#insist(options, (same) => transactions.authorize(request, same)))
  }

  /** A shop that stops if the client reports that nothing was executed. */
  async purchaseOrGiveUp(): Promise<void> {
    const request = await this.#cardRequest({ flow: 'NO_3DS' })
    const { transactions } = this.#ports.client
    const key = { idempotencyKey: randomUUID() }
    const outcome = await this.#callInTime(() => transactions.authorize(request, key))
    if ('value' in outcome) return void this.#recordEnvelope(outcome.value)
    const { error } = outcome
    if (isGatewayError(error) && !error.outcomeUnknown)
      return void this.givenUp.push({ reference: request.reference, code: error.code })
    this.#recordEnvelope(await this.#insist(key, (same) => transactions.authorize(request, same)))
  }

  /** A card payment whose bank requires a password. */
  async purchaseWithChallenge(): Promise<void> {
    const request = await this.#cardRequest({ card: CHALLENGED_CARD })
    const { transactions, threeDs } = this.#ports.client
    const first = await this.#insist({}, (same) => transactions.authorize(request, same))
    this.#recordEnvelope(first)
    const side = {
      requestAuthentication: (id: string, fingerprintResult: string, paymentData: string) =>
        this.#insist({}, (same) =>
          threeDs.requestAuthentication(
            id,
            { fingerprint_result: fingerprintResult, payment_data: paymentData },
            same,
          ),
        ),
      completeAuthentication: (paymentData: string, sessionId: string, transStatus: string) =>
        this.#insist({}, (same) =>
          threeDs.completeAuthentication(
            { payment_data: paymentData, session_id: sessionId, trans_status: transStatus } as never,
            same,
          ),
        ),
    }
    const { envelope } = await shop(first, side, [PASSWORD])
    this.#recordEnvelope(envelope)
  }

  /** A payment confirmed elsewhere, which the client itself repeats. */
  async pay(): Promise<void> {
    const { client, merchant } = this.#ports
    const request = paymentRequest(merchant, { metadata: { simulated_flow: 'APPROVED' } })
    const envelope = await this.#insist({}, (same) =>
      client.transactions.createPayment(request as unknown as PaymentRequest, same),
    )
    this.#recordEnvelope(envelope)
  }

  async capture(original: Transaction): Promise<void> {
    const { transactions } = this.#ports.client
    this.#note(await this.#insist({}, (same) => transactions.capture(original, {}, same)))
  }

  async refund(original: Transaction): Promise<void> {
    const { transactions } = this.#ports.client
    this.#note(await this.#insist({}, (same) => transactions.refund(original, {}, same)))
  }

  async #cardRequest(input: PaymentInput) {
    const request = await this.#ports.merchant.cardRequest(input)
    return request as unknown as AuthorizeRequest & { reference: string }
  }

  async #insist<Answer>(
    options: CallOptions,
    call: (options: CallOptions) => PromiseLike<Answer>,
  ): Promise<Answer> {
    const same = { idempotencyKey: randomUUID(), ...options }
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#callInTime(() => call(same))
      if ('value' in outcome) return outcome.value
      const { error } = outcome
      if (!isGatewayError(error) || !FAILURES_OF_LINES.has(error.code)) {
        this.complaints.push(String(error))
        throw error
      }
      if (tries >= TRIES_IN_FAULT) await this.#ports.rounds.next()
    }
  }

  /** Ends with the call, or when it should have ended. */
  async #callInTime<Answer>(
    call: () => PromiseLike<Answer>,
  ): Promise<{ readonly value: Answer } | { readonly error: unknown }> {
    const { deadlineMs } = this.#ports
    let stop = (): void => undefined
    const late = new Promise<never>((_, reject) => {
      const timer = setTimeout(() => {
        // In a process that was blocked, both timers are due at once. The call's own came first, and its effects
        // are complete.
        setImmediate(() => setImmediate(() => reject(new Error(`no end ${MARGIN_MS} ms after the deadline`))))
      }, deadlineMs + MARGIN_MS)
      stop = () => clearTimeout(timer)
    })
    try {
      const value = await Promise.race([call(), late])
      this.#count('answered')
      return { value }
    } catch (error) {
      this.#count(isGatewayError(error) ? error.code : String(error))
      return { error }
    } finally {
      stop()
    }
  }

  #recordEnvelope(envelope: Envelope): Envelope {
    const { result, action } = envelope
    if (result) this.#note(result)
    else
      this.acknowledged.push({ transactionId: action?.transaction_id ?? idOf(envelope), status: 'PENDING' })
    return envelope
  }

  #note({ id, status }: Pick<Transaction, 'id' | 'status'>): void {
    this.acknowledged.push({ transactionId: id, status })
  }

  #count(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }
}
