import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame } from '../app/page.ts'
import { saveFile } from '../wording/save-file.ts'
import { TEXTS } from '../texts/texts.ts'

const { goLive: texts } = TEXTS.operator

interface GoLive {
  readonly checks: readonly { readonly check: keyof typeof texts.checks; readonly done: boolean }[]
}

/** What a merchant has shown in the test environment, and the approval that gives the merchant as a file. */
export class GoLiveView {
  readonly #frame: Frame
  readonly #path: string
  readonly #state: Loading<GoLive>
  readonly #key = crypto.randomUUID() as string
  #reason = ''

  /** @param path - of the merchant, below `/portal`. */
  constructor(frame: Frame, path: string) {
    this.#frame = frame
    this.#path = `${path}/go-live`
    this.#state = new Loading(frame, (signal) => ask(this.#path, { signal }))
  }

  leave(): void {
    this.#state.stop()
  }

  view(): TemplateResult {
    return html`<section aria-labelledby="go-live">
      <h2 id="go-live">${texts.title}</h2>
      <p>${texts.lead}</p>
      ${this.#state.view(({ checks }) => this.#checks(checks))}
    </section>`
  }

  #checks(checks: GoLive['checks']): TemplateResult {
    const isReady = checks.every(({ done }) => done)
    return html`<ul class="plain checks">
        ${checks.map(
          ({ check, done }) =>
            html`<li>
              <span class="mark ${done ? 'good' : 'open'}">${done ? texts.done : texts.missing}</span>
              ${texts.checks[check]}
            </li>`,
        )}
      </ul>
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      <p class="buttons">
        <button type="button" class="main" ?disabled=${!isReady} @click=${() => void this.#approve()}>
          ${texts.approve}
        </button>
      </p>
      <p class="hint">${isReady ? texts.next : texts.notReady}</p>`
  }

  async #approve(): Promise<void> {
    this.#reason = ''
    try {
      const { file } = await ask<{ readonly file: unknown }>(this.#path, {
        method: 'POST',
        body: {},
        key: this.#key,
      })
      saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), 'merchant.json')
      this.#frame.say(texts.approved)
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    }
    this.#frame.redraw()
  }
}
