import type { SignatureExplanation } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { Action, refuse } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import { goToProblem } from '../app/go-to-problem.ts'
import { PartElement } from '../app/portal-element.ts'
import { field } from '../design/field.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { readHeaders } from './read-headers.ts'

/** `<portal-signature-check>`: says whether the signature of a message that a server received is valid, and if not, why. */
export class SignatureCheck extends PartElement {
  static override properties = { subscriptionId: {} }
  /** The id of the subscription whose secret signed the message. */
  declare subscriptionId: string
  readonly #check = new Action(this, ['headers'])
  #explanation: SignatureExplanation | null = null

  protected override render(): TemplateResult {
    const { reason, isBusy } = this.#check
    return html`<section aria-labelledby="check">
      <h2 id="check">${texts.explain}</h2>
      <p class="hint">${texts.explainHint}</p>
      <form class="fields" @submit=${(event: SubmitEvent) => void this.#submit(event)}>
        ${this.#area('headers', texts.headers, 3)} ${this.#area('body', texts.body, 5)}
        <p class="buttons">
          <button aria-busy=${isBusy ? 'true' : 'false'}>${texts.explainConfirm}</button>
        </p>
      </form>
      ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
      <div role="status">${this.#explanation === null ? nothing : outcome(this.#explanation)}</div>
    </section>`
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    // Form data have line breaks as CR LF, and the signature is over every byte.
    const valueOf = (name: string) => form.querySelector<HTMLTextAreaElement>(`[name=${name}]`)?.value ?? ''
    this.#explanation = null
    const isDone = await this.#check.run(async () => {
      const headers = readHeaders(valueOf('headers'))
      if (headers === null) refuse('headers', texts.headerForm)
      this.#explanation = await ask('/api/webhooks/explain-signature', {
        method: 'POST',
        body: { subscription_id: this.subscriptionId, headers, body: valueOf('body') },
      })
    })
    if (!isDone) await goToProblem(this)
  }

  #area(name: string, label: string, rows: number): TemplateResult {
    return field({
      id: name,
      label,
      problem: this.#check.problemOf(name),
      control: ({ id, describedBy, invalid }) =>
        html`<textarea
          id=${id}
          name=${name}
          rows=${rows}
          required
          spellcheck="false"
          aria-describedby=${describedBy}
          aria-invalid=${invalid}
        ></textarea>`,
    })
  }
}

function outcome({ verified, message, fix }: SignatureExplanation): TemplateResult {
  return verified
    ? html`<p class="notice">${texts.verifies}</p>`
    : html`<div class="notice bad">
        <p>${message}</p>
        <p>${texts.whatToDo}: ${fix}</p>
      </div>`
}

customElements.define('portal-signature-check', SignatureCheck)
