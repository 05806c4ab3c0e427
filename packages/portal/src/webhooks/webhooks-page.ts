import type { WebhookDeliveryList, WebhookReplay, WebhookSubscriptionList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import '../app/confirm-dialog.ts'
import '../design/empty-state.ts'
import './subscriptions.ts'
import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { Action } from '../app/action.ts'
import { field } from '../design/field.ts'
import { ListFilters } from '../filters/list-filters.ts'
import { TEXTS } from '../texts/texts.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { deliveriesTable } from './deliveries-table.ts'
import { deliveryFilters } from './delivery-filters.ts'
import { replayFailedSince } from './replay-failed.ts'

/** `<portal-webhooks-page>`: subscriptions, and the messages that were sent to them. */
export class WebhooksPage extends PageElement {
  static override properties = { query: { attribute: false }, opensForm: { type: Boolean } }
  declare query: URLSearchParams
  /** Whether the form of a new subscription opens at once. */
  declare opensForm: boolean
  readonly #subscriptions = new Loader(this, (signal) =>
    ask<WebhookSubscriptionList>('/api/webhooks/subscriptions', { signal }),
  )
  readonly #filters = new ListFilters(this, () => {
    const { isWaiting, value } = this.#subscriptions
    return deliveryFilters(value?.subscriptions ?? (isWaiting ? [] : null))
  })
  readonly #deliveries = new Loader(
    this,
    (signal, query: string) => ask<WebhookDeliveryList>(`/api/webhooks/deliveries?${query}`, { signal }),
    () => [String(this.#filters.query)] as const,
  )
  readonly #replaying = new Action(this)
  #selected: ReadonlySet<string> = new Set()

  protected override render(): TemplateResult {
    const { reason } = this.#replaying
    return html`<h1 tabindex="-1">${TEXTS.pages.webhooks}</h1>
      <portal-subscriptions .opensForm=${this.opensForm}></portal-subscriptions>
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
            <button type="button" @click=${() => this.#askSince()}>${texts.replayFailed}</button>
            ${this.#filters.panel(() => void this.#subscriptions.reload())}
          </div>
        </div>
        ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
        ${this.#filters.chips()} ${this.#deliveries.render((list) => this.#list(list))}
      </section>
      <portal-confirm-dialog .content=${() => this.#sinceForm()}></portal-confirm-dialog>`
  }

  #list({ deliveries, next_cursor: next }: WebhookDeliveryList): TemplateResult {
    if (deliveries.length === 0) return this.#nothing()
    return html`${deliveriesTable(deliveries, this.#selected, (id) => this.#toggle(id))}
    ${this.#filters.pager(texts.caption, next)}`
  }

  #nothing(): TemplateResult {
    if (this.#filters.areSet) return this.#filters.nothingFound(texts.noneFound, texts.noneFoundText)
    return html`<portal-empty-state
      .heading=${texts.noDeliveries}
      .text=${texts.noDeliveriesText}
    ></portal-empty-state>`
  }

  #toggle(id: string): void {
    const selected = new Set(this.#selected)
    if (!selected.delete(id)) selected.add(id)
    this.#selected = selected
    this.#replaying.reset()
  }

  #replaySelected(): Promise<boolean> {
    return this.#replaying.run(async (key) => {
      const { replayed } = await ask<WebhookReplay>('/api/webhooks/deliveries/replay', {
        method: 'POST',
        body: { delivery_ids: [...this.#selected] },
        key,
      })
      this.#selected = new Set()
      await this.#finish(replayed)
    })
  }

  async #finish(replayed: number): Promise<void> {
    this.portal.announce(texts.replayed(replayed))
    await this.#deliveries.reload()
  }

  #askSince(): void {
    void this.renderRoot.querySelector<ConfirmDialog<'since'>>('portal-confirm-dialog')?.open('since')
  }

  #sinceForm(): DialogContent<'since'> {
    return {
      heading: texts.replayFailedTitle,
      body: html`<p class="hint">${texts.replayFailedHint}</p>
        ${field({
          id: 'since',
          label: texts.since,
          control: ({ id }) => html`<input id=${id} name="since" type="datetime-local" required />`,
        })}`,
      confirm: {
        label: texts.replayConfirm,
        send: async (data) => this.#finish(await replayFailedSince(new Date(String(data.get('since'))))),
      },
    }
  }
}

customElements.define('portal-webhooks-page', WebhooksPage)
