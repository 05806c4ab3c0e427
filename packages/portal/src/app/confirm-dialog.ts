import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { Action } from './action.ts'
import { goToProblem } from './go-to-problem.ts'
import { PortalElement } from './portal-element.ts'

/** The content of a dialog: a form to confirm, or something to read. */
export interface DialogContent<Request> {
  readonly heading: string
  readonly body: TemplateResult | typeof nothing
  /** Below the buttons: other things to do, as buttons with a name and a value, which `send` finds in the form's data. */
  readonly others?: TemplateResult
  /** The label of the button that changes nothing, where "Cancel" would be misunderstood. */
  readonly dismiss?: string
  /** Without it the dialog only shows something, and has one button that closes it. */
  readonly confirm?: {
    readonly label: string
    /** Whether the action deletes something irrevocably. */
    readonly isDangerous?: boolean
    /** Whether the form cannot be sent; the form explains why. */
    readonly isDisabled?: boolean
    /**
     * Does what was confirmed. What it throws is explained in the dialog, which stays open.
     *
     * @param key - the same until the outcome is known.
     * @returns what the dialog shows next, such as a secret; without it the dialog closes.
     */
    readonly send: (data: FormData, key: string, form: HTMLFormElement) => Promise<Request | void>
  }
}

/**
 * `<portal-confirm-dialog>`: one dialog of a page for everything that is asked there. It draws a form from the content that the
 * page gives for a request, sends it, and says why it failed: at the fields whose problems the content asks for, otherwise above the
 * buttons, which stay in view. Its markup is part of the page's own tree.
 */
export class ConfirmDialog<Request> extends PortalElement {
  static override properties = {
    /** Drawn again whenever its page is, of whose state it may speak. */
    content: { attribute: false, hasChanged: () => true },
  }
  declare content: (request: Request, problemOf: (field: string) => string | null) => DialogContent<Request>
  #request: Request | null = null
  /** Members whose problems the content has asked for, because it shows them at its fields. */
  readonly #members = new Set<string>()
  readonly #action = new Action(this, this.#members)

  protected override createRenderRoot(): this {
    return this
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog')
  }

  /** Opens a dialog that asks for input. */
  async open(request: Request): Promise<void> {
    this.#action.reset()
    await this.show(request)
  }

  /** Shows the result of a request, even if the dialog was closed in the meantime: a secret is shown only once. */
  async show(request: Request): Promise<void> {
    this.#request = request
    this.requestUpdate()
    await this.updateComplete
    if (this.isConnected && !this.#dialog?.open) this.#dialog?.showModal()
  }

  close(): void {
    this.#dialog?.close()
  }

  protected override render(): TemplateResult {
    const id = `${this.id || 'confirm'}-title`
    return html`<dialog aria-labelledby=${id} @close=${() => this.#forget()}>
      ${this.#request === null ? nothing : this.#form(id, this.#request)}
    </dialog>`
  }

  #form(id: string, request: Request): TemplateResult {
    this.#members.clear()
    const {
      heading,
      body,
      confirm,
      others = nothing,
      dismiss = TEXTS.cancel,
    } = this.content(request, (member) => {
      this.#members.add(member)
      return this.#action.problemOf(member)
    })
    const { reason, isBusy } = this.#action
    return html`<form
      @submit=${(event: SubmitEvent) => void this.#submit(event, confirm?.send)}
      @input=${() => this.#action.change()}
    >
      <h2 id=${id}>${heading}</h2>
      ${body}
      <footer>
        ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
        <p class="buttons">
          ${
            confirm === undefined
              ? html`<button type="button" class="main" @click=${() => this.close()}>${TEXTS.done}</button>`
              : html`<button type="button" @click=${() => this.close()}>${dismiss}</button>
                  <button
                    class="main ${confirm.isDangerous ? 'danger' : ''}"
                    aria-busy=${isBusy ? 'true' : 'false'}
                    ?disabled=${confirm.isDisabled === true}
                  >
                    ${confirm.label}
                  </button>`
          }
        </p>
      </footer>
      ${others}
    </form>`
  }

  async #submit(
    event: SubmitEvent,
    send: NonNullable<DialogContent<Request>['confirm']>['send'] | undefined,
  ): Promise<void> {
    event.preventDefault()
    if (send === undefined) return this.close()
    const form = event.currentTarget as HTMLFormElement
    const data = new FormData(form, event.submitter)
    let next: Request | void = undefined
    const isDone = await this.#action.run(async (key) => {
      next = await send(data, key, form)
    })
    if (!isDone) await goToProblem(this)
    else if (next === undefined) this.close()
    else await this.show(next)
  }

  /** Removes a secret from the page when its dialog closes. The `close` event fires later, so the dialog may be open again. */
  #forget(): void {
    if (this.#dialog?.open) return
    this.#request = null
    this.requestUpdate()
  }
}

customElements.define('portal-confirm-dialog', ConfirmDialog)
