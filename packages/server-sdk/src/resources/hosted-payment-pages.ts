import type { HostedPaymentPage, HostedPaymentPageRequest } from '@sluice/types'
import type { ApiPromise } from '../http/api-promise.ts'
import type { CallOptions } from '../http/call-options.ts'
import type { Transport } from '../http/transport.ts'
import type { WithWholeAmount } from '../whole-amount.ts'

/** Hosted payment pages: the gateway's own page, which the customer is sent to. */
export interface HostedPaymentPages {
  /**
   * Creates a page for one order. Send the customer to `redirect_url`; they come back to `return_url`, whatever the
   * outcome, so ask for the status then.
   *
   * @param request - `amount` is in minor units (10000 = 100.00); `reference` is unique per terminal.
   * @throws When a member breaks a rule, or the reference is taken; `errors[].property` names it. {@link ValidationError}
   * @throws When the gateway offers no hosted page. {@link NotFoundError}
   * @see docs/protocol.md#sessions
   */
  create<const Amount extends number>(
    request: WithWholeAmount<HostedPaymentPageRequest, Amount>,
    options?: CallOptions,
  ): ApiPromise<HostedPaymentPage>
}

export function createHostedPaymentPages(transport: Transport): HostedPaymentPages {
  return {
    create: (request, options) => transport.call('createHostedPaymentPage', { body: request }, options),
  }
}
