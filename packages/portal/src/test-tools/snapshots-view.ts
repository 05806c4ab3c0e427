import type { SandboxSnapshot, SandboxSnapshotList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'
import { closeDialog, showDialog } from './dialogs.ts'

const { testTools: texts } = TEXTS

/** Snapshots of the sandbox that the person is signed in to, and emptying it. */
export class SnapshotsView {
  readonly #frame: Frame
  readonly #path: string
  readonly #snapshots: Loading<SandboxSnapshotList>
  /** What the dialog asks about: a snapshot to restore, or emptying. */
  #asked: string | null = null
  #reason = ''

  constructor(frame: Frame, sandboxId: string) {
    this.#frame = frame
    this.#path = `/simulators/sandboxes/${encodeURIComponent(sandboxId)}`
    this.#snapshots = new Loading(frame, (signal) => ask(`${this.#path}/snapshots`, { signal }))
  }

  stop(): void {
    this.#snapshots.stop()
  }

  view(): TemplateResult {
    return html`<section aria-labelledby="snapshots">
      <h2 id="snapshots">${texts.snapshots}</h2>
      <p class="hint">${texts.snapshotsHint}</p>
      <form @submit=${(event: SubmitEvent) => void this.#take(event)}>
        <label for="snapshot">${texts.snapshotName}</label>
        <input
          id="snapshot"
          name="name"
          required
          maxlength="64"
          pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*"
          title=${texts.snapshotPattern}
          autocomplete="off"
        />
        <p class="buttons"><button>${texts.take}</button></p>
      </form>
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      ${this.#snapshots.view(({ data }) => this.#table(data))}
      <p class="buttons">
        <button type="button" @click=${() => this.#confirm('')}>${texts.reset}</button>
      </p>
      <dialog id="replace-data" aria-labelledby="replace-data-title">
        <h2 id="replace-data-title">
          ${this.#asked === null || this.#asked === '' ? texts.resetTitle : texts.restoreTitle(this.#asked)}
        </h2>
        <p>${texts.replaceHint}</p>
        <p class="buttons">
          <button type="button" @click=${closeDialog}>${TEXTS.cancel}</button>
          <button type="button" class="main" @click=${(event: Event) => void this.#replace(event)}>
            ${this.#asked === '' ? texts.resetConfirm : texts.restoreConfirm}
          </button>
        </p>
      </dialog>
    </section>`
  }

  #table(snapshots: readonly SandboxSnapshot[]): TemplateResult {
    if (snapshots.length === 0) return html`<p>${texts.noSnapshots}</p>`
    return html`<table>
      <caption class="unseen">
        ${texts.snapshots}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.snapshotName}</th>
          <th scope="col" class="number">${texts.transactions}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${snapshots.map(
          ({ name, taken_at: taken, transactions }) =>
            html`<tr>
              <th scope="row">${name}<span class="below">${formatMoment(taken)}</span></th>
              <td class="number">${transactions}</td>
              <td class="number">
                <button type="button" @click=${() => this.#confirm(name)}>
                  ${texts.restore}<span class="unseen"> ${name}</span>
                </button>
                <button type="button" class="quiet" @click=${() => this.#remove(name)}>
                  ${texts.remove}<span class="unseen"> ${name}</span>
                </button>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
  }

  #confirm(name: string): void {
    this.#asked = name
    this.#frame.redraw()
    showDialog('replace-data')
  }

  async #replace(event: Event): Promise<void> {
    closeDialog(event)
    const name = this.#asked ?? ''
    await this.#do(name === '' ? texts.wasReset : texts.restored(name), async () => {
      const deed = name === '' ? 'reset' : `snapshots/${encodeURIComponent(name)}/restore`
      await ask(`${this.#path}/${deed}`, { method: 'POST', key: crypto.randomUUID() })
      await this.#frame.renew()
    })
  }

  async #take(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const name = String(new FormData(form).get('name'))
    await this.#do(texts.taken(name), async () => {
      await ask(`${this.#path}/snapshots`, { method: 'POST', body: { name }, key: crypto.randomUUID() })
      form.reset()
    })
  }

  async #remove(name: string): Promise<void> {
    await this.#do(texts.removed(name), async () => {
      const path = `${this.#path}/snapshots/${encodeURIComponent(name)}`
      await ask(path, { method: 'DELETE', key: crypto.randomUUID() })
    })
  }

  async #do(done: string, deed: () => Promise<void>): Promise<void> {
    this.#reason = ''
    try {
      await deed()
      await this.#snapshots.start()
      this.#frame.say(done)
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    }
    this.#frame.redraw()
  }
}
