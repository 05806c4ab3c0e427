import type { ListedSandbox, SandboxCredentials } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { Frame } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment } from '../wording/format.ts'
import { closeDialog, showDialog } from './dialogs.ts'

const { testTools: texts } = TEXTS

/** Sandboxes that were made here, and making one. */
export class SandboxesView {
  readonly #frame: Frame
  readonly #reload: () => Promise<void>
  /** Of the sandbox that was just made; shown once. */
  #made: SandboxCredentials | null = null
  #reason = ''
  /** The same for each try of one wish. */
  #key = crypto.randomUUID() as string

  constructor(frame: Frame, reload: () => Promise<void>) {
    this.#frame = frame
    this.#reload = reload
  }

  view(sandboxes: readonly ListedSandbox[]): TemplateResult {
    return html`<section aria-labelledby="sandboxes">
      <h2 id="sandboxes">${texts.sandboxes}</h2>
      <p class="hint">${texts.sandboxesHint}</p>
      <form @submit=${(event: SubmitEvent) => void this.#make(event)}>
        <label for="sandbox">${texts.sandboxName}</label>
        <input id="sandbox" name="name" required maxlength="255" autocomplete="off" />
        <p class="buttons"><button>${texts.make}</button></p>
      </form>
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      <table>
        <caption class="unseen">
          ${texts.sandboxes}
        </caption>
        <thead>
          <tr>
            <th scope="col">${texts.sandboxName}</th>
            <th scope="col" class="wide">${texts.made}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${sandboxes.map((sandbox) => this.#row(sandbox))}
        </tbody>
      </table>
      <dialog id="made-sandbox" aria-labelledby="made-sandbox-title" @close=${() => this.#forget()}>
        <h2 id="made-sandbox-title">${texts.madeTitle}</h2>
        ${
          this.#made === null
            ? nothing
            : html`<p class="hint">${texts.madeHint}</p>
                <pre tabindex="0">${this.#made.env}</pre>
                <p class="buttons">
                  ${copyButton(this.#made.env, TEXTS.copy, (message) => this.#frame.say(message))}
                  <button type="button" class="main" @click=${closeDialog}>${TEXTS.close}</button>
                </p>`
        }
      </dialog>
    </section>`
  }

  #row({
    sandbox_id: id,
    merchant_id: merchantId,
    name,
    created_at: created,
  }: ListedSandbox): TemplateResult {
    const isOwn = merchantId === this.#frame.session.merchant?.id
    return html`<tr>
      <th scope="row">${name}<span class="below">${id}</span></th>
      <td class="wide">${formatMoment(created)}</td>
      <td class="number">
        ${
          isOwn
            ? html`<span class="mark">${texts.here}</span>`
            : html`<button type="button" class="quiet" @click=${() => this.#remove(id, name)}>
                ${texts.remove}<span class="unseen"> ${name}</span>
              </button>`
        }
      </td>
    </tr>`
  }

  async #make(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const body = { name: String(new FormData(form).get('name')) }
    await this.#do(async () => {
      this.#made = await ask('/simulators/sandboxes', { method: 'POST', body, key: this.#key })
      this.#key = crypto.randomUUID()
      form.reset()
      this.#frame.redraw()
      showDialog('made-sandbox')
    })
  }

  async #remove(id: string, name: string): Promise<void> {
    await this.#do(async () => {
      const path = `/simulators/sandboxes/${encodeURIComponent(id)}`
      await ask(path, { method: 'DELETE', key: crypto.randomUUID() })
      this.#frame.say(texts.removed(name))
    })
  }

  async #do(deed: () => Promise<void>): Promise<void> {
    this.#reason = ''
    try {
      await deed()
      await this.#reload()
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    }
    this.#frame.redraw()
  }

  /** Credentials leave the page with their dialog. */
  #forget(): void {
    this.#made = null
    this.#frame.redraw()
  }
}
