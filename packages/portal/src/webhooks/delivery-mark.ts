import type { WebhookDeliveryStatus } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'

const TONES: Readonly<Record<WebhookDeliveryStatus, string>> = {
  DUE: 'open',
  DELIVERED: 'good',
  FAILED: 'bad',
  CANCELED: 'ended',
}

export function deliveryMark(status: WebhookDeliveryStatus): TemplateResult {
  return html`<span class="mark ${TONES[status]}">${TEXTS.webhooks.statuses[status]}</span>`
}
