import type { Customer, CustomerList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/empty-state.ts'
import { CUSTOMERS_TEXTS as texts } from '../texts/customers-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { nameOf } from './customer-name.ts'

/** `<portal-customers-page>`: the customers of the merchant. */
export class CustomersPage extends PageElement {
  static override properties = { query: { attribute: false } }
  declare query: URLSearchParams
  readonly #list = new Loader(
    this,
    (signal, query) => ask<CustomerList>(`/api/customers?${query}`, { signal }),
    () => [this.query],
  )

  constructor() {
    super()
    this.query = new URLSearchParams()
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${texts.title}</h1>
      <form class="search" role="search" @submit=${(event: SubmitEvent) => this.#search(event)}>
        <label for="email">${texts.email}</label>
        <input
          id="email"
          name="email"
          type="search"
          autocomplete="off"
          value=${this.query.get('email') ?? ''}
        />
        <button class="main">${texts.search}</button>
      </form>
      ${this.#list.render((list) => this.#found(list))}`
  }

  #search(event: SubmitEvent): void {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget as HTMLFormElement).get('email')).trim()
    this.portal.go(addressOf(new URLSearchParams(email === '' ? {} : { email })))
  }

  #found({ data, next_cursor: next }: CustomerList): TemplateResult {
    if (data.length === 0) return this.#empty()
    const newest = new URLSearchParams(this.query)
    newest.delete('cursor')
    const older = new URLSearchParams(newest)
    if (next !== null) older.set('cursor', next)
    return html`${dataTable<Customer>({
        caption: texts.caption,
        rows: data,
        key: ({ id }) => id,
        columns: [
          {
            heading: texts.email,
            cell: ({ id, email }) =>
              html`<a class="id" href="/customers/${encodeURIComponent(id)}">${email}</a>`,
          },
          { heading: texts.name, cell: (customer) => nameOf(customer) || TEXTS.none, style: 'wide' },
          { heading: texts.country, cell: ({ country }) => country ?? TEXTS.none },
        ],
      })}
      <nav class="pager" aria-label=${texts.caption}>
        <span></span>
        ${this.query.has('cursor') ? html`<a href=${addressOf(newest)}>${texts.newest}</a>` : nothing}
        ${next === null ? nothing : html`<a href=${addressOf(older)}>${texts.older}</a>`}
      </nav>`
  }

  #empty(): TemplateResult {
    const [heading, text] = this.query.has('email')
      ? [texts.noneFound, texts.noneFoundHint]
      : [texts.emptyHeading, texts.empty]
    return html`<portal-empty-state .heading=${heading} .text=${text}></portal-empty-state>`
  }
}

function addressOf(query: URLSearchParams): string {
  return query.size === 0 ? '/customers' : `/customers?${query}`
}

customElements.define('portal-customers-page', CustomersPage)
