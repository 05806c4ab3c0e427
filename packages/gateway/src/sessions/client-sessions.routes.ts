import type { ClientPaymentRequest, CustomerInput } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { type BrowserCaller, registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { isSavedForMerchant, type SavedCard, type SavedCards } from '../payment-methods/index.ts'
import {
  type Authorized,
  authorizeMethod,
  type PaymentOrder,
  completeAuthentication,
  endWaiting,
  envelopeOf,
  findOwned,
  type KnownRecords,
  type MethodPorts,
  type OrderRefusal,
  refuseOrder,
  requestAuthentication,
  sessionConflict,
  submissionsExhausted,
  toClientEnvelope,
} from '../transactions/index.ts'
import { describeSession, type DescribeSessionPorts } from './describe-session.wire.ts'
import { cancelSession } from './cancel-session.ts'
import { isBeingCorrected, savesCard, type Session, sessionStatusNow, tokenizationNow } from './session.ts'
import type { SessionStore } from './session.store.ts'
import { toClientSessionStatus } from './session.wire.ts'

export interface ClientSessionPorts
  extends MethodPorts, DescribeSessionPorts, Pick<KnownRecords, 'customers'> {
  readonly savedCards: MethodPorts['savedCards'] &
    DescribeSessionPorts['savedCards'] &
    Pick<SavedCards, 'delete'>
  readonly sessions: SessionStore
  readonly hashSessionId: (sessionId: string) => string
  /** Returns whether a payment link no longer accepts payments. */
  readonly hasLinkEnded: (merchantId: string, paymentLinkId: string) => Promise<boolean>
  /** The page for shoppers who paid elsewhere, if their session has no `return_url`. */
  readonly returnedUrl: (clientKey: string) => string
}

/** Serves the browser's side of sessions. @see docs/protocol/browser-api.md#browser-api */
export function registerClientSessions(server: HttpServer, ports: ClientSessionPorts): void {
  registerEndpoint(server, 'getClientSession', async ({ params, caller }) => {
    const session = await findSession(ports, caller, params.session_id)
    const description = await describeSession(ports, session, params.session_id)
    if (description === null) throw notFound()
    return { status: 200, body: description }
  })

  registerEndpoint(server, 'createClientPayment', async ({ params, body, caller, ip }) => {
    const session = await findSession(ports, caller, params.session_id)
    const status = sessionStatusNow(session, ports.clock.now())
    if (status !== 'CREATED') throw sessionConflict(status)
    // A shopper must not pay an amount that the page did not show.
    const { revision = 1 } = body
    if (revision !== session.revision) throw sessionConflict(status, session.revision)

    const installmentCount = readInstallments(session, body.installments)
    const isSaved = await willSave(ports, session, body.tokenization?.save_card_for_future_payments === true)
    const order: PaymentOrder = {
      merchantId: session.merchantId,
      terminalId: session.terminalId,
      integration: session.kind === 'EMBEDDED' ? 'EMBEDDED_FIELDS' : 'HOSTED_PAYMENT_PAGE',
      session: {
        id: params.session_id,
        hash: session.idHash,
        corrects: isBeingCorrected(session) ? session.transactionId : null,
        maxInstallments: session.options.maxInstallments,
      },
      reference: session.reference,
      description: session.description,
      currency: session.currency,
      amountMinor: session.amountMinor,
      transactionType: session.transactionType,
      customer: customerOf(session, body.customer),
      customerRecord: await findRecord(ports, session),
      customerIp: ip,
      shopperIp: ip,
      country: session.country ?? session.customer?.country ?? null,
      metadata: session.metadata,
      browserInfo: body.browser_info,
      returnUrl: session.returnUrl ?? ports.returnedUrl(caller.clientKey),
      paymentLinkId: session.paymentLinkId,
      notificationUrl: null,
      paymentMethodType: body.payment_method.type,
      tokenizeFor: isSaved ? 'CUSTOMER_INITIATED_TRANSACTION' : null,
      requested: session.options.requested,
      installmentCount,
    }
    const authorized = await authorizeInTime(ports, order, body.payment_method)
    if (authorized.kind === 'unknown_card') await countGuess(ports, session)
    await endExhausted(ports, session)
    return { status: 200, body: toClientEnvelope(envelopeOf(authorized)) }
  })

  registerEndpoint(server, 'requestClientAuthentication', async ({ params, body, caller }) => {
    const session = await findSession(ports, caller, params.session_id)
    const resumption = await findOwned(ports, body.payment_data, {
      merchantId: session.merchantId,
      sessionHash: session.idHash,
    })
    const envelope = await requestAuthentication(ports, resumption, params.id, body)
    return { status: 200, body: toClientEnvelope(envelope) }
  })

  registerEndpoint(server, 'completeClientAuthentication', async ({ params, body, caller }) => {
    const session = await findSession(ports, caller, params.session_id)
    const resumption = await findOwned(ports, body.payment_data, {
      merchantId: session.merchantId,
      sessionHash: session.idHash,
    })
    const envelope = await completeAuthentication(ports, resumption, body, params.session_id)
    return { status: 200, body: toClientEnvelope(envelope) }
  })

  registerEndpoint(server, 'cancelClientSession', async ({ params, caller }) => {
    const session = await findSession(ports, caller, params.session_id)
    const prevented = await cancelSession(ports, session, (unpaid, nowMs) =>
      ports.sessions.end(unpaid, 'CANCELED', '1003', nowMs),
    )
    if (prevented !== null) throw sessionConflict(prevented)
    return { status: 200, body: { status: 'CANCELED' } }
  })

  registerEndpoint(server, 'removeClientPaymentMethod', async ({ params, caller }) => {
    const session = await findSession(ports, caller, params.session_id)
    const card = await findRemovable(ports, session, params.payment_method_id)
    const status = sessionStatusNow(session, ports.clock.now())
    // Only the merchant may remove a card that it charges without the cardholder.
    if (status !== 'CREATED' || isSavedForMerchant(card.tokenizeFor)) throw sessionConflict(status)
    if (!(await ports.savedCards.delete(card))) throw notFound()
    return { status: 204 }
  })

  registerEndpoint(server, 'getClientSessionStatus', async ({ params, caller }) => {
    const session = await findSession(ports, caller, params.session_id)
    return { status: 200, body: toClientSessionStatus(session, ports.clock.now()) }
  })
}

/**
 * @returns the chosen count; null for a single payment. @throws {RequestRefusal} 422 for more than the merchant
 *   offers.
 */
function readInstallments(
  { options: { maxInstallments } }: Session,
  chosen: ClientPaymentRequest['installments'],
): number | null {
  const count = chosen?.count ?? 1
  const max = maxInstallments ?? 1
  if (count > max) {
    const property = 'installments.count'
    const params = [property, '1', String(max), String(count)]
    throw validationRefusal([{ property, message: `must be between 1 and ${max}`, params }])
  }
  return count === 1 ? null : count
}

/**
 * A link that ended while the shopper was typing accepts no payment. A payment that began before has reserved a
 * use, and may be corrected.
 */
async function authorizeInTime(
  ports: ClientSessionPorts,
  order: PaymentOrder,
  method: ClientPaymentRequest['payment_method'],
): Promise<Authorized> {
  const { merchantId, paymentLinkId, session } = order
  if (!paymentLinkId || session?.corrects) return authorizeMethod(ports, order, method)
  const hasEnded = () => ports.hasLinkEnded(merchantId, paymentLinkId)
  if (await hasEnded()) return refuseOrder(ports, order, LINK_ENDED)
  const authorized = await authorizeMethod(ports, order, method)
  const isNotFree = authorized.kind === 'refused' && authorized.refusal.kind === 'link_not_free'
  return isNotFree && (await hasEnded()) ? refuseOrder(ports, order, LINK_ENDED) : authorized
}

const LINK_ENDED: OrderRefusal = { processingCode: '2008', property: 'payment_link_id' }

/**
 * Returns a card of the session's customer if the merchant allows customers to remove cards; any other is not found.
 * Anyone who has a payment link can open it, so no card is removed there.
 */
async function findRemovable(
  ports: ClientSessionPorts,
  { merchantId, customer, paymentLinkId }: Session,
  cardId: string,
): Promise<SavedCard> {
  const merchant = await ports.findMerchant(merchantId)
  const card = await ports.savedCards.find(merchantId, cardId)
  const isOwn = paymentLinkId === null && customer?.id !== undefined && card?.customerId === customer.id
  if (card === null || !isOwn || merchant?.shoppersRemoveCards !== true) throw notFound()
  return card
}

/** Tries with ids of saved cards are limited like tries with cards. */
async function countGuess(ports: ClientSessionPorts, session: Session): Promise<void> {
  if (await ports.sessions.countSubmission(session, ports.clock.now())) return
  throw submissionsExhausted()
}

/** Ends a session with a correctable decline when no further submission is allowed. */
async function endExhausted(ports: ClientSessionPorts, before: Session): Promise<void> {
  if (!isBeingCorrected(before) || before.transactionId === null) return
  const session = await ports.sessions.find(before.merchantId, before.idHash)
  if (!session || session.submissions < LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION) return
  const open = await ports.store.findOpen(before.merchantId, before.transactionId)
  if (open?.pendingAuthentication.step === 'CORRECTION') await endWaiting(ports, open, '1005', 'provider')
}

async function willSave(ports: ClientSessionPorts, session: Session, isRequested: boolean): Promise<boolean> {
  const terminal = await ports.findTerminal(session.merchantId, session.terminalId)
  return terminal !== null && savesCard(tokenizationNow(session, terminal), isRequested)
}

/**
 * Returns the session's customer data, overridden by the shopper's. A browser never sets the merchant's customer id.
 */
function customerOf({ customer }: Session, said: ClientPaymentRequest['customer']): CustomerInput | null {
  return customer === null && said === undefined ? null : { ...customer, ...said }
}

/** Returns the stored customer of a session; null if there is none, and for one that was erased in the meantime. */
async function findRecord({ customers }: ClientSessionPorts, { merchantId, customer }: Session) {
  return customer?.id === undefined ? null : customers.find(merchantId, customer.id)
}

/** Throws the same 404 for an unknown session and for another merchant's. */
async function findSession(
  ports: ClientSessionPorts,
  caller: BrowserCaller,
  sessionId: string,
): Promise<Session> {
  const session = await ports.sessions.find(caller.merchantId, ports.hashSessionId(sessionId))
  if (session === null) throw notFound()
  return session
}

function notFound(): RequestRefusal {
  return new RequestRefusal(404, { error: 'Not Found' })
}
