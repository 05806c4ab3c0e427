import type { WebhookDelivery, WebhookDeliveryList, WebhookReplay } from '@sluice/types'
import { WEBHOOK_DELIVERY_STATUSES, type WebhookDeliveryStatus } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'
import { deliveryMark } from './delivery-mark.ts'
import { replayFailedSince } from './replay-failed.ts'
import { sayEvent } from './say-event.ts'
import { SubscriptionsView } from './subscriptions-view.ts'

const { webhooks: texts } = TEXTS

/** Subscriptions and what was sent to them. */
export class WebhooksPage implements Page {
  readonly title = TEXTS.pages.webhooks
  readonly section = TEXTS.pages.webhooks
  readonly #frame: Frame
  readonly #status: string | null
  readonly #cursor: string | null
  readonly #deliveries: Loading<WebhookDeliveryList>
  readonly #subscriptions: SubscriptionsView
  #selected: ReadonlySet<string> = new Set()
  /** The same for each try of one wish. */
  #key = crypto.randomUUID() as string

  constructor(frame: Frame, query: URLSearchParams) {
    this.#frame = frame
    this.#status = query.get('status')
    this.#cursor = query.get('cursor')
    this.#deliveries = new Loading(frame, (signal) => ask(`/api/webhooks/deliveries?${query}`, { signal }))
    this.#subscriptions = new SubscriptionsView(frame)
  }

  leave(): void {
    this.#deliveries.stop()
    this.#subscriptions.leave()
  }

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${this.title}</h1>
      ${this.#subscriptions.view()}
      <section aria-labelledby="deliveries">
        <div class="between">
          <h2 id="deliveries">${texts.deliveries}</h2>
          <div class="buttons">
            <button
              type="button"
              ?disabled=${this.#selected.size === 0}
              @click=${() => this.#replaySelected()}
            >
              ${texts.replaySelected(this.#selected.size)}
            </button>
            <button type="button" @click=${showFailed}>${texts.replayFailed}</button>
          </div>
        </div>
        <nav class="chips" aria-label=${texts.filter}>
          ${[null, ...WEBHOOK_DELIVERY_STATUSES].map((status) => this.#filter(status))}
        </nav>
        ${this.#deliveries.view((list) => this.#list(list))}
      </section>
      ${this.#failedDialog()}`
  }

  #filter(status: WebhookDeliveryStatus | null): TemplateResult {
    return html`<a
      class="choice"
      href=${listOf(status)}
      aria-current=${status === this.#status ? 'true' : nothing}
      >${status === null ? texts.all : texts.statuses[status]}</a
    >`
  }

  #list({ deliveries, next_cursor: next }: WebhookDeliveryList): TemplateResult {
    if (deliveries.length === 0) return html`<p>${texts.noDeliveries}</p>`
    const { columns } = texts
    const page = new URLSearchParams(this.#status === null ? {} : { status: this.#status })
    if (next !== null) page.set('cursor', next)
    return html`<table>
        <caption class="unseen">
          ${texts.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col"><span class="unseen">${columns.select}</span></th>
            <th scope="col">${columns.event}</th>
            <th scope="col">${columns.status}</th>
            <th scope="col" class="number wide">${columns.attempts}</th>
            <th scope="col" class="wide">${columns.created}</th>
          </tr>
        </thead>
        <tbody>
          ${deliveries.map((delivery) => this.#row(delivery))}
        </tbody>
      </table>
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.#cursor === null ? nothing : html`<a href=${listOf(this.#status)}>${TEXTS.payments.newest}</a>`}
        ${next === null ? nothing : html`<a href="/webhooks?${page}">${TEXTS.payments.older}</a>`}
      </nav>`
  }

  #row(delivery: WebhookDelivery): TemplateResult {
    const { id, event, status, last_status: answer, attempt_count: attempts, created_at: created } = delivery
    const moment = formatMoment(created)
    return html`<tr>
      <td>
        <input
          type="checkbox"
          aria-label=${texts.selectOne(sayEvent(event), moment)}
          .checked=${this.#selected.has(id)}
          @change=${() => this.#toggle(id)}
        />
      </td>
      <th scope="row">
        <a href="/webhooks/${id}">${sayEvent(event)}</a>
        <span class="below narrow">${moment}</span>
      </th>
      <td>
        ${deliveryMark(status)}<span class="below"
          >${answer === null ? nothing : texts.answered(answer)}</span
        >
      </td>
      <td class="number wide">${attempts}</td>
      <td class="wide"><time datetime=${created}>${moment}</time></td>
    </tr>`
  }

  #toggle(id: string): void {
    const selected = new Set(this.#selected)
    if (!selected.delete(id)) selected.add(id)
    this.#selected = selected
    this.#key = crypto.randomUUID()
    this.#frame.redraw()
  }

  async #replaySelected(): Promise<void> {
    await this.#replay(async () => {
      const body = { delivery_ids: [...this.#selected] }
      const { replayed } = await ask<WebhookReplay>('/api/webhooks/deliveries/replay', {
        method: 'POST',
        body,
        key: this.#key,
      })
      return replayed
    })
  }

  async #replay(send: () => Promise<number>): Promise<void> {
    try {
      this.#frame.say(texts.replayed(await send()))
      this.#selected = new Set()
      this.#key = crypto.randomUUID()
      await this.#deliveries.start()
    } catch (error) {
      this.#frame.say(this.#frame.explain(error))
    }
  }

  #failedDialog(): TemplateResult {
    const submit = async (event: SubmitEvent) => {
      event.preventDefault()
      const form = event.currentTarget as HTMLFormElement
      const since = new Date(String(new FormData(form).get('since')))
      form.closest('dialog')?.close()
      await this.#replay(() => replayFailedSince(since))
    }
    return html`<dialog id="failed" aria-labelledby="failed-title">
      <form @submit=${submit}>
        <h2 id="failed-title">${texts.replayFailedTitle}</h2>
        <p class="hint">${texts.replayFailedHint}</p>
        <label for="since">${texts.since}</label>
        <input id="since" name="since" type="datetime-local" required />
        <p class="buttons">
          <button type="button" @click=${closeDialog}>${TEXTS.cancel}</button>
          <button class="main">${texts.replayConfirm}</button>
        </p>
      </form>
    </dialog>`
  }
}

function listOf(status: string | null): string {
  return status === null ? '/webhooks' : `/webhooks?status=${status}`
}

function showFailed(): void {
  document.querySelector<HTMLDialogElement>('dialog#failed')?.showModal()
}

function closeDialog(event: Event): void {
  ;(event.currentTarget as HTMLElement).closest('dialog')?.close()
}
