import type { WebhookDeliveryDetail } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import '../design/time.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'

type Attempt = WebhookDeliveryDetail['attempts'][number]

/** Renders the attempts to send a message with their results, the oldest first. */
export function attemptsList({
  status,
  attempts,
}: Pick<WebhookDeliveryDetail, 'status' | 'attempts'>): TemplateResult {
  if (attempts.length === 0) return html`<p>${status === 'CANCELED' ? texts.neverSent : texts.noAttempts}</p>`
  return html`<ol class="timeline">
    ${attempts.map(attemptItem)}
  </ol>`
}

function attemptItem({ started_at, status, error, response_excerpt, duration_ms }: Attempt): TemplateResult {
  return html`<li>
    <portal-time at=${started_at}></portal-time>
    <div>
      <p>${status === null ? texts.notAnswered : texts.answered(status)} · ${duration_ms} ms</p>
      ${status !== null || error === null ? nothing : html`<p class="hint">${error}</p>`}
      ${response_excerpt ? html`<pre tabindex="0">${response_excerpt}</pre>` : nothing}
    </div>
  </li>`
}
