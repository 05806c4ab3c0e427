import { html, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatAmount, formatMoment } from '../wording/format.ts'
import { sayStatus, sayType } from '../wording/status-mark.ts'

const { decisions: texts } = TEXTS.operator

interface Undecided {
  readonly merchant_id: string
  readonly merchant_name: string | null
  readonly transaction_id: string
  readonly transaction_type: string
  readonly amount: number
  readonly currency: string
  readonly reference: string
  readonly provider_id: string
  readonly provider_account_id: string
  readonly provider_key: string
  readonly last_answer: string | null
  readonly called_at: string
  readonly undecided_since: string
}

const OUTCOMES = ['APPROVED', 'DECLINED'] as const

/** Payments whose provider does not tell: a person finds out, and decides. */
export class DecisionsPage implements Page {
  readonly title = TEXTS.pages.decisions
  readonly section = TEXTS.pages.decisions
  readonly #frame: Frame
  readonly #undecided: Loading<{ readonly data: readonly Undecided[] }>
  readonly #dialog: DeedDialog<Undecided>
  #isBusy = false

  constructor(frame: Frame) {
    this.#frame = frame
    this.#dialog = new DeedDialog(frame, 'decision', (payment, form) => this.#form(payment, form))
    this.#undecided = new Loading(frame, (signal) => ask('/operator/decisions', { signal }))
  }

  leave(): void {
    this.#undecided.stop()
  }

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${this.title}</h1>
      ${this.#undecided.view(({ data }) => this.#table(data))} ${this.#dialog.view()}`
  }

  #table(undecided: readonly Undecided[]): TemplateResult {
    if (undecided.length === 0) return html`<p class="notice">${texts.none}</p>`
    return html`<p>${texts.lead}</p>
      <table>
        <caption class="unseen">
          ${texts.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${texts.payment}</th>
            <th scope="col" class="number">${texts.amount}</th>
            <th scope="col" class="wide">${texts.merchant}</th>
            <th scope="col" class="wide">${texts.provider}</th>
            <th scope="col" class="wider">${texts.since}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${undecided.map((payment) => this.#row(payment))}
        </tbody>
      </table>`
  }

  #row(payment: Undecided): TemplateResult {
    const { reference, undecided_since: since } = payment
    return html`<tr>
      <th scope="row">
        ${reference}<span class="below">${sayType(payment.transaction_type)}</span>
        <span class="below narrow">${texts.waits(formatMoment(since))}</span>
      </th>
      <td class="number">${formatAmount(payment.amount, payment.currency)}</td>
      <td class="wide">${payment.merchant_name ?? payment.merchant_id}</td>
      <td class="wide">${payment.provider_id}<span class="below">${payment.provider_account_id}</span></td>
      <td class="wider"><time datetime=${since}>${formatMoment(since)}</time></td>
      <td class="number">
        <button type="button" @click=${() => this.#dialog.open(payment)}>
          ${texts.decide}<span class="unseen"> ${reference}</span>
        </button>
      </td>
    </tr>`
  }

  #form(payment: Undecided, { key, reason, cancel }: DeedForm): TemplateResult {
    const known: readonly (readonly [string, string | TemplateResult])[] = [
      [texts.payment, `${payment.reference}, ${formatAmount(payment.amount, payment.currency)}`],
      [texts.merchant, payment.merchant_name ?? payment.merchant_id],
      [texts.provider, `${payment.provider_id}, ${payment.provider_account_id}`],
      [texts.key, html`<code>${payment.provider_key}</code>`],
      [texts.called, formatMoment(payment.called_at)],
      [texts.lastAnswer, payment.last_answer ?? texts.silent],
    ]
    return html`<form @submit=${(event: SubmitEvent) => void this.#decide(event, payment, key)}>
      <h2 id="decision-title">${texts.title}</h2>
      <dl class="pairs">
        ${known.map(
          ([member, value]) =>
            html`<dt>${member}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <fieldset>
        <legend>${texts.outcome}</legend>
        ${OUTCOMES.map(
          (outcome) =>
            html`<label class="check">
              <input type="radio" name="outcome" value=${outcome} required />
              <span>${texts.outcomes[outcome]}</span>
            </label>`,
        )}
      </fieldset>
      <label for="reason">${texts.reason}</label>
      <input
        id="reason"
        name="reason"
        required
        minlength="10"
        maxlength="500"
        autocomplete="off"
        aria-describedby="reason-hint"
      />
      <p id="reason-hint" class="hint">${texts.reasonHint}</p>
      <p>${texts.sure}</p>
      ${reason}
      <p class="buttons">
        ${cancel}
        <button type="button" ?disabled=${this.#isBusy} @click=${() => void this.#askAgain(payment, key)}>
          ${texts.ask}
        </button>
        <button class="main" ?disabled=${this.#isBusy}>${texts.confirm}</button>
      </p>
    </form>`
  }

  async #decide(event: SubmitEvent, payment: Undecided, key: string): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const wish = { outcome: form.get('outcome'), reason: form.get('reason') }
    const describe = ({ status }: { readonly status: string }) => texts.done(sayStatus(status))
    await this.#send('decisions', payment, { wish, key }, describe)
  }

  async #askAgain(payment: Undecided, key: string): Promise<void> {
    await this.#send('questions', payment, { wish: {}, key }, () => texts.asked)
  }

  async #send<Answer>(
    what: 'decisions' | 'questions',
    { merchant_id, transaction_id }: Undecided,
    { wish, key }: { readonly wish: object; readonly key: string },
    describe: (answer: Answer) => string,
  ): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    this.#frame.redraw()
    try {
      await this.#dialog.do(async () => {
        const body = { merchant_id, transaction_id, ...wish }
        const answer = await ask<Answer>(`/operator/${what}`, { method: 'POST', body, key })
        this.#dialog.close()
        this.#frame.say(describe(answer))
        await this.#undecided.start()
      })
    } finally {
      this.#isBusy = false
      this.#frame.redraw()
    }
  }
}
