import { endpointPath } from '@sluice/types'
import type { WebhookDisabledReason } from '@sluice/types/vocabulary'
import { RequestRefusal } from '@sluice/platform/http/request-refusal'

import type { SubscriptionRecord } from './subscription-record.ts'
import { whyDisabled } from './why-disabled.ts'

/** The step that a merchant takes before it enables a disabled subscription. */
const BEFORE: Readonly<Record<WebhookDisabledReason, 'repair' | 'nothing' | null>> = {
  GONE: 'repair',
  FAILING: 'repair',
  MERCHANT: 'nothing',
  // Its merchant cannot enable these.
  OPERATOR: null,
  REMOVED: null,
}

/** 409: nothing is sent to a subscription that is disabled. */
export function disabledRefusal({
  id,
  disabledReason,
}: Pick<SubscriptionRecord, 'id' | 'disabledReason'>): RequestRefusal {
  const path = endpointPath('enableWebhookSubscription', { subscription_id: id })
  const before = BEFORE[disabledReason ?? 'OPERATOR']
  const first = before === 'repair' ? 'Fix the receiver, enable' : 'Enable'
  const fix = before === null ? '' : ` ${first} the subscription with POST ${path}, then try again.`
  const message = `The subscription ${id} is disabled: ${whyDisabled(disabledReason)}.${fix}`
  return new RequestRefusal(409, { error: 'Conflict', message })
}
