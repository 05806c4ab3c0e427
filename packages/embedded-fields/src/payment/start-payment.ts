import { chooseKey, parseKeySet, sealCard } from '@sluice/card-encryption/encrypt'
import type { ClientEnvelope, ClientPaymentRequest } from '@sluice/types'
import type { CardValues } from '../elements/card-form/card-form.ts'
import type { WireCustomer } from '../protocol/messages.ts'
import type { ApiAnswer, ClientApi } from './client-api.ts'
import { toApiCustomer } from './customer.ts'
import { failure, failureOf, firstErrorItem, type Failure } from './ending.ts'
import type { LoadedSession } from './load-session.ts'
import type { RunningStep, StepMemory } from './step-memory.ts'

export interface PaymentOrder {
  readonly card: CardValues
  readonly customer: WireCustomer | null
  readonly browserInfo: ClientPaymentRequest['browser_info']
}

export interface StartPorts {
  readonly api: ClientApi
  readonly memory: StepMemory
  readonly now: () => number
  /** @param again - Fetch it anew: the keys may have been rotated since. */
  readonly session: (again: boolean) => Promise<LoadedSession | Failure>
}

/** The payment runs; `step` is null when its current step is not known here. */
export interface StartedPayment {
  readonly kind: 'started'
  readonly step: RunningStep | null
}

/**
 * Seals the card for this session and pays with it. Whatever happens to the connection, the shopper does not pay twice:
 * the session takes one payment, and its status tells whether it has.
 */
export async function startPayment(
  ports: StartPorts,
  order: PaymentOrder,
): Promise<StartedPayment | Failure> {
  for (const again of [false, true]) {
    const loaded = await ports.session(again)
    if (loaded.kind === 'failure') return loaded
    const request = await sealOrder(ports, loaded, order)
    if (request === null && !again) continue
    if (request === null) return failure('service_unavailable')

    const answer = await ports.api.pay(request)
    if (answer.kind === 'refused' && isKeyUnknown(answer.body) && !again) continue
    return judgeAnswer(ports, answer)
  }
  return failure('service_unavailable')
}

async function judgeAnswer(
  { api, memory }: StartPorts,
  answer: ApiAnswer<ClientEnvelope>,
): Promise<StartedPayment | Failure> {
  if (answer.kind === 'ok') return { kind: 'started', step: { envelope: answer.body, paymentData: null } }
  // The session already has a payment: follow that one.
  if (answer.kind === 'refused' && answer.status === 409) return { kind: 'started', step: memory.read() }
  const isUnclear = answer.kind === 'offline' || answer.status >= 500
  if (!isUnclear) return failureOf(answer)
  const status = await api.getStatus()
  return status.kind === 'ok' && status.body.status !== 'CREATED'
    ? { kind: 'started', step: null }
    : failureOf(answer)
}

/** Null when no key of the session can be used: only P-256 keys can, which every browser seals for natively. */
async function sealOrder(
  { api, now }: StartPorts,
  { session, clockOffsetMs }: LoadedSession,
  { card, customer, browserInfo }: PaymentOrder,
): Promise<ClientPaymentRequest | null> {
  const issuedAtSeconds = Math.floor((now() + clockOffsetMs) / 1_000)
  try {
    const keys = parseKeySet(session.encryption_keys).filter(({ alg }) => alg === 'HPKE-7')
    const key = chooseKey(keys, issuedAtSeconds)
    const data = await sealCard({ key, card, context: api.sessionId, issuedAtSeconds })
    return {
      payment_method: { type: 'card', data },
      ...(customer && { customer: toApiCustomer(customer) }),
      browser_info: browserInfo,
    }
  } catch {
    return null
  }
}

/** @see docs/protocol.md#card-encryption */
function isKeyUnknown(body: unknown): boolean {
  return firstErrorItem(body)?.message === 'Encryption key is unknown or expired'
}
