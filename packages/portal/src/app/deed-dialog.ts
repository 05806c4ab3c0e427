import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { Refusal } from './ask.ts'
import type { Frame } from './page.ts'

/** What a form of the dialog may use. */
export interface DeedForm {
  /** The same for each try of one wish. */
  readonly key: string
  readonly reason: TemplateResult | typeof nothing
  /** The button that leaves everything as it is. */
  readonly cancel: TemplateResult
}

/** One dialog of a page for all that is done there: it asks, tells why not, and shows what came of it. */
export class DeedDialog<Deed> {
  readonly #frame: Frame
  readonly #id: string
  readonly #form: (deed: Deed, form: DeedForm) => TemplateResult
  #deed: Deed | null = null
  #reason = ''
  #key = ''

  /** @param id - of the element; its heading has the id `<id>-title`. */
  constructor(frame: Frame, id: string, form: (deed: Deed, form: DeedForm) => TemplateResult) {
    this.#frame = frame
    this.#id = id
    this.#form = form
  }

  get #element(): HTMLDialogElement | null {
    return document.querySelector(`dialog#${this.#id}`)
  }

  open(deed: Deed): void {
    this.#key = crypto.randomUUID()
    this.show(deed)
    this.#element?.showModal()
  }

  /** Goes on to what came of a deed. */
  show(deed: Deed): void {
    this.#deed = deed
    this.#reason = ''
    this.#frame.redraw()
  }

  close(): void {
    this.#element?.close()
  }

  refuse(reason: string): void {
    this.#reason = reason
    this.#frame.redraw()
  }

  /** Does what was asked for, or tells in the dialog why not. */
  async do(deed: () => Promise<void>): Promise<void> {
    try {
      await deed()
      this.#frame.redraw()
    } catch (error) {
      // What was refused may be sent otherwise; an answer that was lost is asked for again by the same key.
      if (error instanceof Refusal && error.kind !== 'unavailable') this.#key = crypto.randomUUID()
      this.refuse(this.#frame.explain(error))
    }
  }

  view(): TemplateResult {
    const reason =
      this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`
    const cancel = html`<button type="button" @click=${() => this.close()}>${TEXTS.cancel}</button>`
    return html`<dialog id=${this.#id} aria-labelledby="${this.#id}-title" @close=${() => this.#forget()}>
      ${this.#deed === null ? nothing : this.#form(this.#deed, { key: this.#key, reason, cancel })}
    </dialog>`
  }

  /** A secret leaves the page with its dialog. */
  #forget(): void {
    this.#deed = null
    this.#frame.redraw()
  }
}
