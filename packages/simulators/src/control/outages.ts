import type { Provider } from '../provider.ts'
import type { ReadBooks } from './control.ts'

/** Whether a merchant cannot reach a provider now. */
export type IsAway = (merchantId: string, providerId: string) => Promise<boolean>

/** The connection failed: the provider has not received the call, and the caller knows it. */
export class ProviderAwayError extends Error {
  override readonly name = 'ProviderAwayError'

  constructor(providerId: string) {
    super(`${providerId} cannot be reached, as it was asked for`)
  }
}

/**
 * Makes calls fail during an outage of their merchant, including status queries of earlier calls. A call without a
 * ledger entry belongs to no merchant, so the answer is the usual one: the call was never received.
 */
export function withOutages(
  provider: Provider,
  { isAway, readBooks }: { readonly isAway: IsAway; readonly readBooks: ReadBooks },
): Provider {
  const { id } = provider
  const reach = async (merchantId: string | null): Promise<void> => {
    if (merchantId !== null && (await isAway(merchantId, id))) throw new ProviderAwayError(id)
  }
  const moving =
    <Request extends { readonly merchantId: string }, Answer>(call: (request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<Answer> => {
      await reach(request.merchantId)
      return call(request)
    }
  const asking =
    <Answer>(call: (key: string) => Promise<Answer>) =>
    async (key: string): Promise<Answer> => {
      const entries = await readBooks({ keys: [key] })
      await reach(entries.find(({ providerId }) => providerId === id)?.merchantId ?? null)
      return call(key)
    }
  return {
    ...provider,
    authorize: moving(provider.authorize),
    operate: moving(provider.operate),
    order: moving(provider.order),
    cancelOrder: asking(provider.cancelOrder),
    findOutcome: asking(provider.findOutcome),
    fence: asking(provider.fence),
  }
}
