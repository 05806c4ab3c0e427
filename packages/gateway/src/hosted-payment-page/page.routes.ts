import type { HostedPageView } from '@sluice/hpp-ui/assets'
import type { ClientSession } from '@sluice/types'
import { ALWAYS_SPOKEN, DEFAULT_LOCALE } from '@sluice/types/vocabulary'
import type { Random } from '@sluice/platform/kernel/random'
import { REPORT_DIRECTIVES, REPORTING_ENDPOINTS } from '@sluice/platform/http/csp-reporting'
import { pageHeaders } from '@sluice/shared/html'
import type { HttpServer, ResolveClientKey } from '@sluice/platform/http/http-server'
import { namesBelowLocalhost } from '@sluice/platform/http/origins'
import { checkRate } from '@sluice/platform/http/request-pipeline'

import {
  describeSession,
  type DescribeSessionPorts,
  isSessionFinal,
  sessionStatusNow,
  type SessionStore,
} from '../sessions/index.ts'
import { PAGE_TEMPLATE } from './page-address.ts'
import { ownHeaders, pagePolicy } from './page-headers.ts'
import { pageLanguage } from './page-language.ts'
import { sendDocument } from './send-document.ts'

export interface PaymentPagePorts {
  readonly findPage: FindPage
  readonly methodsUrl: () => string
  readonly resolveClientKey: ResolveClientKey
  readonly random: Random
  readonly renderDocument: (view: HostedPageView) => string
}

/** Returns the content of a session's page; null if there is no such session. */
type FindPage = (
  merchantId: string,
  sessionId: string,
) => Promise<{ readonly session: ClientSession; readonly expiresAtMs: number | null } | null>

interface PageParams {
  readonly client_key: string
  readonly session_id: string
}

/** 128 bits, as CSP Level 3 §7.1 requires. */
const NONCE_BYTES = 16

/** The method whose payment sheet is a separate window that messages the page. */
const POPUP_METHODS: ReadonlySet<string> = new Set(['gwallet-pay'])

/**
 * Serves the payment page. Each request renders a new page that contains everything it needs: nothing is cached, and
 * it requests nothing before the customer can type.
 *
 * @see docs/protocol/sessions.md#hosted-payment-page
 */
export function registerPage(server: HttpServer, ports: PaymentPagePorts): void {
  const { environment } = server.edge.options.config
  server.get(PAGE_TEMPLATE, async (request, reply) => {
    const { client_key: clientKey, session_id: sessionId } = request.params as PageParams
    const owner = await ports.resolveClientKey(clientKey)
    // Opening the page counts as a request for its session.
    if (owner !== null) {
      const caller = { kind: 'browser', merchantId: owner.merchantId, clientKey } as const
      await checkRate('getClientSession', request, caller, server.edge)
    }
    const page = owner && (await ports.findPage(owner.merchantId, sessionId))
    const { lang } = request.query as { readonly lang?: unknown }
    const nonce = Buffer.from(ports.random.bytes(NONCE_BYTES)).toString('base64')
    const view: HostedPageView = {
      session: page?.session ?? null,
      clientKey,
      sessionId,
      baseUrl: '',
      language: pageLanguage(lang, page?.session ?? { locale: DEFAULT_LOCALE, languages: ALWAYS_SPOKEN }),
      expiresAtMs: page?.expiresAtMs ?? null,
      nonce,
      environment,
    }
    const hasPopups = page?.session.payment_methods.some(({ type }) => POPUP_METHODS.has(type)) ?? false
    return sendDocument(request, reply, {
      // The response is the same for an unknown key, an unknown session, one of another merchant, and one without a
      // page.
      status: page ? 200 : 404,
      markup: ports.renderDocument(view),
      headers: {
        ...pageHeaders({
          ...pagePolicy(nonce, ports.methodsUrl(), namesBelowLocalhost(server.edge.origins())),
          ...REPORT_DIRECTIVES,
        }),
        ...REPORTING_ENDPOINTS,
        ...ownHeaders(hasPopups, ports.methodsUrl()),
      },
    })
  })
}

/** Creates the lookup of pages' content. */
export function createFindPage(
  ports: DescribeSessionPorts & {
    readonly sessions: Pick<SessionStore, 'find'>
    readonly hashSessionId: (sessionId: string) => string
  },
): FindPage {
  return async (merchantId, sessionId) => {
    const session = await ports.sessions.find(merchantId, ports.hashSessionId(sessionId))
    if (session?.kind !== 'HOSTED') return null
    const description = await describeSession(ports, session, sessionId)
    if (description === null) return null
    const isOver = isSessionFinal(sessionStatusNow(session, ports.clock.now()))
    return { session: description, expiresAtMs: isOver ? null : session.expiresAtMs }
  }
}
