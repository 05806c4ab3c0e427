import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { type Problem, Refusal, type RefusalKind } from './ask.ts'
import type { Frame } from './page.ts'

/** After these the deed may have been done: its answer is asked for again by the same key. */
const UNDECIDED: ReadonlySet<RefusalKind> = new Set(['unavailable', 'under-way'])

/** What a form of the dialog may use. */
export interface DeedForm {
  /** The same for each try of one wish. */
  readonly key: string
  readonly reason: TemplateResult | typeof nothing
  /** The button that leaves everything as it is. */
  readonly cancel: TemplateResult
  /** What is wrong with a member whose problems the form shows at its field; null when nothing is. */
  readonly problemOf: (member: string) => string | null
}

/** One dialog of a page for all that is done there: it asks, tells why not, and shows what came of it. */
export class DeedDialog<Deed> {
  readonly #frame: Frame
  readonly #id: string
  readonly #form: (deed: Deed, form: DeedForm) => TemplateResult
  readonly #members: readonly string[]
  #deed: Deed | null = null
  #reason = ''
  #problems: readonly Problem[] = []
  #key = ''

  /**
   * @param id - of the element; its heading has the id `<id>-title`.
   * @param members - whose problems the forms show at their fields, marked as `aria-invalid`. All others are in the reason.
   */
  constructor(
    frame: Frame,
    id: string,
    form: (deed: Deed, form: DeedForm) => TemplateResult,
    members: readonly string[] = [],
  ) {
    this.#frame = frame
    this.#id = id
    this.#form = form
    this.#members = members
  }

  get #element(): HTMLDialogElement | null {
    return document.querySelector(`dialog#${this.#id}`)
  }

  open(deed: Deed): void {
    this.#key = crypto.randomUUID()
    this.show(deed)
  }

  /** Goes on to what came of a deed, also where the dialog was closed meanwhile: a secret is shown this once. */
  show(deed: Deed): void {
    this.#deed = deed
    this.#reason = ''
    this.#problems = []
    this.#frame.redraw()
    const element = this.#element
    // After the page was left, an element of this id is another page's, and empty.
    if (element?.firstElementChild && !element.open) element.showModal()
  }

  close(): void {
    this.#element?.close()
  }

  refuse(reason: string): void {
    this.#reason = reason
    this.#problems = []
    this.#frame.redraw()
  }

  /** Does what was asked for, or tells in the dialog why not. */
  async do(deed: () => Promise<void>): Promise<void> {
    try {
      await deed()
      this.#frame.redraw()
    } catch (error) {
      // What was refused may be sent otherwise.
      if (error instanceof Refusal && !UNDECIDED.has(error.kind)) this.#key = crypto.randomUUID()
      if (error instanceof Refusal && error.problems.some(({ property }) => this.#isShown(property)))
        this.#mark(error)
      else this.refuse(this.#frame.explain(error))
    }
  }

  /** Shows problems at their fields, and goes to the first. */
  #mark({ problems }: Refusal): void {
    const others = problems.filter(({ property }) => !this.#isShown(property))
    this.#problems = problems
    this.#reason = [
      TEXTS.lookAtMarked,
      ...others.map(({ property, message }) => TEXTS.problem(property, message)),
    ].join(' ')
    this.#frame.redraw()
    this.#element?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  #isShown(property: string): boolean {
    return this.#members.some((member) => isOf(property, member))
  }

  #problemOf(member: string): string | null {
    return this.#problems.find(({ property }) => isOf(property, member))?.message ?? null
  }

  view(): TemplateResult {
    const reason =
      this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`
    const cancel = html`<button type="button" @click=${() => this.close()}>${TEXTS.cancel}</button>`
    return html`<dialog id=${this.#id} aria-labelledby="${this.#id}-title" @close=${() => this.#forget()}>
      ${
        this.#deed === null
          ? nothing
          : this.#form(this.#deed, {
              key: this.#key,
              reason,
              cancel,
              problemOf: (member) => this.#problemOf(member),
            })
      }
    </dialog>`
  }

  /** Removes a secret from the page when its dialog closes. The `close` event fires asynchronously, so the dialog may already be open again. */
  #forget(): void {
    if (this.#element?.open) return
    this.#deed = null
    this.#frame.redraw()
  }
}

/** `filters.0` is of the member `filters`. */
function isOf(property: string, member: string): boolean {
  return property === member || property.startsWith(`${member}.`)
}
