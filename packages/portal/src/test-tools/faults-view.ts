import type { WebhookLaboratoryRequest, WebhookSubscription, WebhookSubscriptionList } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'

const { testTools: texts } = TEXTS

const SWITCHES = ['duplicate', 'reorder', 'drop'] as const

/** What goes wrong on purpose on the way to each receiver of webhooks. */
export class FaultsView {
  readonly #frame: Frame
  readonly #subscriptions: Loading<WebhookSubscriptionList>

  constructor(frame: Frame) {
    this.#frame = frame
    this.#subscriptions = new Loading(frame, (signal) => ask('/api/webhooks/subscriptions', { signal }))
  }

  stop(): void {
    this.#subscriptions.stop()
  }

  view(): TemplateResult {
    return html`<section aria-labelledby="faults">
      <h2 id="faults">${texts.faults}</h2>
      <p class="hint">${texts.faultsHint}</p>
      ${this.#subscriptions.view((list) => {
        const kept = list.subscriptions.filter((one) => one.disabled_reason !== 'REMOVED')
        return kept.length === 0
          ? html`<p>${texts.noSubscriptions}</p>`
          : html`${kept.map((one) => this.#subscription(one))}`
      })}
    </section>`
  }

  #subscription({ id, url, laboratory }: WebhookSubscription): TemplateResult {
    const change = async (event: Event) => {
      const form = (event.currentTarget as HTMLElement).closest('form')
      const on = form ? new FormData(form).getAll('fault') : []
      await this.#set(id, withSwitches(laboratory, on.map(String)))
    }
    return html`<form>
      <fieldset>
        <legend>${url}</legend>
        ${SWITCHES.map(
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

  async #set(id: string, body: WebhookLaboratoryRequest): Promise<void> {
    try {
      await ask(`/simulators/webhooks/subscriptions/${encodeURIComponent(id)}/laboratory`, {
        method: 'POST',
        body,
        key: crypto.randomUUID(),
      })
      await Promise.all([this.#subscriptions.start(), this.#frame.renew()])
      this.#frame.say(Object.keys(body).length === 0 ? texts.faultsOff : texts.faultsOn)
    } catch (error) {
      this.#frame.say(this.#frame.explain(error))
    }
    this.#frame.redraw()
  }
}

/** A share that was chosen on the page of webhooks stays, and so do lateness and seed. */
function withSwitches(
  laboratory: WebhookSubscription['laboratory'],
  on: readonly string[],
): WebhookLaboratoryRequest {
  const shares = SWITCHES.filter((name) => on.includes(name)).map(
    (name) => [name, laboratory?.[name] || true] as const,
  )
  const delay = laboratory?.delay_seconds ?? 0
  const faults = { ...Object.fromEntries(shares), ...(delay > 0 ? { delay_seconds: delay } : {}) }
  const seed = laboratory?.seed ?? null
  return seed === null || Object.keys(faults).length === 0 ? faults : { ...faults, seed }
}
