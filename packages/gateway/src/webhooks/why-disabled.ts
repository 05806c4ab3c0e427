import type { WebhookDisabledReason } from '@sluice/types/vocabulary'

const BECAUSE: Readonly<Record<WebhookDisabledReason, string>> = {
  GONE: 'its receiver answered 410',
  FAILING: 'nothing but failures happened for five days',
  OPERATOR: 'the configuration file says so',
  MERCHANT: 'a person of the merchant switched it off at the portal',
  REMOVED: 'a person of the merchant removed it at the portal',
}

/** Describes why a subscription is disabled. */
export function whyDisabled(reason: WebhookDisabledReason | null): string {
  return BECAUSE[reason ?? 'OPERATOR']
}
