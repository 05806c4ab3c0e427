import type { Envelope } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import type { GatewayErrorCode } from '../../errors/gateway-error.ts'
import { isGatewayError } from '../../errors/is-gateway-error.ts'
import { type NextStep, nextStep } from '../../next-step.ts'
import { decodeActionToken } from '../action-token.ts'
import { fingerprintResult } from '../fingerprint.ts'
import type { FlowGateway } from './flow-gateway.ts'
import {
  type FlowEndKind,
  type FlowPosition,
  type FlowRecord,
  moveTo,
  outweighs,
  positionAfter,
  transactionIdOf,
} from './flow-record.ts'
import type { FlowStore } from './flow-store.ts'

/** The dependencies of a flow. */
export interface FlowPorts {
  readonly client: FlowGateway
  readonly store: FlowStore
  readonly now: () => number
}

/**
 * The longest time that an authorize call may take: the client's own deadline is far shorter. After that, the process
 * that made the call is gone, and the outcome of the payment is unknown.
 */
const AUTHORIZE_MAX_MS = 300_000

/** Stores a position. If another request was faster, its position remains, unless this one {@link outweighs} it. */
export async function keep(
  { store, now }: FlowPorts,
  record: FlowRecord,
  position: FlowPosition,
  transactionId: string | null = null,
): Promise<FlowRecord> {
  let current = record
  for (;;) {
    const next = moveTo(current, position, now())
    const wanted = { ...next, transactionId: transactionId ?? current.transactionId }
    if (await store.replace(wanted)) return wanted
    const found = await store.read(record.id)
    if (!found) return wanted
    if (!outweighs(position, found.position)) return found
    current = found
  }
}

/** Makes the pending calls of a record, until the browser is needed, or none is left. */
export async function runPendingCalls(ports: FlowPorts, record: FlowRecord): Promise<FlowRecord> {
  let current = record
  for (;;) {
    const call = nextCall(ports.client, current.position)
    if (!call) return current
    try {
      current = await storeAnswer(ports, current, await call())
    } catch (error) {
      // Repeating the call would return the same: the authentication is unknown or has expired, or the contract
      // differs. The gateway may still know the outcome of the payment.
      if (isGatewayError(error) && HOPELESS.includes(error.code))
        return concludeFlow(ports, current, 'unknown')
      throw error
    }
  }
}

const HOPELESS: readonly GatewayErrorCode[] = ['validation_failed', 'not_found', 'contract_violated']

/** Stores the result of an envelope; an invalid one leaves the payment's outcome unknown. */
export function storeAnswer(ports: FlowPorts, record: FlowRecord, envelope: Envelope): Promise<FlowRecord> {
  const step = readStep(envelope)
  return keep(ports, record, positionAfter(step), transactionIdOf(step))
}

function readStep(envelope: Envelope): NextStep {
  try {
    return nextStep(envelope)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return { kind: 'unknown', answer: envelope }
  }
}

function nextCall(client: FlowGateway, position: FlowPosition): (() => Promise<Envelope>) | null {
  switch (position.kind) {
    case 'fingerprintTaken': {
      const { token, payment_data } = position.action
      const { three_ds_server_trans_id: id } = decodeActionToken(token)
      const fingerprint_result = fingerprintResult(position.completion)
      return () => client.threeDs.requestAuthentication(id, { fingerprint_result, payment_data })
    }
    case 'challengeAnswered': {
      const { payment_data } = position.action
      const { sessionId: session_id, transStatus: trans_status } = position
      return () => client.threeDs.completeAuthentication({ payment_data, session_id, trans_status })
    }
    default:
      return null
  }
}

/**
 * Ends a flow with what the gateway says of the transaction.
 *
 * @param otherwise - the end while the gateway has no last word.
 */
export async function concludeFlow(
  ports: FlowPorts,
  record: FlowRecord,
  otherwise: FlowEndKind,
): Promise<FlowRecord> {
  const { transactionId } = record
  if (transactionId === null) return keep(ports, record, { kind: 'ended', end: otherwise })
  const { kind } = nextStep(await ports.client.transactions.status(transactionId))
  const end = kind === 'pending' || kind === 'notFound' ? otherwise : kind
  const position = { kind: 'ended', end } as const
  return isSamePosition(record.position, position) ? record : keep(ports, record, position)
}

function isSamePosition(one: FlowPosition, other: FlowPosition): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Ends an expired flow with what the gateway says, which ends such payments itself at the same minute.
 *
 * @param inVain - the end of a flow that waits for the customer. Where another page collects the money, or a call was
 * lost, it is unknown here whether it was paid.
 */
export async function endOverdue(
  ports: FlowPorts,
  record: FlowRecord,
  inVain: 'abandoned' | 'timedOut',
): Promise<FlowRecord> {
  const { kind } = record.position
  if (!isOverdue(record, ports.now())) return record
  return concludeFlow(ports, record, ENDS_ELSEWHERE[kind] ?? inVain)
}

const ENDS_ELSEWHERE: Readonly<Partial<Record<FlowPosition['kind'], FlowEndKind>>> = {
  authorizing: 'unknown',
  redirect: 'pending',
  formSubmit: 'pending',
}

/**
 * The time for which a position waits for the customer, by kind; all other positions wait for the gateway, or are the
 * end.
 */
const PATIENCE_MS: Readonly<Partial<Record<FlowPosition['kind'], number>>> = {
  authorizing: AUTHORIZE_MAX_MS,
  fingerprint: LIMITS.CHALLENGE_TIMEOUT_SECONDS * 1000,
  challenge: LIMITS.CHALLENGE_TIMEOUT_SECONDS * 1000,
  redirect: LIMITS.REDIRECT_IDLE_TIMEOUT_SECONDS * 1000,
  formSubmit: LIMITS.CHALLENGE_TIMEOUT_SECONDS * 1000,
}

/** Returns whether a record has waited too long for its step. */
function isOverdue({ position, sinceMs }: FlowRecord, nowMs: number): boolean {
  return nowMs - sinceMs >= (PATIENCE_MS[position.kind] ?? Infinity)
}

/** A person needs longer than this to read and answer a bank's page; asking the gateway before would only cost. */
const FIRST_QUERY_MS = 3_000

/**
 * Queries whether a challenge without a message has ended. A gateway that received the issuer's answer itself
 * continues; without one, it returns the same challenge and nothing changes.
 *
 * Where the merchant receives the answer the gateway cannot be asked: to the gateway the call would be that answer.
 */
export async function refreshRecord(ports: FlowPorts, record: FlowRecord): Promise<FlowRecord> {
  const { position, receiver, sinceMs } = record
  if (position.kind !== 'challenge' || receiver !== 'gateway') return record
  if (ports.now() - sinceMs < FIRST_QUERY_MS) return record
  const { payment_data, session_id, token } = position.action
  const envelope = await ports.client.threeDs.completeAuthentication({
    payment_data,
    session_id,
    trans_status: 'C',
  })
  const isSame = envelope.action?.token === token
  return isSame ? record : runPendingCalls(ports, await storeAnswer(ports, record, envelope))
}
