import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { RequestRefusal } from '@sluice/platform/http/request-refusal'

import type { EnvironmentRules } from '../transactions/index.ts'
import { openSession, type OpenSessionPorts } from './open-session.wire.ts'
import { readTokenization } from './read-tokenization.wire.ts'
import { toWireSession, toWireSessionState } from './session.wire.ts'

/** Serves the merchant's side of sessions. @see docs/protocol.md#sessions */
export function registerSessions(server: HttpServer, ports: OpenSessionPorts, rules: EnvironmentRules): void {
  registerEndpoint(
    server,
    'createSession',
    async ({ body, caller, requestKey }) => {
      const wish = {
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
      }
      const { session, id } = await openSession(ports, wish, requestKey, 'customer.id')
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
    const session = await ports.sessions.find(caller.merchantId, ports.hashSessionId(params.session_id))
    if (session === null) throw new RequestRefusal(404, { error: 'Not Found' })
    return { status: 200, body: toWireSessionState(session, params.session_id, ports.clock.now()) }
  })
}
