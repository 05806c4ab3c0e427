import type { WebhookDisabledReason } from '@sluice/types/vocabulary'

const BECAUSE: Readonly<Record<WebhookDisabledReason, string>> = {
  GONE: 'its receiver answered 410',
  FAILING: 'nothing but failures happened for five days',
  OPERATOR: 'the operator’s configuration says so, and only the operator can change that',
}

/** Says in words why a subscription is disabled. */
export function whyDisabled(reason: WebhookDisabledReason | null): string {
  return BECAUSE[reason ?? 'OPERATOR']
}
