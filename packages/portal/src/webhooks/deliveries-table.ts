import type { WebhookDelivery } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import '../design/time.ts'
import { dataTable } from '../design/data-table.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { formatMoment } from '../wording/format.ts'
import { deliveryMark } from './delivery-mark.ts'
import { describeEvent } from './describe-event.ts'

/** @param toggle - selects a delivery, or does so no longer. */
export function deliveriesTable(
  deliveries: readonly WebhookDelivery[],
  selected: ReadonlySet<string>,
  toggle: (id: string) => void,
): TemplateResult {
  return dataTable({
    caption: texts.caption,
    rows: deliveries,
    key: ({ id }) => id,
    columns: [
      { heading: texts.columns.event, cell: (delivery) => eventCell(delivery, selected, toggle) },
      {
        heading: texts.columns.status,
        cell: ({ status, last_status: answer }) =>
          html`${deliveryMark(status)}<span class="below"
              >${answer === null ? nothing : texts.answered(answer)}</span
            >`,
      },
      {
        heading: texts.columns.attempts,
        style: 'number wide',
        cell: ({ attempt_count: count }) => String(count),
      },
      {
        heading: texts.columns.created,
        style: 'wide',
        cell: ({ created_at: at }) => html`<portal-time at=${at} relative></portal-time>`,
      },
    ],
  })
}

function eventCell(
  { id, event, created_at: at }: WebhookDelivery,
  selected: ReadonlySet<string>,
  toggle: (id: string) => void,
): TemplateResult {
  return html`<span class="check">
      <input
        type="checkbox"
        aria-label=${texts.selectOne(describeEvent(event), formatMoment(at))}
        .checked=${selected.has(id)}
        @change=${() => toggle(id)}
      />
      <a href="/webhooks/${id}">${describeEvent(event)}</a>
    </span>
    <span class="below narrow"><portal-time at=${at} relative></portal-time></span>`
}
