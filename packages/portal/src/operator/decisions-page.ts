import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import '../design/time.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { formatAmount, formatMoment } from '../wording/format.ts'
import { statusLabel, typeLabel } from '../wording/status-mark.ts'
import { reasonField } from './reason-field.ts'

const { decisions: texts } = OPERATOR_TEXTS

interface Unresolved {
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

/** The request of the dialog: to resolve a payment, or to query its provider. */
interface Request {
  readonly is: 'decide' | 'query'
  readonly payment: Unresolved
}

/** `<portal-decisions-page>`: payments whose provider reports no outcome. A person resolves them. */
export class DecisionsPage extends PageElement {
  readonly #unresolved = new Loader(this, (signal) =>
    ask<{ readonly data: readonly Unresolved[] }>('/operator/decisions', { signal }),
  )

  get #dialog(): ConfirmDialog<Request> | null {
    return this.renderRoot.querySelector('portal-confirm-dialog')
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${texts.heading}</h1>
      ${this.#unresolved.render(({ data }) => this.#table(data))}
      <portal-confirm-dialog
        .content=${(request: Request) => this.#content(request)}
      ></portal-confirm-dialog>`
  }

  #table(unresolved: readonly Unresolved[]): TemplateResult {
    if (unresolved.length === 0)
      return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneHint}></portal-empty-state>`
    return html`<p>${texts.lead}</p>
      ${dataTable({
        caption: texts.caption,
        rows: unresolved,
        key: ({ transaction_id: id }) => id,
        columns: [
          {
            heading: texts.payment,
            cell: (payment) =>
              html`<span class="id">${payment.reference}</span>
                <span class="below">${typeLabel(payment.transaction_type)}</span>
                <span class="below narrow">${formatAmount(payment.amount, payment.currency)}</span>
                <span class="below narrow">${merchantOf(payment)}</span>
                <span class="below narrow">${payment.provider_id}, ${payment.provider_account_id}</span>
                <span class="below narrow">${texts.waits(formatMoment(payment.undecided_since))}</span>
                <span class="buttons narrow">${this.#buttons(payment)}</span>`,
          },
          {
            heading: texts.amount,
            cell: ({ amount, currency }) => formatAmount(amount, currency),
            style: 'number wide',
          },
          { heading: texts.merchant, cell: merchantOf, style: 'wide' },
          {
            heading: texts.provider,
            cell: (payment) =>
              html`${payment.provider_id}<span class="below">${payment.provider_account_id}</span>`,
            style: 'wide',
          },
          {
            heading: texts.since,
            cell: ({ undecided_since: at }) => html`<portal-time .at=${at} relative></portal-time>`,
            style: 'wider',
          },
          {
            heading: '',
            cell: (payment) => html`<div class="buttons">${this.#buttons(payment)}</div>`,
            // On a phone everything stands below the payment, because no room is left beside it.
            style: 'wide',
          },
        ],
      })}`
  }

  #buttons(payment: Unresolved): TemplateResult {
    return html`${this.#button('decide', payment)} ${this.#button('query', payment)}`
  }

  #button(is: Request['is'], payment: Unresolved): TemplateResult {
    return html`<button
      type="button"
      class=${is === 'decide' ? 'main' : nothing}
      @click=${() => void this.#dialog?.open({ is, payment })}
    >
      ${texts[is]}<span class="unseen"> ${payment.reference}</span>
    </button>`
  }

  #content({ is, payment }: Request): DialogContent<Request> {
    if (is === 'query')
      return {
        heading: texts.queryTitle,
        body: html`<p>${texts.queryHint}</p>`,
        confirm: {
          label: texts.confirmQuery,
          send: (_, key) => this.#send('questions', payment, {}, key),
        },
      }
    return {
      heading: texts.title,
      body: html`${known(payment)}
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
        ${reasonField(texts.reason, texts.reasonHint)}
        <p>${texts.sure}</p>`,
      confirm: {
        label: texts.confirm,
        send: (data, key) =>
          this.#send('decisions', payment, { outcome: data.get('outcome'), reason: data.get('reason') }, key),
      },
    }
  }

  async #send(
    what: 'decisions' | 'questions',
    { merchant_id, transaction_id }: Unresolved,
    members: object,
    key: string,
  ): Promise<void> {
    const body = { merchant_id, transaction_id, ...members }
    const { status } = await ask<{ readonly status: string }>(`/operator/${what}`, {
      method: 'POST',
      body,
      key,
    })
    this.portal.announce(what === 'questions' ? texts.asked : texts.done(statusLabel(status)))
    await this.#unresolved.reload()
  }
}

function known(payment: Unresolved): TemplateResult {
  const members: readonly (readonly [string, string | TemplateResult])[] = [
    [texts.payment, `${payment.reference}, ${formatAmount(payment.amount, payment.currency)}`],
    [texts.merchant, merchantOf(payment)],
    [texts.provider, `${payment.provider_id}, ${payment.provider_account_id}`],
    [texts.key, html`<code>${payment.provider_key}</code>`],
    [texts.called, formatMoment(payment.called_at)],
    [texts.lastAnswer, payment.last_answer ?? texts.silent],
  ]
  return html`<dl class="pairs">
    ${members.map(
      ([member, value]) =>
        html`<dt>${member}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`
}

function merchantOf({ merchant_id: id, merchant_name: name }: Unresolved): string {
  return name ?? id
}

customElements.define('portal-decisions-page', DecisionsPage)
