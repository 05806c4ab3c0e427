import type { WebhookDelivery, WebhookDeliveryDetail, WebhookReplay } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import '../app/confirm-dialog.ts'
import '../design/time.ts'
import './signature-check.ts'
import { Action, refuse } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { missingRecord } from '../app/missing-record.ts'
import { PageElement } from '../app/portal-element.ts'
import { field } from '../design/field.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { attemptsList } from './attempts-list.ts'
import { deliveryMark } from './delivery-mark.ts'
import { membersTakenAway } from './members-taken-away.ts'
import { readObject } from './read-object.ts'
import { describeEvent } from './describe-event.ts'

/** `<portal-delivery-page>`: one message on its way to one subscription. */
export class DeliveryPage extends PageElement {
  static override properties = { deliveryId: {} }
  declare deliveryId: string
  readonly #delivery = new Loader(
    this,
    (signal, id) =>
      ask<WebhookDeliveryDetail>(`/api/webhooks/deliveries/${encodeURIComponent(id)}`, { signal }),
    () => [this.deliveryId] as const,
  )
  readonly #replaying = new Action(this)

  protected override render(): TemplateResult {
    return html`<p><a href="/webhooks">${texts.back}</a></p>
      ${this.#delivery.render(
        (delivery) => this.#show(delivery),
        () => missingRecord(texts.unknown),
      )}
      <portal-confirm-dialog
        .content=${(delivery: WebhookDeliveryDetail, problemOf: (member: string) => string | null) =>
          this.#copyForm(delivery, problemOf('changes'))}
      ></portal-confirm-dialog>`
  }

  #show(delivery: WebhookDeliveryDetail): TemplateResult {
    const { event, status, created_at: created, subscription_id: subscription } = delivery
    const { reason } = this.#replaying
    return html`<div class="between">
        <h1 tabindex="-1">
          ${describeEvent(event)} ${deliveryMark(status)}
          <span class="below"><portal-time at=${created}></portal-time></span>
        </h1>
        ${this.#buttons(delivery)}
      </div>
      ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
      <div class="columns">
        <section aria-labelledby="attempts">
          <h2 id="attempts">${texts.attempts}</h2>
          ${attemptsList(delivery)}
        </section>
        ${payloadSection(delivery)}
      </div>
      ${
        this.portal.may('explainWebhookSignature')
          ? html`<portal-signature-check .subscriptionId=${subscription}></portal-signature-check>`
          : nothing
      }`
  }

  #buttons(delivery: WebhookDeliveryDetail): TemplateResult {
    const offered: readonly (readonly [boolean, string, () => unknown])[] = [
      [delivery.status === 'DUE', texts.refresh, () => this.#delivery.reload()],
      [this.portal.may('resendWebhookDelivery'), texts.edit, () => this.#openCopy(delivery)],
      [this.portal.may('replayWebhookDeliveries'), texts.replay, () => this.#replay()],
    ]
    return html`<div class="buttons">
      ${offered.map(([isOffered, label, press]) =>
        isOffered ? html`<button type="button" @click=${() => void press()}>${label}</button>` : nothing,
      )}
    </div>`
  }

  #replay(): Promise<boolean> {
    return this.#replaying.run(async (key) => {
      const { replayed } = await ask<WebhookReplay>('/api/webhooks/deliveries/replay', {
        method: 'POST',
        body: { delivery_ids: [this.deliveryId] },
        key,
      })
      this.portal.announce(texts.replayed(replayed))
      await this.#delivery.reload()
    })
  }

  #openCopy(delivery: WebhookDeliveryDetail): void {
    void this.renderRoot
      .querySelector<ConfirmDialog<WebhookDeliveryDetail>>('portal-confirm-dialog')
      ?.open(delivery)
  }

  #copyForm(delivery: WebhookDeliveryDetail, problem: string | null): DialogContent<WebhookDeliveryDetail> {
    return {
      heading: texts.editTitle,
      body: html`<p class="hint">${texts.editHint}</p>
        ${field({
          id: 'message',
          label: texts.editLabel,
          problem,
          control: ({ id, describedBy, invalid }) =>
            html`<textarea
              id=${id}
              class="code"
              name="message"
              rows="16"
              required
              spellcheck="false"
              aria-describedby=${describedBy}
              aria-invalid=${invalid}
              .defaultValue=${JSON.stringify(delivery.payload, null, 2)}
            ></textarea>`,
        })}`,
      confirm: {
        label: texts.editConfirm,
        send: (data, key) => this.#sendCopy(delivery, String(data.get('message')), key),
      },
    }
  }

  async #sendCopy({ id, payload }: WebhookDeliveryDetail, text: string, key: string): Promise<void> {
    const changes = readObject(text)
    if (changes === null) refuse('changes', texts.notJson)
    const missing = membersTakenAway(payload, changes)
    if (missing.length > 0) refuse('changes', texts.takenAway(missing.join(', ')))
    const path = `/simulators/webhooks/deliveries/${encodeURIComponent(id)}/resend`
    const sent = await ask<WebhookDelivery>(path, { method: 'POST', body: { changes }, key })
    this.portal.announce(texts.testSent)
    this.portal.go(`/webhooks/${encodeURIComponent(sent.id)}`)
  }
}

function payloadSection(delivery: WebhookDeliveryDetail): TemplateResult {
  const { webhook_id: messageId, subscription_id: subscription, transaction_id: payment } = delivery
  const next = delivery.next_attempt_at
  return html`<section aria-labelledby="payload">
    <h2 id="payload">${texts.payload}</h2>
    <dl class="pairs">
      ${
        next === null
          ? nothing
          : html`<dt>${texts.nextAttempt}</dt>
              <dd><portal-time at=${next}></portal-time></dd>`
      }
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
  </section>`
}

customElements.define('portal-delivery-page', DeliveryPage)
