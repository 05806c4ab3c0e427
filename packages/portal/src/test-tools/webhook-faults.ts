import type { WebhookLaboratoryRequest, WebhookSubscription, WebhookSubscriptionList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import { Action } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PartElement } from '../app/portal-element.ts'
import { TEST_TOOLS_TEXTS as texts } from '../texts/test-tools-texts.ts'
import { SHARES } from '../webhooks/faults.ts'
import { withSwitches } from './with-switches.ts'

/** `<portal-webhook-faults>`: what goes wrong on purpose with the messages of each subscription. */
export class WebhookFaults extends PartElement {
  readonly #list = new Loader(this, (signal) =>
    ask<WebhookSubscriptionList>('/api/webhooks/subscriptions', { signal }),
  )
  readonly #change = new Action(this)

  protected override render(): TemplateResult {
    const { reason } = this.#change
    return html`<section aria-labelledby="faults">
      <h2 id="faults">${texts.faults}</h2>
      <p class="hint">${texts.faultsHint}</p>
      ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
      ${this.#list.render(({ subscriptions }) =>
        this.#subscriptions(subscriptions.filter(({ disabled_reason: disabled }) => disabled !== 'REMOVED')),
      )}
    </section>`
  }

  #subscriptions(subscriptions: readonly WebhookSubscription[]): TemplateResult {
    if (subscriptions.length === 0)
      return html`<portal-empty-state .heading=${texts.noSubscriptions} .text=${texts.noSubscriptionsText}>
        <a href="/webhooks">${texts.createSubscription}</a>
      </portal-empty-state>`
    return html`${subscriptions.map((one) => this.#switches(one))}`
  }

  #switches({ id, url, laboratory }: WebhookSubscription): TemplateResult {
    const change = async ({ currentTarget }: Event) => {
      const input = currentTarget as HTMLInputElement
      const on = new FormData(input.form ?? undefined).getAll('fault').map(String)
      // A switch that could not be saved must show its old state.
      if (!(await this.#set(id, withSwitches(laboratory, on)))) input.checked = !input.checked
    }
    return html`<form>
      <fieldset>
        <legend>${url}</legend>
        ${SHARES.map(
          (name) =>
            html`<label class="check">
              <input
                type="checkbox"
                name="fault"
                value=${name}
                .checked=${Number(laboratory?.[name] ?? 0) > 0}
                @change=${change}
              />
              <span>${texts.switches[name]}</span>
            </label>`,
        )}
      </fieldset>
    </form>`
  }

  #set(id: string, body: WebhookLaboratoryRequest): Promise<boolean> {
    this.#change.change()
    return this.#change.run(async (key) => {
      await ask(`/simulators/webhooks/subscriptions/${encodeURIComponent(id)}/laboratory`, {
        method: 'POST',
        body,
        key,
      })
      this.portal.announce(Object.keys(body).length === 0 ? texts.faultsOff : texts.faultsOn)
      // The header says whether faults are on.
      await Promise.all([this.#list.reload(), this.portal.renew()])
    })
  }
}

customElements.define('portal-webhook-faults', WebhookFaults)
