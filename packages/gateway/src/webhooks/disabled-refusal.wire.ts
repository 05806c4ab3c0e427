import { endpointPath } from '@sluice/types'

import { RequestRefusal } from '../platform/http/request-refusal.ts'
import type { SubscriptionRecord } from './subscription-record.ts'
import { whyDisabled } from './why-disabled.ts'

/** 409: nothing is sent to a subscription that is disabled. */
export function disabledRefusal({
  id,
  disabledReason,
}: Pick<SubscriptionRecord, 'id' | 'disabledReason'>): RequestRefusal {
  const path = endpointPath('enableWebhookSubscription', { subscription_id: id })
  const isOperators = disabledReason === null || disabledReason === 'OPERATOR'
  const fix = isOperators ? '' : ` Repair it, enable the subscription with POST ${path}, then try again.`
  const message = `The subscription ${id} is disabled: ${whyDisabled(disabledReason)}.${fix}`
  return new RequestRefusal(409, { error: 'Conflict', message })
}
