import type { WebhookDeliveryStatus } from '@sluice/types/vocabulary'
import type { TemplateResult } from 'lit'

import { WEBHOOKS_TEXTS } from '../texts/webhooks-texts.ts'
import { mark } from '../wording/status-mark.ts'
import { DELIVERY_TONES } from '../wording/tones.ts'

export function deliveryMark(status: WebhookDeliveryStatus): TemplateResult {
  return mark(DELIVERY_TONES[status], WEBHOOKS_TEXTS.statuses[status])
}
