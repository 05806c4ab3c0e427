import { UNAPPLIED_EVENT_STATES, type UnappliedEventState } from '@sluice/types/vocabulary'
import type { ProviderEvent, ProviderEventList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import '../design/time.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { formatMoment } from '../wording/format.ts'
import { reasonField } from './reason-field.ts'

const { events: texts } = OPERATOR_TEXTS

/** The style of the badge for each state. */
const MARKS = { WAITING: 'open', BROKEN: 'bad', FOREIGN: '', IGNORED: '' } as const

/** `<portal-events-page>`: the events of providers that were not applied. Operators apply failed ones again. */
export class EventsPage extends PageElement {
  static override properties = { query: { attribute: false } }
  declare query: URLSearchParams
  readonly #events = new Loader(
    this,
    (signal, state) => ask<ProviderEventList>(`/operator/provider-events?state=${state}`, { signal }),
    () => [this.#state],
  )

  constructor() {
    super()
    this.query = new URLSearchParams()
  }

  get #state(): UnappliedEventState {
    return UNAPPLIED_EVENT_STATES.find((state) => state === this.query.get('state')) ?? 'BROKEN'
  }

  get #dialog(): ConfirmDialog<ProviderEvent> | null {
    return this.renderRoot.querySelector('portal-confirm-dialog')
  }

  protected override render(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${texts.heading}</h1>
        <div class="buttons">
          <button type="button" @click=${() => void this.#events.reload()}>${texts.refresh}</button>
        </div>
      </div>
      <p>${texts.lead}</p>
      ${this.#events.render((list) => html`${this.#states(list)} ${this.#table(list)}`)}
      <portal-confirm-dialog
        .content=${(event: ProviderEvent) => this.#content(event)}
      ></portal-confirm-dialog>`
  }

  /** Links to the lists of all states, with the number of events in each. */
  #states({ counts }: ProviderEventList): TemplateResult {
    return html`<nav class="chips" aria-label=${texts.states}>
        ${UNAPPLIED_EVENT_STATES.map((state) => {
          const number = counts
            .filter((each) => each.state === state)
            .reduce((sum, { count }) => sum + count, 0)
          return html`<a
            class="choice"
            href="/events?state=${state}"
            aria-current=${state === this.#state ? 'page' : nothing}
            >${texts.names[state]} (${number})</a
          >`
        })}
      </nav>
      <p class="hint">${texts.meanings[this.#state]}</p>`
  }

  #table({ data }: ProviderEventList): TemplateResult {
    if (data.length === 0)
      return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneHint}></portal-empty-state>`
    return dataTable<ProviderEvent>({
      caption: texts.caption,
      rows: data,
      key: ({ payment_provider_id: provider, event_id: id }) => `${provider} ${id}`,
      columns: [
        { heading: texts.event, cell: eventCell },
        {
          heading: texts.provider,
          cell: (event) =>
            html`${event.payment_provider_id}<span class="below">${event.payment_provider_account_id}</span>`,
          style: 'wide',
        },
        { heading: texts.state, cell: stateCell },
        {
          heading: texts.received,
          cell: ({ received_at: at }) => html`<portal-time .at=${at} relative></portal-time>`,
          style: 'wide',
        },
        { heading: '', cell: (event) => this.#button(event), style: 'number' },
      ],
    })
  }

  #button(event: ProviderEvent): TemplateResult | typeof nothing {
    if (event.state !== 'BROKEN' || !event.has_payload) return nothing
    return html`<button type="button" @click=${() => this.#dialog?.open(event)}>
      ${texts.retry}<span class="unseen"> ${event.event_id}</span>
    </button>`
  }

  #content(event: ProviderEvent): DialogContent<ProviderEvent> {
    const { payment_provider_id, payment_provider_account_id, event_id } = event
    return {
      heading: texts.title(event_id),
      body: html`<p>${texts.meaning}</p>
        ${reasonField(texts.reason, texts.reasonHint)}`,
      confirm: {
        label: texts.confirm,
        send: async (data, key) => {
          const reason = data.get('reason')
          const body = { payment_provider_id, payment_provider_account_id, event_id, reason }
          await ask('/operator/provider-events/retry', { method: 'POST', body, key })
          this.portal.announce(texts.done(event_id))
          await this.#events.reload()
        },
      },
    }
  }
}

function eventCell(event: ProviderEvent): TemplateResult {
  const { event_id: id, kind, transaction_id: transaction } = event
  return html`<code>${id}</code>
    <span class="below">${kind}${transaction === null ? '' : ` · ${transaction}`}</span>
    <span class="below narrow">${event.payment_provider_id} · ${formatMoment(event.received_at)}</span>`
}

function stateCell({ state, failures, next_try_at: next }: ProviderEvent): TemplateResult {
  return html`<span class="mark ${MARKS[state]}">${texts.names[state]}</span>
    ${failures === 0 ? nothing : html`<span class="below">${texts.failed(failures)}</span>`}
    ${next === null ? nothing : html`<span class="below">${texts.next(formatMoment(next))}</span>`}`
}

customElements.define('portal-events-page', EventsPage)
