import type { FastifyReply, FastifyRequest } from 'fastify'

import { parseUrl } from '@sluice/types'
import { REPORT_DIRECTIVES } from '@sluice/platform/http/csp-reporting'
import { formatPolicy } from '@sluice/shared/html'
import type { ClientKeyOwner } from '@sluice/platform/http/http-server'

import { Asset, sendAsset } from './asset.ts'
import type { FrameDocument } from './frame-document.ts'

type FrameRefusal = 'origin_not_allowed' | 'unknown_client_key'

const STATUSES: Readonly<Record<FrameRefusal, number>> = {
  origin_not_allowed: 403,
  unknown_client_key: 404,
}

/**
 * Returns the reason why a frame is not served; null if it is. The referrer of a frame's request is the origin of its
 * parent page. Without a referrer the frame is served, and its own policy decides where it may be shown.
 */
export function findFrameRefusal(
  owner: ClientKeyOwner | null,
  { headers }: Pick<FastifyRequest, 'headers'>,
  { environment, own }: { readonly environment: 'test' | 'production'; readonly own: readonly string[] },
): FrameRefusal | null {
  if (owner === null) return 'unknown_client_key'
  const page = parseUrl(headers.referer ?? '')
  if (page === null || own.includes(page.origin)) return null
  const isAllowed = owner.origins === '*' ? environment === 'test' : owner.origins.includes(page.origin)
  return isAllowed ? null : 'origin_not_allowed'
}

/**
 * Sends a document in place of a frame. It reports the reason to the parent page, and shows the shopper that the form
 * is unavailable.
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  frame: FrameDocument,
  refusal: FrameRefusal,
): Promise<FastifyReply> {
  const document = frame.html.replace('<body>', `<body data-refusal="${refusal}">`)
  void reply.code(STATUSES[refusal])
  return sendAsset(request, reply, new Asset('text/html; charset=utf-8', document), {
    'content-security-policy': formatPolicy({
      'default-src': "'none'",
      'script-src': `'${frame.scriptHash}'`,
      'style-src': `'${frame.styleHash}'`,
      'form-action': "'none'",
      'base-uri': "'none'",
      // Any page may receive the message, because a page can find out the reason by trying.
      'frame-ancestors': '*',
      ...REPORT_DIRECTIVES,
    }),
    'cache-control': 'no-store',
    vary: 'Referer',
    'referrer-policy': 'strict-origin',
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
  })
}
