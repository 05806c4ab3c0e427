import type { WebhookSubscription } from '@sluice/types'
import { TOKENIZATION_EVENTS, WEBHOOK_EVENTS, WEBHOOK_FILTERS } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import { refuse } from '../app/action.ts'
import { field, group } from '../design/field.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { describeEvent } from './describe-event.ts'

/** The most common choices come first; single events are folded away. */
const COMMON: readonly string[] = [...WEBHOOK_FILTERS, ...TOKENIZATION_EVENTS]
const SINGLE = WEBHOOK_EVENTS.filter((event) => !COMMON.includes(event))

/** The address of a subscription, and the events that it receives. */
interface SubscriptionRequest {
  readonly url: string
  readonly filters: readonly string[]
}

/** The form for the address and the events of a new or changed subscription. */
export function subscriptionFields(
  subscription: WebhookSubscription | null,
  problemOf: (member: string) => string | null,
): TemplateResult {
  return html`${field({
    id: 'address',
    label: texts.address,
    hint: texts.addressHint,
    problem: problemOf('url'),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name="url"
        inputmode="url"
        autocomplete="off"
        spellcheck="false"
        maxlength="256"
        value=${subscription?.url ?? ''}
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })}
  ${eventsFields(subscription?.filters ?? ['*'], problemOf('filters'))}`
}

function eventsFields(chosen: readonly string[], problem: string | null): TemplateResult {
  return group({
    id: 'events',
    legend: texts.events,
    problem,
    controls(invalid) {
      const box = (filter: string, label: string) =>
        html`<label class="check">
          <input
            type="checkbox"
            name="filter"
            value=${filter}
            ?checked=${chosen.includes(filter)}
            aria-invalid=${invalid}
          />
          <span>${label}</span>
        </label>`
      return html`${COMMON.map((filter) => box(filter, texts.filters[filter] ?? filter))}
        <details ?open=${chosen.some((filter) => !COMMON.includes(filter))}>
          <summary>${texts.single}</summary>
          <div class="fields">${SINGLE.map((event) => box(event, describeEvent(event)))}</div>
        </details>`
    },
  })
}

/** The typed and chosen values. @throws {Refusal} when no event is chosen. */
export function readSubscription(data: FormData): SubscriptionRequest {
  const filters = data.getAll('filter').map(String)
  if (filters.length === 0) refuse('filters', texts.noEvent)
  return { url: String(data.get('url')).trim(), filters }
}
