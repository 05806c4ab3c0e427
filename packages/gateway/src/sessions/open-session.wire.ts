import { processingCode } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { makeCapability, type Random } from '@sluice/platform/kernel/random'

import type { Merchant } from '../merchants/index.ts'
import type { FindExisting } from '../references/index.ts'
import {
  findCheckoutRefusal,
  findRequestedRefusal,
  findUnofferedInstallments,
  invalidRefusal,
  type KnownRecords,
  type OrderRefusal,
  referenceTaken,
  refuseUnregisteredOrigins,
  requireCustomer,
  tokenizationNotSupported,
  UNKNOWN_TERMINAL,
} from '../transactions/index.ts'
import { type Session, sessionEnd } from './session.ts'
import type { SessionStore } from './session.store.ts'

export interface OpenSessionPorts extends KnownRecords {
  readonly sessions: SessionStore
  readonly findMerchant: (merchantId: string) => Promise<Merchant | null>
  readonly findExisting: FindExisting
  readonly hashSessionId: (sessionId: string) => string
  readonly clock: Clock
  readonly random: Random
}

/** The merchant's settings for a session. */
export type SessionOpening = Omit<
  Session,
  | 'idHash'
  | 'status'
  | 'revision'
  | 'processingCode'
  | 'transactionId'
  | 'submissions'
  | 'createdAtMs'
  | 'expiresAtMs'
>

/** A session with its id, which cannot be read again. */
export interface OpenedSession {
  readonly session: Session
  readonly id: string
}

/**
 * Opens a session, which reserves its reference.
 *
 * @param customerProperty - the member with the customer's id in the request.
 * @throws {RequestRefusal} 422 when it could never be paid, so that the error reaches the merchant at once and not the
 * shopper later. Also for an unknown customer, and a taken reference.
 */
export async function openSession(
  ports: OpenSessionPorts,
  opening: SessionOpening,
  requestKey: string | null,
  customerProperty: string,
): Promise<OpenedSession> {
  await requirePayable(
    ports,
    opening.paymentLinkId === null ? opening : withoutExtras(opening),
    customerProperty,
  )

  const id = makeCapability(ports.random)
  const nowMs = ports.clock.now()
  const session: Session = {
    ...opening,
    idHash: ports.hashSessionId(id),
    status: 'CREATED',
    revision: 1,
    processingCode: null,
    transactionId: null,
    submissions: 0,
    createdAtMs: nowMs,
    expiresAtMs: sessionEnd(nowMs),
  }
  if (!(await ports.sessions.create(session, requestKey)))
    throw referenceTaken(await ports.findExisting(session))
  return { session, id }
}

/**
 * A link was checked when it was created. What its terminal no longer offers since then is not offered to the shopper, who pays at once or
 * whose card is not saved: no reason to refuse the payment.
 */
function withoutExtras(opening: SessionOpening): Payable {
  return { ...opening, tokenization: 'NONE', options: { ...opening.options, maxInstallments: null } }
}

/** The data that decides whether a session could be paid. */
export type Payable = Pick<
  SessionOpening,
  | 'merchantId'
  | 'terminalId'
  | 'currency'
  | 'transactionType'
  | 'customer'
  | 'tokenization'
  | 'options'
  | 'returnUrl'
>

/** @throws {RequestRefusal} 422 when it could never be paid, and for an unknown customer. */
export async function requirePayable(
  ports: Pick<OpenSessionPorts, 'findMerchant' | 'findTerminal' | 'customers'>,
  { merchantId, terminalId, currency, transactionType, customer, tokenization, options, returnUrl }: Payable,
  customerProperty: string,
): Promise<void> {
  const [merchant, terminal] = await Promise.all([
    ports.findMerchant(merchantId),
    ports.findTerminal(merchantId, terminalId),
  ])
  const refusal = findCheckoutRefusal({ merchant, terminal, transactionType })
  if (refusal !== null || terminal === null) throw cannotBePaid(refusal ?? UNKNOWN_TERMINAL)
  const unrequested = findRequestedRefusal(terminal, options.requested)
  if (unrequested !== null) throw cannotBePaid(unrequested)
  const undividable =
    options.maxInstallments === null ? null : findUnofferedInstallments(terminal.installments, currency)
  if (undividable !== null) throw cannotBePaid(undividable)
  refuseUnregisteredOrigins(terminal.origins, { return_url: returnUrl })
  if (tokenization !== 'NONE' && !terminal.features.has('TOKENIZATION')) throw tokenizationNotSupported()
  await requireCustomer(ports, merchantId, customer?.id, customerProperty)
}

function cannotBePaid({ processingCode: code, property, message }: OrderRefusal) {
  return invalidRefusal(property, message ?? processingCode(code).message, code)
}
