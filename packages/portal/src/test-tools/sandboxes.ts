import type { ListedSandbox, SandboxCredentials } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import '../app/confirm-dialog.ts'
import '../design/time.ts'
import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import { PartElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import { field } from '../design/field.ts'
import { TEST_TOOLS_TEXTS as texts } from '../texts/test-tools-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'

/** The request of the dialog, or the result that it shows. */
type Request =
  | { readonly is: 'create' }
  | { readonly is: 'created'; readonly credentials: SandboxCredentials }
  | { readonly is: 'remove'; readonly sandbox: ListedSandbox }

type Content = DialogContent<Request>

/** `<portal-sandboxes>`: sandboxes that were created here. `sandboxes-change` is fired when there are others. */
export class Sandboxes extends PartElement {
  static override properties = { sandboxes: { attribute: false } }
  declare sandboxes: readonly ListedSandbox[]

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="sandboxes">
        <div class="between">
          <h2 id="sandboxes">${texts.sandboxes}</h2>
          <button type="button" @click=${() => this.#open({ is: 'create' })}>${texts.make}</button>
        </div>
        <p class="hint">${texts.sandboxesHint}</p>
        ${dataTable({
          caption: texts.sandboxes,
          rows: this.sandboxes,
          key: ({ sandbox_id: id }) => id,
          columns: [
            {
              heading: texts.sandboxName,
              cell: ({ name, sandbox_id: id }) => html`${name}<span class="below">${id}</span>`,
            },
            {
              heading: texts.made,
              style: 'wide',
              cell: ({ created_at: at }) => html`<portal-time at=${at} relative></portal-time>`,
            },
            { heading: '', style: 'number', cell: (sandbox) => this.#end(sandbox) },
          ],
        })}
      </section>
      <portal-confirm-dialog
        .content=${(request: Request, problemOf: (member: string) => string | null) =>
          this.#content(request, problemOf)}
      ></portal-confirm-dialog>`
  }

  /** A person does not remove the sandbox that they are signed in to. */
  #end(sandbox: ListedSandbox): TemplateResult {
    return sandbox.merchant_id === this.portal.session.merchant?.id
      ? html`<span class="mark">${texts.here}</span>`
      : html`<button type="button" class="quiet" @click=${() => this.#open({ is: 'remove', sandbox })}>
          ${texts.remove}<span class="unseen"> ${sandbox.name}</span>
        </button>`
  }

  #open(request: Request): void {
    void this.renderRoot.querySelector<ConfirmDialog<Request>>('portal-confirm-dialog')?.open(request)
  }

  #content(request: Request, problemOf: (member: string) => string | null): Content {
    switch (request.is) {
      case 'create':
        return {
          heading: texts.makeTitle,
          body: field({
            id: 'sandbox',
            label: texts.sandboxName,
            problem: problemOf('name'),
            control: ({ id, describedBy, invalid }) =>
              html`<input
                id=${id}
                name="name"
                required
                maxlength="255"
                autocomplete="off"
                aria-describedby=${describedBy}
                aria-invalid=${invalid}
              />`,
          }),
          confirm: { label: texts.makeConfirm, send: (data, key) => this.#create(data, key) },
        }
      case 'created':
        return {
          heading: texts.madeTitle,
          body: html`<p class="hint">${texts.madeHint}</p>
            <pre tabindex="0">${request.credentials.env}</pre>
            <p class="buttons">
              ${copyButton(request.credentials.env, TEXTS.copy, (said) => this.portal.announce(said))}
            </p>`,
        }
      case 'remove':
        return {
          heading: texts.removeTitle(request.sandbox.name),
          body: html`<p>${texts.removeSandboxHint}</p>`,
          confirm: {
            label: texts.removeSandbox,
            isDangerous: true,
            send: (_, key) => this.#remove(request.sandbox, key),
          },
        }
    }
  }

  async #create(data: FormData, key: string): Promise<Request> {
    const body = { name: String(data.get('name')) }
    const credentials = await ask<SandboxCredentials>('/simulators/sandboxes', { method: 'POST', body, key })
    this.#tell()
    return { is: 'created', credentials }
  }

  async #remove({ sandbox_id: id, name }: ListedSandbox, key: string): Promise<void> {
    await ask(`/simulators/sandboxes/${encodeURIComponent(id)}`, { method: 'DELETE', key })
    this.portal.announce(texts.removed(name))
    this.#tell()
  }

  #tell(): void {
    this.dispatchEvent(new Event('sandboxes-change'))
  }
}

customElements.define('portal-sandboxes', Sandboxes)
