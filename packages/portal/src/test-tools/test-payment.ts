import type { HostedPaymentPage, Sandbox } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { Action } from '../app/action.ts'
import { ask } from '../app/ask.ts'
import { PartElement } from '../app/portal-element.ts'
import { field } from '../design/field.ts'
import { TEST_TOOLS_TEXTS as texts } from '../texts/test-tools-texts.ts'
import { TEST_COURSES } from './test-courses.ts'

/**
 * `<portal-test-payment>`: creates a payment page as a shop does. The card is typed there, in the frame that the portal cannot
 * read.
 */
export class TestPayment extends PartElement {
  static override properties = { sandbox: { attribute: false } }
  declare sandbox: Sandbox
  readonly #create = new Action(this)
  #created: { readonly url: string; readonly reference: string } | null = null

  protected override render(): TemplateResult {
    const { reason, isBusy } = this.#create
    return html`<section aria-labelledby="pay">
      <h2 id="pay">${texts.pay}</h2>
      <p class="hint">${texts.payHint}</p>
      <form
        @submit=${(event: SubmitEvent) => void this.#submit(event)}
        @change=${() => this.#create.change()}
      >
        ${field({
          id: 'course',
          label: texts.course,
          control: ({ id }) =>
            html`<select id=${id} name="course">
              ${TEST_COURSES.map(({ name }, place) => html`<option value=${place}>${name}</option>`)}
            </select>`,
        })}
        ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
        <p class="buttons">
          <button class="main" aria-busy=${isBusy ? 'true' : 'false'}>${texts.openPage}</button>
        </p>
      </form>
      ${this.#created === null ? nothing : ways(this.#created)}
    </section>`
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const place = Number(new FormData(event.currentTarget as HTMLFormElement).get('course'))
    const { metadata = {} } = TEST_COURSES[place] ?? {}
    await this.#create.run(async (key) => {
      const reference = `portal-${key.slice(0, 8)}`
      const { redirect_url: url } = await ask<HostedPaymentPage>('/api/hosted-payment-page', {
        method: 'POST',
        key,
        body: {
          reference,
          terminal_id: this.sandbox.terminal_id,
          currency: 'EUR',
          amount: 1_850,
          transaction_type: 'PURCHASE',
          description: texts.description,
          return_url: new URL(`/payments?reference=${reference}`, location.href).href,
          metadata,
        },
      })
      this.#created = { url, reference }
      this.portal.announce(texts.opened)
    })
  }
}

function ways({ url, reference }: { readonly url: string; readonly reference: string }): TemplateResult {
  return html`<p class="notice">
    ${reference}:
    <a href=${url} target="_blank" rel="noopener noreferrer">${texts.goToPage}</a>
    <a href="/payments?reference=${encodeURIComponent(reference)}">${texts.seePayment}</a>
  </p>`
}

customElements.define('portal-test-payment', TestPayment)
