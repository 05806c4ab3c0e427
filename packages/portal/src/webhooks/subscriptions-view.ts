import type { WebhookSecretRotation, WebhookSubscription, WebhookSubscriptionList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { Loading } from '../app/loading.ts'
import type { Frame } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment } from '../wording/format.ts'

const { webhooks: texts } = TEXTS

/** Where events are sent, with a new secret for each. */
export class SubscriptionsView {
  readonly #frame: Frame
  readonly #list: Loading<WebhookSubscriptionList>
  #rotating: WebhookSubscription | null = null
  #rotation: WebhookSecretRotation | null = null
  #key = ''
  #reason = ''

  constructor(frame: Frame, list: Loading<WebhookSubscriptionList>) {
    this.#frame = frame
    this.#list = list
  }

  leave(): void {
    this.#list.stop()
  }

  view(): TemplateResult {
    return html`<section aria-labelledby="subscriptions">
        <h2 id="subscriptions">${texts.subscriptions}</h2>
        ${this.#list.view(({ subscriptions }) =>
          subscriptions.length === 0
            ? html`<p>${texts.none}</p>`
            : html`<ul class="plain cards">
                ${subscriptions.map((subscription) => this.#subscription(subscription))}
              </ul>`,
        )}
      </section>
      ${this.#dialog()}`
  }

  #subscription(subscription: WebhookSubscription): TemplateResult {
    const { url, status, disabled_reason: reason, failing_since: failing, filters } = subscription
    const { previous_secret_valid_until: until } = subscription
    const isActive = status === 'ACTIVE'
    return html`<li class="between">
      <div>
        <p>
          <code>${url}</code>
          <span class="mark ${isActive ? 'good' : 'bad'}">${isActive ? texts.active : texts.disabled}</span>
        </p>
        <p class="hint">${texts.sends}: ${filters.join(', ')}</p>
        ${reason === null ? nothing : html`<p>${texts.disabledReasons[reason]}</p>`}
        ${failing === null ? nothing : html`<p>${texts.failingSince(formatMoment(failing))}</p>`}
        ${until === null ? nothing : html`<p class="hint">${texts.twoSecrets(formatMoment(until))}</p>`}
      </div>
      <div class="buttons">
        ${
          !isActive && reason !== 'OPERATOR' && this.#frame.may('enableWebhookSubscription')
            ? html`<button type="button" @click=${() => this.#enable(subscription)}>${texts.enable}</button>`
            : nothing
        }
        ${
          this.#frame.may('rotateWebhookSecret')
            ? html`<button type="button" @click=${() => this.#open(subscription)}>${texts.rotate}</button>`
            : nothing
        }
      </div>
    </li>`
  }

  async #enable({ id }: WebhookSubscription): Promise<void> {
    try {
      await ask(`/api/webhooks/subscriptions/${id}/enable`, { method: 'POST', key: crypto.randomUUID() })
      this.#frame.say(texts.enabled)
      await this.#list.start()
    } catch (error) {
      this.#frame.say(this.#frame.explain(error))
    }
  }

  #open(subscription: WebhookSubscription): void {
    this.#rotating = subscription
    this.#rotation = null
    this.#reason = ''
    this.#key = crypto.randomUUID()
    this.#frame.redraw()
    this.#element?.showModal()
  }

  get #element(): HTMLDialogElement | null {
    return document.querySelector('dialog#rotation')
  }

  #dialog(): TemplateResult {
    return html`<dialog id="rotation" aria-labelledby="rotation-title" @close=${() => this.#close()}>
      <form @submit=${(event: SubmitEvent) => void this.#rotate(event)}>
        <h2 id="rotation-title">${texts.rotateTitle}</h2>
        ${this.#rotation === null ? this.#question() : this.#secret(this.#rotation)}
        ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      </form>
    </dialog>`
  }

  #question(): TemplateResult {
    return html`<p>${texts.rotateExplain}</p>
      <p class="buttons">
        <button type="button" @click=${() => this.#element?.close()}>${TEXTS.cancel}</button>
        <button class="main">${texts.rotateConfirm}</button>
      </p>`
  }

  #secret({ secret, previous_secret_valid_until: until }: WebhookSecretRotation): TemplateResult {
    return html`<p>${texts.newSecret}</p>
      <p><code>${secret}</code></p>
      <p class="hint">${texts.validUntil(formatMoment(until))}</p>
      <p class="buttons">
        ${copyButton(secret, TEXTS.copy, (message) => this.#frame.say(message))}
        <button type="button" class="main" @click=${() => this.#element?.close()}>${texts.done}</button>
      </p>`
  }

  async #rotate(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const subscription = this.#rotating
    if (subscription === null || this.#rotation !== null) return
    try {
      this.#rotation = await ask<WebhookSecretRotation>(
        `/api/webhooks/subscriptions/${subscription.id}/rotate-secret`,
        { method: 'POST', key: this.#key },
      )
      void this.#list.start()
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    }
    this.#frame.redraw()
  }

  /** The secret leaves the page with its dialog. */
  #close(): void {
    this.#rotating = null
    this.#rotation = null
    this.#frame.redraw()
  }
}
