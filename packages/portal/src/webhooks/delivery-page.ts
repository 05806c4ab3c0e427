import type { SignatureExplanation, WebhookDeliveryDetail, WebhookReplay } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'
import { CopyDialog } from './copy-dialog.ts'
import { deliveryMark } from './delivery-mark.ts'
import { readHeaders } from './read-headers.ts'
import { sayEvent } from './say-event.ts'

const { webhooks: texts } = TEXTS

/** One message on its way to one receiver. */
export class DeliveryPage implements Page {
  readonly title = TEXTS.pages.webhooks
  readonly section = TEXTS.pages.webhooks
  readonly #frame: Frame
  readonly #delivery: Loading<WebhookDeliveryDetail>
  readonly #copy: CopyDialog
  #key = crypto.randomUUID() as string
  #explanation: SignatureExplanation | null = null
  #problem = ''

  constructor(frame: Frame, id: string) {
    this.#frame = frame
    const path = `/api/webhooks/deliveries/${encodeURIComponent(id)}`
    this.#copy = new CopyDialog(frame)
    this.#delivery = new Loading(frame, (signal) => ask(path, { signal }))
  }

  leave(): void {
    this.#delivery.stop()
  }

  view(): TemplateResult {
    return html`<p><a href="/webhooks">${texts.back}</a></p>
      ${this.#delivery.view((delivery) => this.#show(delivery))} ${this.#copy.view()}`
  }

  #show(delivery: WebhookDeliveryDetail): TemplateResult {
    const { event, status, transaction_id: payment, webhook_id: messageId, created_at: created } = delivery
    const { subscription_id: subscription } = delivery
    return html`<div class="between">
        <h1 tabindex="-1">
          ${sayEvent(event)} ${deliveryMark(status)}
          <span class="below"><time datetime=${created}>${formatMoment(created)}</time></span>
        </h1>
        <div class="buttons">
          ${
            status === 'DUE'
              ? html`<button type="button" @click=${() => this.#delivery.start()}>${texts.refresh}</button>`
              : nothing
          }
          ${
            this.#frame.may('resendWebhookDelivery')
              ? html`<button type="button" @click=${() => this.#copy.open(delivery)}>${texts.edit}</button>`
              : nothing
          }
          ${
            this.#frame.may('replayWebhookDeliveries')
              ? html`<button type="button" @click=${() => this.#replay(delivery)}>${texts.replay}</button>`
              : nothing
          }
        </div>
      </div>
      <div class="columns">
        <section aria-labelledby="attempts">
          <h2 id="attempts">${texts.attempts}</h2>
          <ol class="timeline">
            ${delivery.attempts.map(
              ({ started_at: at, status: answer, error, response_excerpt: excerpt, duration_ms: duration }) =>
                html`<li>
                  <time datetime=${at}>${formatMoment(at)}</time>
                  <div>
                    <p>${answer === null ? texts.notAnswered : texts.answered(answer)} · ${duration} ms</p>
                    ${error === null ? nothing : html`<p class="hint">${error}</p>`}
                    ${excerpt ? html`<pre tabindex="0">${excerpt}</pre>` : nothing}
                  </div>
                </li>`,
            )}
          </ol>
        </section>
        <section aria-labelledby="payload">
          <h2 id="payload">${texts.payload}</h2>
          <dl class="pairs">
            <dt>${texts.messageId}</dt>
            <dd><code>${messageId}</code></dd>
            <dt>${texts.subscription}</dt>
            <dd><code>${subscription}</code></dd>
            ${
              payment === null
                ? nothing
                : html`<dt>${texts.payment}</dt>
                    <dd><a href="/payments/${payment}">${payment}</a></dd>`
            }
          </dl>
          <pre tabindex="0" aria-labelledby="payload">${JSON.stringify(delivery.payload, null, 2)}</pre>
        </section>
      </div>
      ${this.#frame.may('explainWebhookSignature') ? this.#explainer(delivery) : nothing}`
  }

  #explainer(delivery: WebhookDeliveryDetail): TemplateResult {
    const found = this.#explanation
    return html`<section aria-labelledby="explain">
      <h2 id="explain">${texts.explain}</h2>
      <p class="hint">${texts.explainHint}</p>
      <form class="fields" @submit=${(event: SubmitEvent) => void this.#explain(event, delivery)}>
        <label
          >${texts.headers}<textarea name="headers" rows="3" required spellcheck="false"></textarea>
        </label>
        <label>${texts.body}<textarea name="body" rows="5" required spellcheck="false"></textarea></label>
        <p class="buttons"><button>${texts.explainConfirm}</button></p>
      </form>
      <div role="status">
        ${this.#problem === '' ? nothing : html`<p class="notice bad">${this.#problem}</p>`}
        ${
          found === null
            ? nothing
            : html`<div class="notice ${found.verified ? '' : 'bad'}">
                <p>${found.verified ? texts.verifies : found.message}</p>
                ${found.verified ? nothing : html`<p>${texts.whatToDo}: ${found.fix}</p>`}
              </div>`
        }
      </div>
    </section>`
  }

  async #explain(event: SubmitEvent, { subscription_id }: WebhookDeliveryDetail): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const headers = readHeaders(String(form.get('headers')))
    this.#explanation = null
    this.#problem = headers === null ? texts.headerForm : ''
    if (headers !== null)
      try {
        // Form data have line breaks as CR LF, and the signature is over every byte.
        const body = (event.currentTarget as HTMLFormElement).querySelector<HTMLTextAreaElement>(
          '[name=body]',
        )
        this.#explanation = await ask('/api/webhooks/explain-signature', {
          method: 'POST',
          body: { subscription_id, headers, body: body?.value ?? '' },
        })
      } catch (error) {
        this.#problem = this.#frame.explain(error)
      }
    this.#frame.redraw()
  }

  async #replay({ id }: WebhookDeliveryDetail): Promise<void> {
    try {
      const body = { delivery_ids: [id] }
      const { replayed } = await ask<WebhookReplay>('/api/webhooks/deliveries/replay', {
        method: 'POST',
        body,
        key: this.#key,
      })
      this.#key = crypto.randomUUID()
      this.#frame.say(texts.replayed(replayed))
      await this.#delivery.start()
    } catch (error) {
      this.#frame.say(this.#frame.explain(error))
    }
  }
}
