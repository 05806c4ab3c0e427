import type { SandboxSnapshot, SandboxSnapshotList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import '../app/confirm-dialog.ts'
import '../design/empty-state.ts'
import '../design/time.ts'
import { Action } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PartElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import { field } from '../design/field.ts'
import { TEST_TOOLS_TEXTS as texts } from '../texts/test-tools-texts.ts'

/** The request of the dialog. */
type Request = { readonly is: 'reset' } | { readonly is: 'restore' | 'remove'; readonly name: string }

/** `<portal-snapshots>`: snapshots of the sandbox that the person is signed in to, and its reset. */
export class Snapshots extends PartElement {
  static override properties = { sandboxId: {} }
  declare sandboxId: string
  readonly #snapshots = new Loader(
    this,
    (signal, sandboxId) => ask<SandboxSnapshotList>(`${pathOf(sandboxId)}/snapshots`, { signal }),
    () => [this.sandboxId] as const,
  )
  readonly #taking = new Action(this)

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="snapshots">
        <h2 id="snapshots">${texts.snapshots}</h2>
        <p class="hint">${texts.snapshotsHint}</p>
        ${this.#form()} ${this.#snapshots.render(({ data }) => this.#table(data))}
        <p class="buttons">
          <button type="button" @click=${() => this.#open({ is: 'reset' })}>${texts.reset}</button>
        </p>
      </section>
      <portal-confirm-dialog
        .content=${(request: Request) => this.#content(request)}
      ></portal-confirm-dialog>`
  }

  #form(): TemplateResult {
    const { reason, isBusy } = this.#taking
    return html`<form
      @submit=${(event: SubmitEvent) => void this.#take(event)}
      @input=${() => this.#taking.change()}
    >
      ${field({
        id: 'snapshot',
        label: texts.snapshotName,
        control: ({ id }) =>
          html`<input
            id=${id}
            name="name"
            required
            maxlength="64"
            pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*"
            title=${texts.snapshotPattern}
            autocomplete="off"
          />`,
      })}
      ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
      <p class="buttons"><button aria-busy=${isBusy ? 'true' : 'false'}>${texts.take}</button></p>
    </form>`
  }

  #table(snapshots: readonly SandboxSnapshot[]): TemplateResult {
    if (snapshots.length === 0)
      return html`<portal-empty-state
        .heading=${texts.noSnapshots}
        .text=${texts.noSnapshotsText}
      ></portal-empty-state>`
    return dataTable({
      caption: texts.snapshots,
      rows: snapshots,
      key: ({ name }) => name,
      columns: [
        {
          heading: texts.snapshotName,
          cell: ({ name, taken_at: at }) =>
            html`${name}<span class="below"><portal-time at=${at} relative></portal-time></span>`,
        },
        {
          heading: texts.transactions,
          style: 'number',
          cell: ({ transactions }) => String(transactions),
        },
        {
          heading: '',
          style: 'number',
          cell: ({ name }) =>
            html`<button type="button" @click=${() => this.#open({ is: 'restore', name })}>
                ${texts.restore}<span class="unseen"> ${name}</span>
              </button>
              <button type="button" class="quiet" @click=${() => this.#open({ is: 'remove', name })}>
                ${texts.remove}<span class="unseen"> ${name}</span>
              </button>`,
        },
      ],
    })
  }

  #open(request: Request): void {
    void this.renderRoot.querySelector<ConfirmDialog<Request>>('portal-confirm-dialog')?.open(request)
  }

  #content(request: Request): DialogContent<Request> {
    if (request.is === 'remove') {
      const path = this.#pathOf(request.name)
      return question(
        texts.removeTitle(request.name),
        texts.removeSnapshotHint,
        texts.removeSnapshot,
        (key) => this.#send(path, { method: 'DELETE', key }, texts.removed(request.name)),
      )
    }
    if (request.is === 'reset')
      return question(texts.resetTitle, texts.replaceHint, texts.resetConfirm, (key) =>
        this.#send(`${pathOf(this.sandboxId)}/reset`, { method: 'POST', key }, texts.wasReset),
      )
    const path = `${this.#pathOf(request.name)}/restore`
    return question(texts.restoreTitle(request.name), texts.replaceHint, texts.restoreConfirm, (key) =>
      this.#send(path, { method: 'POST', key }, texts.restored(request.name)),
    )
  }

  #pathOf(name: string): string {
    return `${pathOf(this.sandboxId)}/snapshots/${encodeURIComponent(name)}`
  }

  async #take(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const name = String(new FormData(form).get('name'))
    await this.#taking.run(async (key) => {
      await this.#send(
        `${pathOf(this.sandboxId)}/snapshots`,
        { method: 'POST', body: { name }, key },
        texts.taken(name),
      )
      form.reset()
    })
  }

  /** The clock of a sandbox, which the header shows, is part of its data. */
  async #send(path: string, request: Parameters<typeof ask>[1], said: string): Promise<void> {
    await ask(path, request)
    this.portal.announce(said)
    await Promise.all([this.#snapshots.reload(), this.portal.renew()])
  }
}

/** All of them delete something. */
function question(
  heading: string,
  hint: string,
  label: string,
  send: (key: string) => Promise<void>,
): DialogContent<Request> {
  return {
    heading,
    body: html`<p>${hint}</p>`,
    confirm: { label, isDangerous: true, send: (_, key) => send(key) },
  }
}

function pathOf(sandboxId: string): string {
  return `/simulators/sandboxes/${encodeURIComponent(sandboxId)}`
}

customElements.define('portal-snapshots', Snapshots)
