import { html, nothing, type TemplateResult } from 'lit'

import { Action } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PortalElement } from '../app/portal-element.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { saveFile } from '../wording/save-file.ts'

const { goLive: texts } = OPERATOR_TEXTS

interface GoLive {
  readonly checks: readonly { readonly check: keyof typeof texts.checks; readonly done: boolean }[]
}

/** `<portal-go-live>`: what a merchant has done in the test environment, and the approval, which saves the merchant as a file. */
export class GoLiveView extends PortalElement {
  static override properties = { path: {} }
  /** The path of the merchant below `/portal`. */
  declare path: string
  readonly #state = new Loader(
    this,
    (signal, path) => ask<GoLive>(`${path}/go-live`, { signal }),
    () => [this.path],
  )
  readonly #approval = new Action(this)

  constructor() {
    super()
    this.path = ''
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="go-live">
      <h2 id="go-live">${texts.title}</h2>
      <p>${texts.lead}</p>
      ${this.#state.render(({ checks }) => this.#checks(checks))}
    </section>`
  }

  #checks(checks: GoLive['checks']): TemplateResult {
    const isReady = checks.every(({ done }) => done)
    const { reason } = this.#approval
    return html`<ul class="plain checks">
        ${checks.map(
          ({ check, done }) =>
            html`<li>
              <span class="mark ${done ? 'good' : 'open'}">${done ? texts.done : texts.missing}</span>
              ${texts.checks[check]}
            </li>`,
        )}
      </ul>
      ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
      <p class="buttons">
        <button type="button" class="main" ?disabled=${!isReady} @click=${() => void this.#approve()}>
          ${texts.approve}
        </button>
      </p>
      <p class="hint">${isReady ? texts.next : texts.notReady}</p>`
  }

  async #approve(): Promise<void> {
    await this.#approval.run(async (key) => {
      const question = { method: 'POST', body: {}, key } as const
      const { file } = await ask<{ readonly file: unknown }>(`${this.path}/go-live`, question)
      saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), 'merchant.json')
      this.portal.announce(texts.approved)
    })
  }
}

customElements.define('portal-go-live', GoLiveView)
