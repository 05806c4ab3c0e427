import { sendPage } from '@sluice/shared/html'
import type { HttpServer, ResolveClientKey } from '@sluice/platform/http/http-server'
import { checkRate } from '@sluice/platform/http/request-pipeline'

import {
  type CardPorts,
  languageOf,
  noticePage,
  type PagePorts,
  sendElsewhere,
  sendToBank,
} from '../transactions/index.ts'
import type { SessionStore } from './session.store.ts'

export interface SessionChallengePorts extends Pick<PagePorts, 'confirmationSeals'> {
  readonly store: Pick<CardPorts['store'], 'findOpen'>
  readonly sessions: Pick<SessionStore, 'find'>
  readonly hashSessionId: (sessionId: string) => string
  readonly resolveClientKey: ResolveClientKey
  readonly listLanguages: PagePorts['listLanguages']
  /** The page for shoppers whose session has no `return_url`. */
  readonly returnedUrl: (clientKey: string) => string
}

/**
 * Redirects to the bank for a page that cannot show the bank's page in a frame. Its address contains only data that
 * such a page has anyway: it allows confirming the payment at the bank, and nothing else.
 *
 * @see docs/protocol/three-ds.md#challenge
 */
export function registerSessionChallenge(server: HttpServer, ports: SessionChallengePorts): void {
  server.get('/three-ds/challenge/:client_key/:session_id', async (request, reply) => {
    const { client_key: clientKey, session_id: sessionId } = request.params as {
      readonly client_key: string
      readonly session_id: string
    }
    const owner = await ports.resolveClientKey(clientKey)
    if (owner !== null) {
      const caller = { kind: 'browser', merchantId: owner.merchantId, clientKey } as const
      await checkRate('getClientSession', request, caller, server.edge)
    }
    const locale = languageOf(request, owner === null ? [] : await ports.listLanguages(owner.merchantId))
    const session = owner && (await ports.sessions.find(owner.merchantId, ports.hashSessionId(sessionId)))
    if (!session) {
      return sendPage(reply, { status: 404, ...noticePage('not_understood', locale) })
    }
    const { merchantId, transactionId, returnUrl } = session
    const open = transactionId === null ? null : await ports.store.findOpen(merchantId, transactionId)
    return open?.pendingAuthentication.step === 'CHALLENGE'
      ? sendToBank(ports, open, locale, reply)
      : sendElsewhere(returnUrl ?? ports.returnedUrl(clientKey), reply)
  })
}
