import { UNAPPLIED_EVENT_STATES, type UnappliedEventState } from '@sluice/types/vocabulary'
import type { ProviderEvent, ProviderEventList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'

const { events: texts } = TEXTS.operator

/** The style of the badge for each state. */
const MARKS = { WAITING: 'open', BROKEN: 'bad', FOREIGN: '', IGNORED: '' } as const

/** Shows the events of providers that were not applied; operators have broken ones applied again. */
export class EventsPage implements Page {
  readonly title = TEXTS.pages.events
  readonly section = TEXTS.pages.events
  readonly #frame: Frame
  readonly #state: UnappliedEventState
  readonly #events: Loading<ProviderEventList>
  readonly #dialog: DeedDialog<ProviderEvent>
  #isBusy = false

  constructor(frame: Frame, query: URLSearchParams) {
    this.#frame = frame
    this.#state = UNAPPLIED_EVENT_STATES.find((state) => state === query.get('state')) ?? 'BROKEN'
    this.#dialog = new DeedDialog(frame, 'event', (event, form) => this.#form(event, form))
    this.#events = new Loading(frame, (signal) =>
      ask(`/operator/provider-events?state=${this.#state}`, { signal }),
    )
  }

  leave(): void {
    this.#events.stop()
  }

  view(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${this.title}</h1>
        <div class="buttons">
          <button type="button" @click=${() => this.#events.start()}>${texts.look}</button>
        </div>
      </div>
      <p>${texts.lead}</p>
      ${this.#events.view((list) => html`${this.#states(list)} ${this.#table(list)}`)} ${this.#dialog.view()}`
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
    if (data.length === 0) return html`<p class="notice">${texts.none}</p>`
    return html`<table>
      <caption class="unseen">
        ${texts.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.event}</th>
          <th scope="col" class="wide">${texts.provider}</th>
          <th scope="col">${texts.state}</th>
          <th scope="col" class="wide">${texts.received}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${data.map((event) => this.#row(event))}
      </tbody>
    </table>`
  }

  #row(event: ProviderEvent): TemplateResult {
    const { event_id: id, kind, state, received_at: received, next_try_at: next } = event
    return html`<tr>
      <th scope="row">
        <code>${id}</code>
        <span class="below">${kind}${event.transaction_id === null ? '' : ` · ${event.transaction_id}`}</span>
        <span class="below narrow">${event.payment_provider_id} · ${formatMoment(received)}</span>
      </th>
      <td class="wide">
        ${event.payment_provider_id}<span class="below">${event.payment_provider_account_id}</span>
      </td>
      <td>
        <span class="mark ${MARKS[state]}">${texts.names[state]}</span>
        ${event.failures === 0 ? nothing : html`<span class="below">${texts.failed(event.failures)}</span>`}
        ${next === null ? nothing : html`<span class="below">${texts.next(formatMoment(next))}</span>`}
      </td>
      <td class="wide"><time datetime=${received}>${formatMoment(received)}</time></td>
      <td class="number">
        ${
          state === 'BROKEN' && event.has_payload
            ? html`<button type="button" @click=${() => this.#dialog.open(event)}>
                ${texts.retry}<span class="unseen"> ${id}</span>
              </button>`
            : nothing
        }
      </td>
    </tr>`
  }

  #form(event: ProviderEvent, { key, reason, cancel }: DeedForm): TemplateResult {
    return html`<form @submit=${(submitted: SubmitEvent) => void this.#retry(submitted, event, key)}>
      <h2 id="event-title">${texts.title(event.event_id)}</h2>
      <p>${texts.meaning}</p>
      <label for="reason">${texts.reason}</label>
      <input
        id="reason"
        name="reason"
        required
        minlength="10"
        maxlength="500"
        autocomplete="off"
        aria-describedby="reason-hint"
      />
      <p id="reason-hint" class="hint">${texts.reasonHint}</p>
      ${reason}
      <p class="buttons">
        ${cancel}
        <button class="main" ?disabled=${this.#isBusy}>${texts.confirm}</button>
      </p>
    </form>`
  }

  async #retry(submitted: SubmitEvent, event: ProviderEvent, key: string): Promise<void> {
    submitted.preventDefault()
    if (this.#isBusy) return
    const reason = new FormData(submitted.currentTarget as HTMLFormElement).get('reason')
    this.#isBusy = true
    this.#frame.redraw()
    try {
      await this.#dialog.do(async () => {
        const { payment_provider_id, payment_provider_account_id, event_id } = event
        const body = { payment_provider_id, payment_provider_account_id, event_id, reason }
        await ask('/operator/provider-events/retry', { method: 'POST', body, key })
        this.#dialog.close()
        this.#frame.say(texts.done(event_id))
        await this.#events.start()
      })
    } finally {
      this.#isBusy = false
      this.#frame.redraw()
    }
  }
}
