import type { BodyOf, ErrorItem } from '@sluice/types'
import { type MerchantCaller, registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { type EnvironmentRules, sessionConflict, type Transaction } from '../transactions/index.ts'
import { cancelSession, type CancelSessionPorts } from './cancel-session.ts'
import { openSession, type OpenSessionPorts } from './open-session.wire.ts'
import { readOptions } from './read-options.wire.ts'
import { readTokenization } from './read-tokenization.wire.ts'
import { type Session, type SessionChange, sessionStatusNow } from './session.ts'
import { toWireSession, toWireSessionState } from './session.wire.ts'

export type MerchantSessionPorts = OpenSessionPorts &
  CancelSessionPorts & {
    readonly store: {
      find(merchantId: string, transactionId: string): Promise<Pick<Transaction, 'status'> | null>
    }
  }

/** Serves the merchant's side of sessions. @see docs/protocol/sessions.md#sessions */
export function registerSessions(
  server: HttpServer,
  ports: MerchantSessionPorts,
  rules: EnvironmentRules,
): void {
  registerEndpoint(
    server,
    'createSession',
    async ({ body, caller, requestKey }) => {
      const requested = {
        merchantId: caller.merchantId,
        kind: 'EMBEDDED' as const,
        terminalId: body.terminal_id,
        reference: body.reference,
        description: body.description,
        currency: body.currency,
        amountMinor: body.amount,
        transactionType: body.transaction_type,
        returnUrl: body.return_url,
        customer: body.customer ?? null,
        country: body.country ?? null,
        metadata: body.metadata ?? null,
        tokenization: readTokenization(body.tokenization),
        options: readOptions(body.options),
        paymentLinkId: null,
      }
      const { session, id } = await openSession(ports, requested, requestKey, 'customer.id')
      return { status: 200, body: toWireSession(session, id, ports.clock.now()) }
    },
    {
      refine: (body) => [
        ...rules.checkMetadata(body.metadata, 'session'),
        ...rules.validateUrl('return_url', body.return_url),
      ],
    },
  )

  registerEndpoint(server, 'getSession', async ({ params, caller }) => {
    const session = await findSession(ports, caller, params.session_id)
    return { status: 200, body: toWireSessionState(session, params.session_id, ports.clock.now()) }
  })

  registerEndpoint(server, 'updateSession', async ({ params, body, caller }) => {
    const session = await findSession(ports, caller, params.session_id)
    if (session.kind === 'EMBEDDED' && body.description === null) throw validationRefusal([NO_DESCRIPTION])
    if (session.transactionType === 'VERIFY' && body.amount !== undefined)
      throw validationRefusal([NO_AMOUNT(body.amount)])
    const changed = await changeSession(ports, session, body)
    return { status: 200, body: toWireSessionState(changed, params.session_id, ports.clock.now()) }
  })

  registerEndpoint(server, 'cancelSession', async ({ params, caller }) => {
    const session = await findSession(ports, caller, params.session_id)
    const prevented = await cancelSession(ports, session, ports.sessions.withdraw)
    if (prevented !== null && prevented !== 'CANCELED') throw sessionConflict(prevented)
    const canceled = await findSession(ports, caller, params.session_id)
    // This also frees the reference of a session that the shopper canceled.
    if (await isUnpaid(ports, canceled)) await ports.sessions.freeReference(canceled)
    return { status: 200, body: toWireSessionState(canceled, params.session_id, ports.clock.now()) }
  })
}

/**
 * Reports whether there was no payment, or only INVALID ones, which were not sent to a provider or were rejected
 * there.
 */
async function isUnpaid(
  { store }: Pick<MerchantSessionPorts, 'store'>,
  { merchantId, transactionId }: Session,
): Promise<boolean> {
  if (transactionId === null) return true
  return (await store.find(merchantId, transactionId))?.status === 'INVALID'
}

const NO_DESCRIPTION: ErrorItem = {
  property: 'description',
  message: 'is required',
  params: ['description'],
}

/** A verification has no amount. */
const NO_AMOUNT = (given: number): ErrorItem => ({
  property: 'amount',
  message: 'must be between 0 and 0',
  params: ['amount', '0', '0', String(given)],
})

/** A request with the stored values changes nothing, so that pages with the session can still be paid. */
async function changeSession(
  { sessions, clock }: MerchantSessionPorts,
  session: Session,
  { amount, description }: BodyOf<'updateSession'>,
): Promise<Session> {
  const change: SessionChange = {
    ...(amount !== undefined && { amountMinor: amount }),
    ...(description !== undefined && { description }),
  }
  const isChange = Object.keys(change).length > 0
  const changed = isChange ? await sessions.change(session, change, clock.now()) : session
  if (changed !== null) return changed
  const current = await sessions.find(session.merchantId, session.idHash)
  throw sessionConflict(sessionStatusNow(current ?? session, clock.now()))
}

/** Throws the same 404 for an unknown session and for another merchant's. */
async function findSession(
  { sessions, hashSessionId }: MerchantSessionPorts,
  { merchantId }: MerchantCaller,
  sessionId: string,
): Promise<Session> {
  const session = await sessions.find(merchantId, hashSessionId(sessionId))
  if (session === null) throw new RequestRefusal(404, { error: 'Not Found' })
  return session
}
