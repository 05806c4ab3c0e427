import type { HostedPageView } from '@sluice/hpp-ui/assets'
import { pageHeaders } from '@sluice/shared/html'
import { ALWAYS_SPOKEN } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import type { LookDrafts } from './look-draft.ts'
import { ownHeaders, pagePolicy } from './page-headers.ts'
import { pageLanguage } from './page-language.ts'
import { SAMPLE_PAGES, samplePage } from './sample-page.ts'

/** The path that shows a draft, below the base URL. */
export const LOOK_PREVIEW_PATH = '/look-preview'

/** 128 bits, as CSP Level 3 §7.1 requires. */
const NONCE_BYTES = 16

/** Serves the payment page with a draft look, only to the frame of the portal. Nothing can be paid on it. */
export function registerLookPreview(
  server: HttpServer,
  ports: {
    readonly drafts: LookDrafts
    readonly random: Random
    readonly realTime: Clock
    readonly portalUrl: () => string
    readonly methodsUrl: () => string
    readonly renderDocument: (view: HostedPageView) => string
  },
): void {
  server.get(LOOK_PREVIEW_PATH, async (request, reply) => {
    const { look: sealed, page, lang } = request.query as Readonly<Record<string, unknown>>
    const look = typeof sealed === 'string' ? ports.drafts.open(sealed) : null
    const sample = Object.hasOwn(SAMPLE_PAGES, String(page)) ? SAMPLE_PAGES[String(page)] : undefined
    if (look === null || sample === undefined) throw notFoundRefusal()
    const nonce = Buffer.from(ports.random.bytes(NONCE_BYTES)).toString('base64')
    const languages = [...ALWAYS_SPOKEN, ...look.languages]
    const view = samplePage(sample, look, {
      language: pageLanguage(lang, { ...look, languages }),
      nonce,
      nowMs: ports.realTime.now(),
      returnUrl: ports.portalUrl(),
    })
    const { 'x-frame-options': _, ...headers } = ownHeaders(false, ports.methodsUrl())
    const policy = { ...pagePolicy(nonce, "'none'"), 'frame-ancestors': ports.portalUrl() }
    return reply
      .headers({ ...pageHeaders(policy), ...headers, 'content-type': 'text/html; charset=utf-8' })
      .send(ports.renderDocument(view))
  })
}
