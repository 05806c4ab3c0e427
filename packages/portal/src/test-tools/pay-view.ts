import type { HostedPaymentPage, Sandbox } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { Frame } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { TEST_COURSES } from './test-courses.ts'

const { testTools: texts } = TEXTS

/** Opens a payment page as a shop does; the card is typed there, in the frame that the portal cannot read. */
export class PayView {
  readonly #frame: Frame
  readonly #sandbox: Sandbox
  #opened: { readonly url: string; readonly reference: string } | null = null
  #reason = ''

  constructor(frame: Frame, sandbox: Sandbox) {
    this.#frame = frame
    this.#sandbox = sandbox
  }

  view(): TemplateResult {
    return html`<section aria-labelledby="pay">
      <h2 id="pay">${texts.pay}</h2>
      <p class="hint">${texts.payHint}</p>
      <form @submit=${(event: SubmitEvent) => void this.#submit(event)}>
        <label for="course">${texts.course}</label>
        <select id="course" name="course">
          ${TEST_COURSES.map(({ name }, place) => html`<option value=${place}>${name}</option>`)}
        </select>
        <p class="buttons"><button class="main">${texts.openPage}</button></p>
      </form>
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      ${
        this.#opened === null
          ? nothing
          : html`<p class="notice">
              ${texts.opened(this.#opened.reference)}
              <a href=${this.#opened.url} target="_blank" rel="noopener noreferrer">${texts.goToPage}</a>
              <a href="/payments?reference=${encodeURIComponent(this.#opened.reference)}"
                >${texts.seePayment}</a
              >
            </p>`
      }
    </section>`
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const place = Number(new FormData(event.currentTarget as HTMLFormElement).get('course'))
    const { metadata = {} } = TEST_COURSES[place] ?? {}
    const reference = `portal-${crypto.randomUUID().slice(0, 8)}`
    this.#reason = ''
    try {
      const { redirect_url: url } = await ask<HostedPaymentPage>('/api/hosted-payment-page', {
        method: 'POST',
        key: reference,
        body: {
          reference,
          terminal_id: this.#sandbox.terminal_id,
          currency: 'EUR',
          amount: 1_850,
          transaction_type: 'PURCHASE',
          description: texts.description,
          return_url: new URL(`/payments?reference=${reference}`, location.href).href,
          metadata,
        },
      })
      this.#opened = { url, reference }
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    }
    this.#frame.redraw()
  }
}
