import { sealNatively, type NativeSealOptions } from '@sluice/card-encryption/seal-natively'
import type { ClientEnvelope, ClientPaymentRequest } from '@sluice/types'
import type { ApiAnswer, ClientApi } from './client-api.ts'
import { toApiCustomer } from './customer.ts'
import { failure, failureOf, firstErrorItem, type Failure } from './ending.ts'
import type { Connection } from './connection.ts'
import type { LoadedSession } from './load-session.ts'
import type { OrderedMethod, PaymentOrder } from './payment-order.ts'
import type { RunningStep, StepMemory } from './step-memory.ts'
import type { SendPayment, Unanswered } from './unanswered.ts'

export interface PayPorts {
  readonly api: ClientApi
  readonly connection: Connection
  readonly unanswered: Unanswered
  readonly wait: (ms: number) => Promise<void>
}

export interface StartPorts extends PayPorts {
  /** Null if another frame may have begun the running payment, whose step this frame must not execute. */
  readonly memory: StepMemory | null
  readonly now: () => number
  /** @param again - whether to fetch it again, because the keys may have been rotated since. */
  readonly session: (again: boolean) => Promise<LoadedSession | Failure>
}

/**
 * The delays before a request whose answer was lost is queried or sent again. The first delay exists because the
 * request may still be on its way. A gateway that is restarted is back within a minute.
 */
const REPEAT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 20_000]

/** A gateway that returns errors is reachable. After four errors, the shopper is informed. */
const REPEATS_AFTER_ERRORS = 3

/** The payment runs; `step` is null if its current step is not known here. */
export interface StartedPayment {
  readonly kind: 'started'
  readonly step: RunningStep | null
}

/**
 * Seals the values for this session, and pays. With every fault of the connection, the shopper does not pay twice: the
 * session accepts one payment, and its status says whether it has one.
 */
export async function startPayment(
  ports: StartPorts,
  order: PaymentOrder,
): Promise<StartedPayment | Failure> {
  const sent = ports.unanswered.find([ports.api.sessionId, order])
  if (sent) {
    const answer = await payOnce(ports, sent, order)
    // A rejected request never was a payment. The sealed fields may have become too old.
    if (answer.kind !== 'refused' || answer.status !== 422) return resolveAnswer(ports, answer)
  }
  for (const again of [false, true]) {
    const loaded = await ports.session(again)
    if (loaded.kind === 'failure') return loaded
    const request = await sealOrder(ports, loaded, order)
    if (request === null) continue
    const answer = await payOnce(ports, ports.api.pay(request), order)
    if (answer.kind === 'refused' && isKeyUnknown(answer.body) && !again) continue
    return resolveAnswer(ports, answer)
  }
  return failure('service_unavailable')
}

/**
 * A session that is open in both queries has not received the request. The first query may have been faster than
 * the request.
 */
const LOOKS_AT_OPEN_SESSION = 2

/**
 * Sends a payment until there is an answer: however often it arrives, it is one payment and has one answer. After a
 * lost connection, nothing is paid without the shopper: the page queries the session for the request. Only then the
 * request is sent again, for its answer; otherwise the shopper is informed, and the same order sends the same
 * request.
 */
export async function payOnce(
  { api, connection, unanswered, wait }: PayPorts,
  send: SendPayment,
  order: unknown,
): Promise<ApiAnswer<ClientEnvelope>> {
  unanswered.keep([api.sessionId, order], send)
  let answer = await send()
  let looks = 0
  for (const [repeats, delayMs] of REPEAT_DELAYS_MS.entries()) {
    if (!isUnclear(answer)) break
    if (answer.kind === 'refused' && answer.status >= 500 && repeats >= REPEATS_AFTER_ERRORS) break
    if (!connection.isOnline()) await connection.back()
    await wait(delayMs)
    if (answer.kind === 'offline') {
      const status = await api.getStatus()
      if (status.kind !== 'ok') continue
      if (status.body.status === 'CREATED') {
        looks += 1
        if (looks === LOOKS_AT_OPEN_SESSION) break
        continue
      }
    }
    answer = await send()
  }
  if (!isUnclear(answer)) unanswered.forget()
  return answer
}

/** Returns whether the answer was lost or is broken, or the first request is still in progress. */
function isUnclear(answer: ApiAnswer<unknown>): boolean {
  if (answer.kind !== 'refused') return answer.kind === 'offline'
  return answer.status >= 500 || (answer.status === 409 && statusIn(answer.body) === undefined)
}

/** Returns whether other shoppers are paying with the last uses of the payment link. One of their payments may fail. */
function isLinkInUse(body: unknown): boolean {
  return (body as { readonly payment_link?: unknown } | null)?.payment_link === 'IN_USE'
}

/** Interprets the answer to a payment request. If it is inconclusive, the session's status may decide. */
export async function resolveAnswer(
  ports: Pick<StartPorts, 'api' | 'memory'>,
  answer: ApiAnswer<ClientEnvelope>,
): Promise<StartedPayment | Failure> {
  if (answer.kind === 'ok') return { kind: 'started', step: { envelope: answer.body, paymentData: null } }
  if (answer.kind === 'offline' || isUnclear(answer)) return queryStatus(ports, answer)
  if (answer.status === 409) {
    const status = statusIn(answer.body)
    if (isLinkInUse(answer.body)) return failure('payment_link_in_use')
    // A shopper never pays an amount that the page did not show.
    if (status === 'CREATED') return failure('amount_changed')
    if (status === 'SESSION_EXPIRED') return failure('session_expired')
    // A session in progress has a payment, which is followed. A completed session has had its own.
    const step = ports.memory?.read() ?? null
    return status === 'PENDING' ? { kind: 'started', step } : failure('session_finished')
  }
  return failureOf(answer)
}

/** Queries the session's status, because nothing was paid only if the gateway says so. */
async function queryStatus(
  { api }: Pick<StartPorts, 'api'>,
  answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>,
): Promise<StartedPayment | Failure> {
  const status = await api.getStatus()
  if (status.kind === 'refused' && status.status < 500 && status.status !== 429) return failureOf(status)
  if (status.kind !== 'ok') return failure('outcome_unknown')
  return status.body.status === 'CREATED' ? failureOf(answer) : { kind: 'started', step: null }
}

function statusIn(body: unknown): unknown {
  return (body as { readonly status?: unknown } | null)?.status
}

/**
 * Returns null if no key of the session can be used. Only P-256 keys can, because every browser supports them
 * natively.
 */
async function sealOrder(
  { api, now }: StartPorts,
  { session, clockOffsetMs }: LoadedSession,
  {
    method,
    customer,
    browserInfo,
    saveCard,
    installments,
    revision = session.session.revision,
  }: PaymentOrder,
): Promise<ClientPaymentRequest | null> {
  const sealed = await sealMethod(method, {
    keys: session.encryption_keys.keys as NativeSealOptions['keys'],
    context: api.sessionId,
    issuedAtSeconds: Math.floor((now() + clockOffsetMs) / 1_000),
  })
  return (
    sealed && {
      payment_method: sealed,
      ...(customer && { customer: toApiCustomer(customer) }),
      browser_info: browserInfo,
      revision,
      ...(installments && { installments: { count: installments } }),
      ...(saveCard === undefined ? {} : { tokenization: { save_card_for_future_payments: saveCard } }),
    }
  )
}

async function sealMethod(
  method: OrderedMethod,
  options: NativeSealOptions,
): Promise<ClientPaymentRequest['payment_method'] | null> {
  if (method.type === 'saved_card') {
    const data = await sealNatively({ encrypted_cvv: method.cvv }, options)
    const { paymentMethodId, savedCard } = method
    const shown = savedCard && {
      masked_pan: savedCard.maskedPan,
      expiration_date: savedCard.expirationDate,
      card_brand: savedCard.cardBrand,
    }
    return data && { type: 'saved_card', data: { payment_method_id: paymentMethodId, ...shown, ...data } }
  }
  const { number, cvv, expirationMonth, expirationYear } = method.card
  const data = await sealNatively(
    {
      encrypted_card_number: number,
      encrypted_cvv: cvv,
      encrypted_expiration_month: expirationMonth,
      encrypted_expiration_year: expirationYear,
    },
    options,
  )
  return data && { type: 'card', data }
}

/** @see docs/protocol/card-encryption.md#card-encryption */
function isKeyUnknown(body: unknown): boolean {
  return firstErrorItem(body)?.message === 'Encryption key is unknown or expired'
}
