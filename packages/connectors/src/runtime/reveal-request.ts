import { Secret } from '@sluice/shared/secret'

import type { HttpRequest } from '../kit/http-message.ts'
import type { RevealedRequest } from './send.ts'

/** Writes a request in the form in which it is sent. Nowhere else do secrets and card numbers leave a connector. */
export function revealRequest({ method, path, headers, body, movesMoney }: HttpRequest): RevealedRequest {
  const revealed = Object.entries(headers).map(([name, value]) => [
    name,
    value instanceof Secret ? value.reveal() : value,
  ])
  return {
    method,
    path,
    headers: Object.fromEntries(revealed) as Record<string, string>,
    body: body?.reveal() ?? '',
    movesMoney,
  }
}
