import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sendPage } from '@sluice/shared/html'
import { ACS_PATHS } from '../acs/acs-paths.ts'
import { encodeMessage } from '../acs/browser-messages.ts'
import type { ChallengeRecord, ChallengeRecords } from '../acs/challenge-records.ts'
import { renderUnreadablePage } from '../acs/pages/message-page.ts'
import { AT_BANK } from '../pages/at-bank.ts'
import { chooseLocale } from '../pages/form-parts.ts'
import { FLOWS } from '../scenarios/flows.ts'
import { challengeEndPath, hostedPagePath } from './hosted-page-urls.ts'
import { renderHostedPage } from './pages/hosted-page.ts'

/** The full screen: the page fills its frame. */
const WINDOW_SIZE = '05'

export interface HostedPageOptions {
  readonly store: Pick<ChallengeRecords, 'find'>
  /**
   * Returns the origin of the simulators' pages. It is called for each request, because the port may be chosen only
   * when the server listens.
   */
  readonly pagesUrl: () => string
}

/** Registers the pages on which the simulated 3DS server shows challenges itself. */
export function registerHostedPages(server: FastifyInstance, { store, pagesUrl }: HostedPageOptions): void {
  const find = async (request: FastifyRequest): Promise<ChallengeRecord | null> =>
    store.find((request.params as { readonly threeDsServerTransId: string }).threeDsServerTransId)

  // If a provider authenticates by a form, the browser posts to the same page.
  const open = async (request: FastifyRequest, reply: FastifyReply) => {
    const record = await find(request)
    if (!record?.returnUrl) return sendUnreadable(request, reply)
    const { threeDsServerTransId, acsTransId, messageVersion } = record
    const creq = encodeMessage({
      threeDSServerTransID: threeDsServerTransId,
      acsTransID: acsTransId,
      messageVersion,
      messageType: 'CReq',
      challengeWindowSize: WINDOW_SIZE,
    })
    return sendPage(
      reply,
      renderHostedPage({
        locale: localeOf(request, record),
        acsUrl: pagesUrl() + ACS_PATHS.challenge,
        creq,
        mayBeFramed: FLOWS[record.flow].delivery === 'hosted',
      }),
    )
  }
  server.get(hostedPagePath(ANY), AT_BANK, open)
  server.post(hostedPagePath(ANY), AT_BANK, open)

  server.post(challengeEndPath(ANY), AT_BANK, async (request, reply) => {
    const record = await find(request)
    if (!record?.returnUrl) return sendUnreadable(request, reply)
    return reply.code(303).header('cache-control', 'no-store').header('location', record.returnUrl).send()
  })
}

const ANY = { threeDsServerTransId: ':threeDsServerTransId' }

function sendUnreadable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, { status: 404, ...renderUnreadablePage(localeOf(request, null)) })
}

function localeOf(request: FastifyRequest, record: ChallengeRecord | null) {
  return chooseLocale(null, record === null ? [] : [record.language], request.headers['accept-language'])
}
