import type { Sandbox, SandboxList } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { ClockView } from './clock-view.ts'
import { FaultsView } from './faults-view.ts'
import { PayView } from './pay-view.ts'
import { SandboxFaultsView } from './sandbox-faults-view.ts'
import { SandboxesView } from './sandboxes-view.ts'
import { SnapshotsView } from './snapshots-view.ts'

const { testTools: texts } = TEXTS

/** What a person of a test environment does to try things out: pay, move time, keep and restore data, break webhooks. */
export class TestToolsPage implements Page {
  readonly title = TEXTS.pages.testTools
  readonly section = TEXTS.pages.testTools
  readonly #frame: Frame
  readonly #sandboxes: Loading<SandboxList>
  readonly #clock: ClockView
  readonly #faults: FaultsView
  readonly #list: SandboxesView
  #own: {
    readonly pay: PayView
    readonly snapshots: SnapshotsView
    readonly broken: SandboxFaultsView
  } | null = null

  constructor(frame: Frame) {
    this.#frame = frame
    this.#clock = new ClockView(frame)
    this.#faults = new FaultsView(frame)
    this.#sandboxes = new Loading(frame, (signal) => this.#load(signal))
    this.#list = new SandboxesView(frame, () => this.#sandboxes.start())
  }

  leave(): void {
    for (const part of [this.#sandboxes, this.#clock, this.#faults]) part.stop()
    this.#own?.snapshots.stop()
    this.#own?.broken.stop()
  }

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${this.title}</h1>
      ${this.#sandboxes.view(({ data }) =>
        this.#own === null
          ? html`<p class="notice">${texts.noSandbox}</p>`
          : html`${this.#own.pay.view()} ${this.#clock.view()} ${this.#own.snapshots.view()}
            ${this.#own.broken.view()} ${this.#faults.view()} ${this.#list.view(data)}`,
      )}`
  }

  async #load(signal: AbortSignal): Promise<SandboxList> {
    const list = await ask<SandboxList>('/simulators/sandboxes', { signal })
    const own = list.data.find(({ merchant_id: id }) => id === this.#frame.session.merchant?.id)
    if (own !== undefined && this.#own === null) {
      const sandbox = await ask<Sandbox>(`/simulators/sandboxes/${encodeURIComponent(own.sandbox_id)}`, {
        signal,
      })
      this.#own = {
        pay: new PayView(this.#frame, sandbox),
        snapshots: new SnapshotsView(this.#frame, own.sandbox_id),
        broken: new SandboxFaultsView(this.#frame, own.sandbox_id),
      }
    }
    return list
  }
}
