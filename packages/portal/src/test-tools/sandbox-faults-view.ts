import type { SandboxFault, SandboxFaultList, SandboxFaultRequest } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'

const { sandboxFaults: texts } = TEXTS.testTools

/** From a look at a shop to a day of manual tests. */
const DURATIONS_SECONDS = [60, 600, 3_600, 86_400] as const

const DEFAULT_SECONDS = 600

/** What can be switched on, beside the outage of a single provider. */
const CHOICES: readonly { readonly name: string; readonly fault: SandboxFaultRequest }[] = [
  { name: texts.slow(2), fault: { kind: 'API_LATENCY', latency_ms: 2_000 } },
  { name: texts.slow(10), fault: { kind: 'API_LATENCY', latency_ms: 10_000 } },
  { name: texts.kinds.API_ERROR, fault: { kind: 'API_ERROR' } },
  { name: texts.kinds.API_UNAVAILABLE, fault: { kind: 'API_UNAVAILABLE' } },
  { name: texts.kinds.EDGE_REFUSAL, fault: { kind: 'EDGE_REFUSAL' } },
  { name: texts.kinds.PROVIDER_OUTAGE, fault: { kind: 'PROVIDER_OUTAGE' } },
]

/** What goes wrong on purpose for the whole sandbox, until a time that is shown. */
export class SandboxFaultsView {
  readonly #frame: Frame
  readonly #path: string
  readonly #faults: Loading<SandboxFaultList>
  #reason = ''
  #ending: ReturnType<typeof setTimeout> | undefined

  constructor(frame: Frame, sandboxId: string) {
    this.#frame = frame
    this.#path = `/simulators/sandboxes/${encodeURIComponent(sandboxId)}/faults`
    this.#faults = new Loading(frame, (signal) => this.#load(signal))
  }

  stop(): void {
    this.#faults.stop()
    clearTimeout(this.#ending)
  }

  view(): TemplateResult {
    return html`<section aria-labelledby="sandbox-faults">
      <h2 id="sandbox-faults">${texts.title}</h2>
      <p class="hint">${texts.hint}</p>
      ${this.#faults.view(
        (list) =>
          html`${this.#form(list)}
          ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
          ${list.data.length === 0 ? html`<p>${texts.none}</p>` : this.#table(list.data)}`,
      )}
    </section>`
  }

  #form({ provider_ids: providers }: SandboxFaultList): TemplateResult {
    const choices = [...CHOICES, ...providers.map(toOutage)]
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const form = new FormData(event.currentTarget as HTMLFormElement)
      const fault = choices[Number(form.get('fault'))]?.fault
      const body = { ...fault, duration_seconds: Number(form.get('seconds')) }
      void this.#change(texts.isOn, '', { method: 'POST', body })
    }
    return html`<form @submit=${submit}>
      <label for="sandbox-fault">${texts.what}</label>
      <select id="sandbox-fault" name="fault">
        ${choices.map(({ name }, place) => html`<option value=${place}>${name}</option>`)}
      </select>
      <label for="fault-seconds">${texts.howLong}</label>
      <select id="fault-seconds" name="seconds">
        ${DURATIONS_SECONDS.map(
          (seconds) =>
            html`<option value=${seconds} ?selected=${seconds === DEFAULT_SECONDS}>
              ${TEXTS.testTools.duration(seconds)}
            </option>`,
        )}
      </select>
      <p class="buttons"><button>${texts.switchOn}</button></p>
    </form>`
  }

  #table(faults: readonly SandboxFault[]): TemplateResult {
    return html`<table>
      <caption class="unseen">
        ${texts.title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.what}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${faults.map((fault) => this.#row(fault))}
      </tbody>
    </table>`
  }

  #row(fault: SandboxFault): TemplateResult {
    const off = () => this.#change(texts.isOff, `/${fault.kind}`, { method: 'DELETE' })
    const name = describeFault(fault)
    return html`<tr>
      <th scope="row">
        ${name}<span class="below"
          >${texts.until} <time datetime=${fault.until}>${formatMoment(fault.until)}</time></span
        >
      </th>
      <td class="number">
        <button type="button" class="quiet" @click=${off}>
          ${texts.switchOff}<span class="unseen"> ${name}</span>
        </button>
      </td>
    </tr>`
  }

  async #load(signal: AbortSignal): Promise<SandboxFaultList> {
    const list = await ask<SandboxFaultList>(this.#path, { signal })
    clearTimeout(this.#ending)
    const ends = list.data.map(({ until }) => Date.parse(until))
    if (ends.length > 0) {
      const waitMs = Math.max(Math.min(...ends) - Date.now(), 0) + SETTLE_MS
      this.#ending = setTimeout(() => void this.#renew(), waitMs)
    }
    return list
  }

  async #renew(): Promise<void> {
    await Promise.all([this.#faults.start(), this.#frame.renew()])
    this.#frame.redraw()
  }

  async #change(
    said: string,
    below: string,
    request: { readonly method: 'POST' | 'DELETE'; readonly body?: unknown },
  ): Promise<void> {
    this.#reason = ''
    try {
      await ask(this.#path + below, { ...request, key: crypto.randomUUID() })
      await this.#renew()
      this.#frame.say(said)
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    }
    this.#frame.redraw()
  }
}

/** The clocks of both machines differ a little: asked too early, the fault would be there still. */
const SETTLE_MS = 1_000

function toOutage(providerId: string): (typeof CHOICES)[number] {
  return { name: texts.away(providerId), fault: { kind: 'PROVIDER_OUTAGE', provider_ids: [providerId] } }
}

function describeFault({ kind, latency_ms: latencyMs, provider_ids: providers }: SandboxFault): string {
  if (kind === 'API_LATENCY') return texts.slow((latencyMs ?? 0) / 1_000)
  if (kind === 'PROVIDER_OUTAGE' && providers?.length === 1) return texts.away(providers[0] ?? '')
  return texts.kinds[kind]
}
