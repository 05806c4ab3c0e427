import { html, type TemplateResult } from 'lit'

import './empty-state.ts'
import './error-state.ts'
import './money.ts'
import './time.ts'
import '../app/confirm-dialog.ts'
import type { ConfirmDialog } from '../app/confirm-dialog.ts'
import { PageElement } from '../app/portal-element.ts'
import { DESIGN_TEXTS as texts } from '../texts/design-texts.ts'
import { statusMark } from '../wording/status-mark.ts'
import { dataTable } from './data-table.ts'
import { field } from './field.ts'

const STATES = [
  ['PURCHASE', 'APPROVED'],
  ['PURCHASE', 'PENDING'],
  ['PURCHASE', 'DECLINED'],
  ['PURCHASE', 'CANCELED'],
  ['REFUND', 'APPROVED'],
  ['REFUND', 'DECLINED'],
] as const

const PAYMENTS = [
  { id: 'mug-1', amount: 12_990, status: 'APPROVED' },
  { id: 'mug-2', amount: -1_000, status: 'PENDING' },
]

/** `<portal-design-page>`: every part of the design, in each of its states, for people who change the portal. */
export class DesignPage extends PageElement {
  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${texts.title}</h1>
      <p>${texts.lead}</p>
      ${section(
        'type',
        texts.type,
        html`<p>${texts.sample}</p>
          <p class="hint">${texts.sample}</p>
          <code>${texts.code}</code>`,
      )}
      ${section('states', texts.states, html`<p class="buttons">${STATES.map(([type, status]) => statusMark(status, type))}</p>`)}
      ${section('controls', texts.controls, this.#controls())}
      ${section('table', texts.table, this.#table('comfortable'))}
      ${section('compact', texts.compact, this.#table('compact'))}
      <portal-empty-state .heading=${texts.empty} .text=${texts.emptyText}></portal-empty-state>
      <portal-error-state
        .reason=${texts.error}
        @retry=${() => this.portal.announce(texts.retried)}
      ></portal-error-state>
      <portal-confirm-dialog
        .content=${() => ({
          heading: texts.dialog,
          body: html`<p>${texts.dialogText}</p>`,
          confirm: {
            label: texts.remove,
            isDangerous: true,
            send: () => Promise.resolve(this.portal.announce(texts.removed)),
          },
        })}
      ></portal-confirm-dialog>`
  }

  #controls(): TemplateResult {
    return html`<form class="fields" @submit=${(event: Event) => event.preventDefault()}>
        ${field({
          id: 'named',
          label: texts.label,
          hint: texts.hint,
          control: ({ id, describedBy }) => html`<input id=${id} aria-describedby=${describedBy} />`,
        })}
        ${field({
          id: 'wrong',
          label: texts.label,
          problem: texts.problem,
          control: ({ id, describedBy, invalid }) =>
            html`<input id=${id} aria-describedby=${describedBy} aria-invalid=${invalid} />`,
        })}
        <label class="check"><input type="checkbox" />${texts.check}</label>
      </form>
      <p class="buttons">
        <button type="button" class="main">${texts.main}</button>
        <button type="button">${texts.other}</button>
        <button type="button" disabled>${texts.disabled}</button>
        <button type="button" class="danger" @click=${() => this.#open()}>${texts.remove}</button>
      </p>`
  }

  #table(density: string): TemplateResult {
    return html`<div data-density=${density}>
      ${dataTable({
        caption: texts.table,
        rows: PAYMENTS,
        key: ({ id }) => id,
        columns: [
          { heading: texts.columns.payment, cell: ({ id }) => id },
          { heading: texts.columns.status, cell: ({ status }) => statusMark(status) },
          {
            heading: texts.columns.amount,
            style: 'number',
            cell: ({ amount }) => html`<portal-money .amount=${amount} currency="EUR"></portal-money>`,
          },
          {
            heading: texts.columns.time,
            style: 'wide',
            cell: () => html`<portal-time at=${new Date().toISOString()} relative></portal-time>`,
          },
        ],
      })}
    </div>`
  }

  #open(): void {
    void this.renderRoot.querySelector<ConfirmDialog<string>>('portal-confirm-dialog')?.open('sample')
  }
}

function section(id: string, heading: string, content: TemplateResult): TemplateResult {
  return html`<section aria-labelledby=${id}>
    <h2 id=${id}>${heading}</h2>
    ${content}
  </section>`
}

customElements.define('portal-design-page', DesignPage)
