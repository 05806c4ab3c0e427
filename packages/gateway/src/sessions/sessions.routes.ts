import { checkSimulatorMetadata } from '@sluice/types'

import type { Clock } from '../kernel/clock.ts'
import { makeCapability, type Random } from '../kernel/random.ts'
import { registerEndpoint } from '../platform/http/endpoint-routes.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import { RequestRefusal, validationRefusal } from '../platform/http/request-refusal.ts'
import {
  type EnvironmentRules,
  invalidRefusal,
  type KnownRecords,
  REFERENCE_TAKEN,
  requireCustomer,
} from '../transactions/index.ts'
import { type Session, sessionEnd } from './session.ts'
import type { SessionStore } from './session-store.ts'
import { toWireSession, toWireSessionState } from './session.wire.ts'

export interface SessionPorts extends KnownRecords {
  readonly sessions: SessionStore
  readonly hashSessionId: (sessionId: string) => string
  readonly clock: Clock
  readonly random: Random
}

/** Serves the merchant's side of sessions. @see docs/protocol.md#sessions */
export function registerSessions(server: HttpServer, ports: SessionPorts, rules: EnvironmentRules): void {
  registerEndpoint(
    server,
    'createSession',
    async ({ body, caller, requestKey }) => {
      await requireTerminal(ports, caller.merchantId, body.terminal_id)
      await requireCustomer(ports, caller.merchantId, body.customer?.id)

      const id = makeCapability(ports.random)
      const nowMs = ports.clock.now()
      const session: Session = {
        merchantId: caller.merchantId,
        idHash: ports.hashSessionId(id),
        kind: 'EMBEDDED',
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
        status: 'CREATED',
        processingCode: null,
        transactionId: null,
        submissions: 0,
        createdAtMs: nowMs,
        expiresAtMs: sessionEnd(nowMs),
      }
      if (!(await ports.sessions.create(session, requestKey))) throw validationRefusal([REFERENCE_TAKEN])
      return { status: 200, body: toWireSession(session, id, nowMs) }
    },
    {
      refine: (body) => [
        ...(rules.simulators ? checkSimulatorMetadata(body.metadata, 'session') : []),
        ...rules.judgeUrl('return_url', body.return_url),
      ],
    },
  )

  registerEndpoint(server, 'getSession', async ({ params, caller }) => {
    const session = await ports.sessions.find(caller.merchantId, ports.hashSessionId(params.session_id))
    if (session === null) throw new RequestRefusal(404, { error: 'Not Found' })
    return { status: 200, body: toWireSessionState(session, params.session_id, ports.clock.now()) }
  })
}

/** A session that nobody could ever pay is refused when it is made, not when the shopper stands before it. */
async function requireTerminal(ports: SessionPorts, merchantId: string, terminalId: string): Promise<void> {
  const terminal = await ports.findTerminal(merchantId, terminalId)
  if (terminal === null) throw invalidRefusal('terminal_id', 'Terminal not found', '2013')
  if (terminal.status !== 'ACTIVE') throw invalidRefusal('terminal_id', 'Terminal inactive', '2014')
}
