import type { SandboxFault, SandboxFaultList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import '../design/time.ts'
import { Action } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PartElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import { field } from '../design/field.ts'
import { TEST_TOOLS_TEXTS } from '../texts/test-tools-texts.ts'
import { choicesOf, describeFault } from './fault-choices.ts'

const { sandboxFaults: texts } = TEST_TOOLS_TEXTS

/** From a short test of a shop to a day of manual tests. */
const DURATIONS_SECONDS = [60, 600, 3_600, 86_400] as const

const DEFAULT_SECONDS = 600

/** The clocks of both machines differ a little: asked too early, the fault would still be there. */
const SETTLE_MS = 1_000

/** `<portal-sandbox-faults>`: what goes wrong on purpose for the whole sandbox, until a time that is shown. */
export class SandboxFaults extends PartElement {
  static override properties = { sandboxId: {} }
  declare sandboxId: string
  readonly #faults = new Loader(
    this,
    (signal, sandboxId) => this.#load(signal, sandboxId),
    () => [this.sandboxId] as const,
  )
  readonly #change = new Action(this)
  #ending: ReturnType<typeof setTimeout> | undefined

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#ending)
  }

  protected override render(): TemplateResult {
    const { reason } = this.#change
    return html`<section aria-labelledby="sandbox-faults">
      <h2 id="sandbox-faults">${texts.title}</h2>
      <p class="hint">${texts.hint}</p>
      ${this.#faults.render(
        (list) =>
          html`${this.#form(list)}
          ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
          ${list.data.length === 0 ? html`<p>${texts.none}</p>` : this.#table(list.data)}`,
      )}
    </section>`
  }

  #form({ provider_ids: providers }: SandboxFaultList): TemplateResult {
    const choices = choicesOf(providers)
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const form = new FormData(event.currentTarget as HTMLFormElement)
      const fault = choices[Number(form.get('fault'))]?.fault
      const body = { ...fault, duration_seconds: Number(form.get('seconds')) }
      void this.#send(texts.isOn, '', { method: 'POST', body })
    }
    return html`<form @submit=${submit} @change=${() => this.#change.change()}>
      ${field({
        id: 'sandbox-fault',
        label: texts.what,
        control: ({ id }) =>
          html`<select id=${id} name="fault">
            ${choices.map(({ name }, place) => html`<option value=${place}>${name}</option>`)}
          </select>`,
      })}
      ${field({
        id: 'fault-seconds',
        label: texts.howLong,
        control: ({ id }) =>
          html`<select id=${id} name="seconds">
            ${DURATIONS_SECONDS.map(
              (seconds) =>
                html`<option value=${seconds} ?selected=${seconds === DEFAULT_SECONDS}>
                  ${TEST_TOOLS_TEXTS.duration(seconds)}
                </option>`,
            )}
          </select>`,
      })}
      <p class="buttons">
        <button aria-busy=${this.#change.isBusy ? 'true' : 'false'}>${texts.switchOn}</button>
      </p>
    </form>`
  }

  #table(faults: readonly SandboxFault[]): TemplateResult {
    return dataTable({
      caption: texts.title,
      rows: faults,
      key: ({ kind }) => kind,
      columns: [
        {
          heading: texts.what,
          cell: (fault) =>
            html`${describeFault(fault)}
              <span class="below">${texts.until} <portal-time at=${fault.until}></portal-time></span>`,
        },
        {
          heading: '',
          style: 'number',
          cell: (fault) =>
            html`<button
              type="button"
              class="quiet"
              @click=${() => void this.#send(texts.isOff, `/${fault.kind}`, { method: 'DELETE' })}
            >
              ${texts.switchOff}<span class="unseen"> ${describeFault(fault)}</span>
            </button>`,
        },
      ],
    })
  }

  async #load(signal: AbortSignal, sandboxId: string): Promise<SandboxFaultList> {
    const list = await ask<SandboxFaultList>(pathOf(sandboxId), { signal })
    clearTimeout(this.#ending)
    const ends = list.data.map(({ until }) => Date.parse(until))
    if (ends.length > 0) {
      const waitMs = Math.max(Math.min(...ends) - Date.now(), 0) + SETTLE_MS
      this.#ending = setTimeout(() => void this.#renew(), waitMs)
    }
    return list
  }

  /** The header says until when faults are on. */
  async #renew(): Promise<void> {
    await Promise.all([this.#faults.reload(), this.portal.renew()])
  }

  async #send(
    said: string,
    below: string,
    request: { readonly method: 'POST' | 'DELETE'; readonly body?: unknown },
  ): Promise<void> {
    await this.#change.run(async (key) => {
      await ask(pathOf(this.sandboxId) + below, { ...request, key })
      this.portal.announce(said)
      await this.#renew()
    })
  }
}

function pathOf(sandboxId: string): string {
  return `/simulators/sandboxes/${encodeURIComponent(sandboxId)}/faults`
}

customElements.define('portal-sandbox-faults', SandboxFaults)
