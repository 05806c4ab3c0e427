import type { Send as SendRequest } from '@sluice/connectors/runtime'

import { ExchangeError } from '../http/exchange-error.ts'
import type { Send } from '../http/send.ts'

/**
 * Carries a connector's requests. How one failed is a result: the connector knows what that means for its call. No signature tells whose
 * refusal an answer is, so what moves money is sent once: after a second try, a refusal would say nothing of the first.
 */
export function carryRequests(send: Send): SendRequest {
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
