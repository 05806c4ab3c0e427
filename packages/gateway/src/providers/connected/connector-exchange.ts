import type { ProviderRuntime } from '@sluice/connectors/runtime'
import { toProviderCall } from '@sluice/connectors/runtime'

import type { Exchange, ExchangeAnswer } from '../http/exchange.ts'
import { ExchangeError } from '../http/exchange-error.ts'

/** The provider protocol's status for a request that was not executed and will not be. */
const REFUSED = 422

/**
 * Uses the provider protocol with a connector in this process, whose answers pass the same checks as those of a
 * provider process. A call with an unknown outcome has no answer.
 */
export function createConnectorExchange(party: string, runtime: ProviderRuntime): Exchange {
  return async ({ method, path, body }): Promise<ExchangeAnswer> => {
    if (method === 'GET') return probe(party, runtime)
    const call = toProviderCall(path, body)
    if (call === null) throw new ExchangeError(party, 'ANSWER_REFUSED', `no call ${path}`)
    const end = await runtime.run(call)
    switch (end.kind) {
      case 'answer':
        return { status: 200, body: end.answer, isSigned: false }
      case 'refuse':
        return {
          status: REFUSED,
          body: { executed: false, reason: end.reason.slice(0, 200) },
          isSigned: false,
        }
      case 'unknown':
        throw new ExchangeError(party, 'ANSWER_REFUSED', end.reason)
    }
  }
}

/** Reports whether the provider responds at all; its own error shows that as well as a success. */
async function probe(party: string, runtime: ProviderRuntime): Promise<ExchangeAnswer> {
  const result = await runtime.probe()
  if (result.kind === 'failure') throw new ExchangeError(party, result.code)
  const isBack = result.status < 500
  return { status: isBack ? 200 : result.status, body: null, isSigned: false }
}
