import type { Send as SendRequest } from '@sluice/connectors/runtime'

import { ExchangeError } from '../http/exchange-error.ts'
import type { Send } from '../http/send.ts'

/**
 * Sends a connector's requests. A failure is a result, because the connector knows its meaning for the call. Refusals
 * are not signed, so a request that moves money is sent once: after a second try, a refusal would not show the
 * outcome of the first.
 */
export function createSendRequest(send: Send): SendRequest {
  return async ({ movesMoney, ...request }, limitMs) => {
    try {
      const {
        status,
        contentType,
        headers = { 'content-type': contentType },
        body,
      } = await send({ ...request, isSentOnce: movesMoney }, limitMs)
      return { kind: 'answer', status, headers, body }
    } catch (error) {
      if (error instanceof ExchangeError && error.code !== 'ANSWER_REFUSED')
        return { kind: 'failure', code: error.code }
      throw error
    }
  }
}
