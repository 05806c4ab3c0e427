import type { WebhookSubscription } from '@sluice/types'
import { TOKENIZATION_EVENTS, TRANSACTION_EVENTS, WEBHOOK_FILTERS } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import type { DeedForm } from '../app/deed-dialog.ts'
import { TEXTS } from '../texts/texts.ts'
import { sayEvent } from './say-event.ts'

const { webhooks: texts } = TEXTS

/** What is chosen most stands first; single events are folded away. */
const COMMON = [...WEBHOOK_FILTERS, ...TOKENIZATION_EVENTS]

/** Members of a subscription, beside whose fields problems are shown. */
export const SUBSCRIPTION_MEMBERS = ['url', 'filters'] as const

/** Where events shall go, and which. */
export interface SubscriptionWish {
  readonly url: string
  readonly filters: readonly string[]
}

/** Asks for the address and the events of a new subscription, or of the one that is changed. */
export function subscriptionForm(
  subscription: WebhookSubscription | null,
  { reason, cancel, problemOf }: DeedForm,
  submit: (event: SubmitEvent) => void,
): TemplateResult {
  const chosen: readonly string[] = subscription?.filters ?? ['*']
  const addressProblem = problemOf('url')
  const eventsProblem = problemOf('filters')
  const box = (filter: string, label: string) =>
    html`<label class="check">
      <input type="checkbox" name="filter" value=${filter} ?checked=${chosen.includes(filter)} />
      <span>${label}</span>
    </label>`
  return html`<form @submit=${submit} novalidate>
    <h2 id="subscription-title">${subscription === null ? texts.createTitle : texts.changeTitle}</h2>
    <label for="address">${texts.address}</label>
    <input
      id="address"
      name="url"
      inputmode="url"
      autocomplete="off"
      spellcheck="false"
      maxlength="256"
      value=${subscription?.url ?? ''}
      aria-describedby="address-hint"
      aria-invalid=${addressProblem === null ? 'false' : 'true'}
    />
    <p class="hint" id="address-hint">
      ${addressProblem === null ? texts.addressHint : TEXTS.problem(texts.address, addressProblem)}
    </p>
    <fieldset aria-describedby="events-problem">
      <legend>${texts.events}</legend>
      <p class=${eventsProblem === null ? 'unseen' : 'notice bad'} id="events-problem">
        ${eventsProblem === null ? '' : texts.noEvent}
      </p>
      ${COMMON.map((filter) => box(filter, texts.filters[filter] ?? filter))}
      <details ?open=${chosen.some((filter) => !COMMON.includes(filter as never))}>
        <summary>${texts.single}</summary>
        <div class="fields">${TRANSACTION_EVENTS.map((event) => box(event, sayEvent(event)))}</div>
      </details>
    </fieldset>
    ${reason}
    <p class="buttons">
      ${cancel}<button class="main">${subscription === null ? texts.confirmCreate : texts.save}</button>
    </p>
  </form>`
}

/** What a person has typed and chosen. */
export function readSubscription(event: SubmitEvent): SubscriptionWish {
  const form = new FormData(event.currentTarget as HTMLFormElement)
  return { url: String(form.get('url')).trim(), filters: form.getAll('filter').map(String) }
}
