import { html, nothing, type TemplateResult } from 'lit'

import { ask, Refusal } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import { field } from '../design/field.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { formatMoment } from '../wording/format.ts'
import { type Merchant, merchantMark } from './merchant.ts'

const { merchants: texts, addMerchant: adding } = OPERATOR_TEXTS

interface MerchantList {
  readonly data: readonly Merchant[]
  readonly next_cursor: string | null
}

/** `<portal-merchants-page>`: the merchants of the service. */
export class MerchantsPage extends PageElement {
  static override properties = { query: { attribute: false } }
  declare query: URLSearchParams
  readonly #list = new Loader(
    this,
    (signal, query) => ask<MerchantList>(`/operator/merchants?${query}`, { signal }),
    () => [this.query],
  )

  constructor() {
    super()
    this.query = new URLSearchParams()
  }

  get #dialog(): ConfirmDialog<'add'> | null {
    return this.renderRoot.querySelector('portal-confirm-dialog')
  }

  protected override render(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${texts.title}</h1>
        <div class="buttons">
          <button type="button" @click=${() => void this.#dialog?.open('add')}>${adding.open}</button>
        </div>
      </div>
      ${this.#list.render((list) => this.#found(list))}
      <portal-confirm-dialog .content=${() => this.#content()}></portal-confirm-dialog>`
  }

  #content(): DialogContent<'add'> {
    return {
      heading: adding.title,
      body: field({
        id: 'file',
        label: adding.file,
        hint: adding.hint,
        control: ({ id, describedBy }) =>
          html`<input
            id=${id}
            name="file"
            type="file"
            accept="application/json,.json"
            required
            aria-describedby=${describedBy}
          />`,
      }),
      confirm: {
        label: adding.confirm,
        send: async (data, key) => {
          const body = await readFile(data.get('file'))
          const question = { method: 'POST', body, key } as const
          const made = await ask<Pick<Merchant, 'id' | 'name'>>('/operator/merchants', question)
          this.portal.go(`/merchants/${encodeURIComponent(made.id)}`)
          this.portal.say(adding.added(made.name))
        },
      },
    }
  }

  #found({ data, next_cursor: next }: MerchantList): TemplateResult {
    if (data.length === 0)
      return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneHint}></portal-empty-state>`
    return html`${dataTable<Merchant>({
        caption: texts.caption,
        rows: data,
        key: ({ id }) => id,
        columns: [
          { heading: texts.name, cell: nameCell },
          { heading: texts.status, cell: merchantMark },
          { heading: texts.managed, cell: (merchant) => texts.managers[merchant.managed_by], style: 'wide' },
          { heading: texts.terminals, cell: ({ terminals }) => String(terminals), style: 'number wide' },
          {
            heading: texts.created,
            cell: ({ created_at: at }) => html`<time datetime=${at}>${formatMoment(at)}</time>`,
            style: 'wider',
          },
        ],
      })}
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.query.has('cursor') ? html`<a href="/merchants">${texts.first}</a>` : nothing}
        ${next === null ? nothing : html`<a href="/merchants?cursor=${encodeURIComponent(next)}">${texts.further}</a>`}
      </nav>`
  }
}

function nameCell({ id, name, sandbox_id: sandbox }: Merchant): TemplateResult {
  return html`<a href="/merchants/${encodeURIComponent(id)}">${name}</a>
    <span class="below id">${sandbox === null ? id : texts.sandbox(sandbox)}</span>`
}

/** @throws {Refusal} for a file that is not JSON. */
async function readFile(file: FormDataEntryValue | null): Promise<unknown> {
  try {
    return JSON.parse(file instanceof File ? await file.text() : '') as unknown
  } catch {
    throw new Refusal('conflict', [], { message: adding.notJson })
  }
}

customElements.define('portal-merchants-page', MerchantsPage)
